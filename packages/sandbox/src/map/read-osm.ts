import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { OsmTags } from './osm-map.ts';
import { readBlocks } from './pbf-blocks.ts';
import { readDeltas, readFields, readPacked } from './read-protobuf.ts';

/** The receivers of a file's objects; each may be left out. */
export interface OsmReceivers {
  readonly onNode?: (id: number, longitude: number, latitude: number, tags: OsmTags) => void;
  readonly onWay?: (nodeIds: readonly number[], tags: OsmTags) => void;
}

/**
 * Reads the nodes and ways of an OpenStreetMap PBF file. Field numbers from openstreetmap/OSM-binary
 * osmformat.proto.
 *
 * @throws Error for a file of another form
 */
export async function readOsm(file: string, receivers: OsmReceivers): Promise<void> {
  for await (const block of readBlocks(file)) {
    readBlock(block, receivers);
    await yieldToOthers();
  }
}

interface Block {
  readonly texts: readonly string[];
  readonly degreesOf: (units: number, offset: 'latitude' | 'longitude') => number;
}

function readBlock(bytes: Uint8Array, receivers: OsmReceivers): void {
  const texts: string[] = [];
  const groups: Uint8Array[] = [];
  const scale = { granularity: 100, latitude: 0, longitude: 0 };
  const decoder = new TextDecoder();
  readFields(bytes, (number, value) => {
    if (typeof value === 'number') {
      if (number === 17) scale.granularity = value;
      if (number === 19) scale.latitude = value;
      if (number === 20) scale.longitude = value;
    } else if (number === 2) groups.push(value);
    else if (number === 1)
      readFields(value, (_, text) => {
        if (typeof text !== 'number') texts.push(decoder.decode(text));
      });
  });
  const block: Block = {
    texts,
    degreesOf: (units, offset) => (scale[offset] + scale.granularity * units) / 1e9,
  };
  for (const group of groups)
    readFields(group, (number, value) => {
      if (typeof value === 'number') return;
      if (number === 2 && receivers.onNode) readDenseNodes(value, block, receivers.onNode);
      if (number === 3 && receivers.onWay) readWay(value, block, receivers.onWay);
    });
}

function readDenseNodes(
  bytes: Uint8Array,
  { texts, degreesOf }: Block,
  onNode: NonNullable<OsmReceivers['onNode']>,
): void {
  let [ids, latitudes, longitudes, pairs]: number[][] = [[], [], [], []];
  readFields(bytes, (number, value) => {
    if (typeof value === 'number') return;
    if (number === 1) ids = readDeltas(value);
    if (number === 8) latitudes = readDeltas(value);
    if (number === 9) longitudes = readDeltas(value);
    if (number === 10) pairs = readPacked(value);
  });
  let at = 0;
  for (const [index, id] of (ids ?? []).entries()) {
    const tags: Record<string, string> = {};
    for (; pairs?.[at]; at += 2) tags[texts[pairs[at] ?? 0] ?? ''] = texts[pairs[at + 1] ?? 0] ?? '';
    at += 1;
    const [latitude, longitude] = [latitudes?.[index] ?? 0, longitudes?.[index] ?? 0];
    onNode(id, degreesOf(longitude, 'longitude'), degreesOf(latitude, 'latitude'), tags);
  }
}

function readWay(bytes: Uint8Array, { texts }: Block, onWay: NonNullable<OsmReceivers['onWay']>): void {
  let [keys, values, refs]: number[][] = [[], [], []];
  readFields(bytes, (number, value) => {
    if (typeof value === 'number') return;
    if (number === 2) keys = readPacked(value);
    if (number === 3) values = readPacked(value);
    if (number === 8) refs = readDeltas(value);
  });
  const entries = (keys ?? []).map((key, index) => [texts[key] ?? '', texts[values?.[index] ?? 0] ?? '']);
  onWay(refs ?? [], Object.fromEntries(entries) as OsmTags);
}
