import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OsmMap } from '../src/map/osm-map.ts';
import { encodeOsmPbf } from '../src/map/osm-pbf.ts';
import { readOsm } from '../src/map/read-osm.ts';
import { createTownMap } from '../src/map/town-map.ts';

// A reader of its own, on BigInt, so that it shares no arithmetic with the writer.

type Message = Map<number, (bigint | Uint8Array)[]>;

function readVarint(bytes: Uint8Array, at: { index: number }): bigint {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = bytes[at.index++];
    if (byte === undefined) throw new Error('a varint without an end');
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

function readMessage(bytes: Uint8Array): Message {
  const message: Message = new Map();
  const at = { index: 0 };
  while (at.index < bytes.length) {
    const tag = Number(readVarint(bytes, at));
    const value = readValue(bytes, at, tag & 7);
    message.set(tag >> 3, [...(message.get(tag >> 3) ?? []), value]);
  }
  return message;
}

function readValue(bytes: Uint8Array, at: { index: number }, wireType: number): bigint | Uint8Array {
  if (wireType === 0) return readVarint(bytes, at);
  if (wireType !== 2) throw new Error(`wire type ${wireType}`);
  const length = Number(readVarint(bytes, at));
  at.index += length;
  return bytes.subarray(at.index - length, at.index);
}

const bytesOf = (message: Message, field: number) => (message.get(field) ?? []) as Uint8Array[];
const numberOf = (message: Message, field: number) => Number(message.get(field)?.[0]);

function readPacked(bytes: Uint8Array | undefined): number[] {
  const values: number[] = [];
  const at = { index: 0 };
  while (bytes && at.index < bytes.length) values.push(Number(readVarint(bytes, at)));
  return values;
}

function readDeltas(bytes: Uint8Array | undefined): number[] {
  let last = 0;
  return readPacked(bytes).map((value) => {
    last += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    return last;
  });
}

interface Block {
  readonly type: string;
  readonly content: Message;
}

function readBlocks(file: Uint8Array): Block[] {
  const blocks: Block[] = [];
  for (let offset = 0; offset < file.length; ) {
    const headerLength = new DataView(file.buffer, file.byteOffset + offset).getUint32(0);
    const header = readMessage(file.subarray(offset + 4, offset + 4 + headerLength));
    const start = offset + 4 + headerLength;
    offset = start + numberOf(header, 3);
    const blob = readMessage(file.subarray(start, offset));
    const content = inflateSync(bytesOf(blob, 3)[0] ?? new Uint8Array());
    expect(content.length).toBe(numberOf(blob, 2));
    blocks.push({ type: new TextDecoder().decode(bytesOf(header, 1)[0]), content: readMessage(content) });
  }
  return blocks;
}

function readMap(file: Uint8Array): OsmMap {
  const map = {
    nodes: [] as OsmMap['nodes'][number][],
    ways: [] as OsmMap['ways'][number][],
    relations: [] as OsmMap['relations'][number][],
  };
  for (const { content } of readBlocks(file).filter(({ type }) => type === 'OSMData')) {
    const texts = bytesOf(readMessage(bytesOf(content, 1)[0] ?? new Uint8Array()), 1).map((text) =>
      new TextDecoder().decode(text),
    );
    const text = (index: number) => texts[index] ?? '?';
    const tags = (message: Message) => {
      const values = readPacked(bytesOf(message, 3)[0]);
      return Object.fromEntries(
        readPacked(bytesOf(message, 2)[0]).map((key, index) => [text(key), text(values[index] ?? -1)]),
      );
    };
    const group = readMessage(bytesOf(content, 2)[0] ?? new Uint8Array());
    for (const bytes of bytesOf(group, 2)) map.nodes.push(...readDense(readMessage(bytes), text));
    for (const bytes of bytesOf(group, 3)) {
      const way = readMessage(bytes);
      map.ways.push({ id: numberOf(way, 1), nodeIds: readDeltas(bytesOf(way, 8)[0]), tags: tags(way) });
    }
    for (const bytes of bytesOf(group, 4)) {
      const relation = readMessage(bytes);
      const roles = readPacked(bytesOf(relation, 8)[0]).map(text);
      const kinds = readPacked(bytesOf(relation, 10)[0]).map(
        (kind) => (['node', 'way', 'relation'] as const)[kind] ?? 'node',
      );
      const members = readDeltas(bytesOf(relation, 9)[0]).map((id, index) => ({
        kind: kinds[index] ?? 'node',
        id,
        role: roles[index] ?? '?',
      }));
      map.relations.push({ id: numberOf(relation, 1), members, tags: tags(relation) });
    }
  }
  return map;
}

function readDense(dense: Message, text: (index: number) => string): OsmMap['nodes'][number][] {
  const latitudes = readDeltas(bytesOf(dense, 8)[0]);
  const longitudes = readDeltas(bytesOf(dense, 9)[0]);
  const keysAndValues = readPacked(bytesOf(dense, 10)[0]);
  return readDeltas(bytesOf(dense, 1)[0]).map((id, index) => {
    const tags: Record<string, string> = {};
    while (keysAndValues.length > 0) {
      const key = keysAndValues.shift() ?? 0;
      if (key === 0) break;
      tags[text(key)] = text(keysAndValues.shift() ?? -1);
    }
    const position = { longitude: (longitudes[index] ?? 0) / 1e7, latitude: (latitudes[index] ?? 0) / 1e7 };
    return { id, ...position, ...(Object.keys(tags).length > 0 && { tags }) };
  });
}

describe('an OpenStreetMap file', () => {
  it('reads the same town that was written', () => {
    const map = createTownMap();
    expect(readMap(encodeOsmPbf(map))).toEqual(map);
  });

  it('does not depend on the order of the objects', () => {
    const { nodes, ways, relations } = createTownMap();
    const shuffled = { nodes: [...nodes].reverse(), ways: [...ways].reverse(), relations };
    expect(encodeOsmPbf(shuffled)).toEqual(encodeOsmPbf({ nodes, ways, relations }));
  });

  it('keeps node tags, odd texts, far ids and the corners of the globe', () => {
    const map: OsmMap = {
      nodes: [
        { id: 1, longitude: -180, latitude: -90 },
        {
          id: 7,
          longitude: 0.1234567,
          latitude: 0.7654321,
          tags: { barrier: 'gate', name: 'Tör ✓', empty: '' },
        },
        { id: 12_000_000_000, longitude: 180, latitude: 90 },
      ],
      ways: [{ id: 5, nodeIds: [12_000_000_000, 1, 7, 1], tags: {} }],
      relations: [
        {
          id: 9,
          members: [
            { kind: 'relation', id: 8, role: '' },
            { kind: 'way', id: 5, role: 'to' },
          ],
          tags: { type: 'x' },
        },
      ],
    };
    expect(readMap(encodeOsmPbf(map))).toEqual(map);
  });

  it('starts with the header that readers insist on, and holds at most 8000 objects to a block', () => {
    const nodes = Array.from({ length: 20_001 }, (_, index) => ({
      id: index + 1,
      longitude: index / 1e4,
      latitude: -index / 1e4,
    }));
    const file = encodeOsmPbf({ nodes, ways: [], relations: [] });
    const [header, ...data] = readBlocks(file);
    const features = bytesOf(header?.content ?? new Map(), 4).map((text) => new TextDecoder().decode(text));
    expect([header?.type, features]).toEqual(['OSMHeader', ['OsmSchema-V0.6', 'DenseNodes']]);
    expect(data.map(({ type }) => type)).toEqual(['OSMData', 'OSMData', 'OSMData']);
    expect(readMap(file).nodes).toHaveLength(20_001);
  });

  const node = { id: 1, longitude: 0, latitude: 0 };
  it.each([
    ['two nodes of one id', [node, node]],
    ['the id 0', [{ ...node, id: 0 }]],
    ['a latitude of 91°', [{ ...node, latitude: 91 }]],
    ['a longitude that is not a number', [{ ...node, longitude: Number.NaN }]],
  ])('is not written with %s', (_, nodes) => {
    expect(() => encodeOsmPbf({ nodes, ways: [], relations: [] })).toThrow(RangeError);
  });
});

describe('reading an OpenStreetMap file', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'osm-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  async function readBack(bytes: Uint8Array) {
    const file = join(folder, 'map.osm.pbf');
    await writeFile(file, bytes);
    const nodes: OsmMap['nodes'][number][] = [];
    const ways: Pick<OsmMap['ways'][number], 'nodeIds' | 'tags'>[] = [];
    await readOsm(file, {
      onNode: (id, longitude, latitude, tags) => nodes.push({ id, longitude, latitude, tags }),
      onWay: (nodeIds, tags) => ways.push({ nodeIds, tags }),
    });
    return { nodes, ways };
  }

  it('returns ids, positions and texts at the ends of their ranges', async () => {
    const ids = Array.from({ length: 51 }, (_, power) => 2 ** power);
    const nodes = ids.map((id, index) => ({
      id,
      longitude: index % 2 === 0 ? -180 : 180,
      latitude: index % 2 === 0 ? 90 : -90,
      tags: { name: 'Tör ✓'.repeat(index), empty: '' },
    }));
    const ways = [{ id: 5, nodeIds: [...ids].reverse(), tags: { highway: 'path' } }];
    const read = await readBack(encodeOsmPbf({ nodes, ways, relations: [] }));
    expect(read).toEqual({ nodes, ways: [{ nodeIds: ways[0]?.nodeIds, tags: ways[0]?.tags }] });
  });

  it('ends with an error for a file that is cut anywhere inside of a block', async () => {
    const node = { id: 1, longitude: 8.6, latitude: 49.4, tags: { name: 'Bridge' } };
    const whole = encodeOsmPbf({ nodes: [node], ways: [], relations: [] });
    for (let length = 1; length < whole.length; length += 1) {
      const isBoundary = length === boundaryOf(whole);
      const read = readBack(whole.subarray(0, length));
      if (isBoundary) await expect(read, `${length}`).resolves.toEqual({ nodes: [], ways: [] });
      else await expect(read, `${length}`).rejects.toThrow(Error);
    }
  });
});

/** Where the first block of a file ends. */
function boundaryOf(file: Uint8Array): number {
  const headerLength = new DataView(file.buffer, file.byteOffset).getUint32(0);
  return 4 + headerLength + numberOf(readMessage(file.subarray(4, 4 + headerLength)), 3);
}
