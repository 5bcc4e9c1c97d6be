import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import type { OsmMap, OsmMember, OsmNode, OsmRelation, OsmTags, OsmWay } from './osm-map.ts';

/**
 * Writes a map as an OpenStreetMap PBF file. The order of the objects does not change the bytes. Source:
 * OpenStreetMap wiki, "PBF Format"; field numbers from openstreetmap/OSM-binary fileformat.proto and
 * osmformat.proto.
 */
export function encodeOsmPbf(map: OsmMap): Uint8Array {
  const nodes = slices(sortById(map.nodes)).map(nodeBlock);
  const ways = slices(sortById(map.ways)).map(wayBlock);
  const relations = slices(sortById(map.relations)).map(relationBlock);
  const blocks = [...nodes, ...ways, ...relations].map((block) => blob('OSMData', block));
  return Buffer.concat([blob('OSMHeader', headerBlock()), ...blocks]);
}

// "A block should contain no more than 8000 entities."
const blockSize = 8000;

function slices<T>(objects: readonly T[]): T[][] {
  const count = Math.ceil(objects.length / blockSize);
  return Array.from({ length: count }, (_, index) =>
    objects.slice(index * blockSize, (index + 1) * blockSize),
  );
}

function sortById<T extends { readonly id: number }>(objects: readonly T[]): T[] {
  const sorted = [...objects].sort((left, right) => left.id - right.id);
  sorted.forEach(({ id }, index) => {
    if (!Number.isSafeInteger(id) || id < 1) throw new RangeError(`Invalid OpenStreetMap id: ${id}`);
    if (sorted[index - 1]?.id === id) throw new RangeError(`Duplicate OpenStreetMap id: ${id}`);
  });
  return sorted;
}

/** The bytes of one message. */
function message(write: (writer: PbfWriter) => void): Uint8Array {
  const writer = new PbfWriter();
  write(writer);
  return writer.finish();
}

/** A packed list of signed numbers that lie close together: differences. */
function writeDeltas(writer: PbfWriter, field: number, values: readonly number[]): void {
  const differences = values.map((value, index) => value - (values[index - 1] ?? 0));
  writer.writePackedSVarint(field, differences);
}

function blob(type: 'OSMHeader' | 'OSMData', content: Uint8Array): Uint8Array {
  const body = message((writer) => {
    writer.writeVarintField(2, content.length);
    writer.writeBytesField(3, deflateSync(content));
  });
  const header = message((writer) => {
    writer.writeStringField(1, type);
    writer.writeVarintField(3, body.length);
  });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, body]);
}

function headerBlock(): Uint8Array {
  return message((writer) => {
    writer.writeStringField(4, 'OsmSchema-V0.6');
    writer.writeStringField(4, 'DenseNodes');
    writer.writeStringField(5, 'Sort.Type_then_ID');
    writer.writeStringField(16, '@org/sandbox');
  });
}

/** The texts of one block, without duplicates, by their number. Number 0 is reserved. */
class StringTable {
  readonly #numbers = new Map<string, number>([['', 0]]);

  indexOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  write(writer: PbfWriter): void {
    for (const text of this.#numbers.keys()) writer.writeStringField(1, text);
  }
}

/** A block of one group. The group is written first: it fills the table of texts. */
function primitiveBlock(writeGroup: (table: StringTable, writer: PbfWriter) => void): Uint8Array {
  const table = new StringTable();
  const group = message((writer) => writeGroup(table, writer));
  return message((writer) => {
    writer.writeMessage(1, (_, texts) => table.write(texts), undefined);
    writer.writeBytesField(2, group);
  });
}

function nodeBlock(nodes: readonly OsmNode[]): Uint8Array {
  const isTagged = nodes.some(({ tags }) => Object.keys(tags ?? {}).length > 0);
  return primitiveBlock((table, group) => {
    const dense = message((writer) => {
      writeDeltas(
        writer,
        1,
        nodes.map(({ id }) => id),
      );
      writeDeltas(
        writer,
        8,
        nodes.map(({ latitude }) => gridUnits(latitude, 90)),
      );
      writeDeltas(
        writer,
        9,
        nodes.map(({ longitude }) => gridUnits(longitude, 180)),
      );
      const pairs = isTagged ? nodes.flatMap(({ tags }) => [...tagPairs(table, tags).flat(), 0]) : [];
      writer.writePackedVarint(10, pairs);
    });
    group.writeBytesField(2, dense);
  });
}

function wayBlock(ways: readonly OsmWay[]): Uint8Array {
  return primitiveBlock((table, group) => {
    for (const { id, tags, nodeIds } of ways) {
      const way = message((writer) => {
        writer.writeVarintField(1, id);
        writeTags(writer, table, tags);
        writeDeltas(writer, 8, nodeIds);
      });
      group.writeBytesField(3, way);
    }
  });
}

function relationBlock(relations: readonly OsmRelation[]): Uint8Array {
  return primitiveBlock((table, group) => {
    for (const { id, tags, members } of relations) {
      const relation = message((writer) => {
        writer.writeVarintField(1, id);
        writeTags(writer, table, tags);
        writer.writePackedVarint(
          8,
          members.map(({ role }) => table.indexOf(role)),
        );
        writeDeltas(
          writer,
          9,
          members.map((member) => member.id),
        );
        writer.writePackedVarint(
          10,
          members.map(({ kind }) => memberKinds[kind]),
        );
      });
      group.writeBytesField(4, relation);
    }
  });
}

const memberKinds: Readonly<Record<OsmMember['kind'], number>> = { node: 0, way: 1, relation: 2 };

function tagPairs(table: StringTable, tags: OsmTags = {}): [number, number][] {
  return Object.entries(tags).map(([key, value]) => [table.indexOf(key), table.indexOf(value)]);
}

function writeTags(writer: PbfWriter, table: StringTable, tags: OsmTags): void {
  const pairs = tagPairs(table, tags);
  writer.writePackedVarint(
    2,
    pairs.map(([key]) => key),
  );
  writer.writePackedVarint(
    3,
    pairs.map(([, value]) => value),
  );
}

// Coordinates are whole multiples of a ten-millionth of a degree, about a centimetre.
function gridUnits(degrees: number, limit: number): number {
  if (!(Math.abs(degrees) <= limit)) throw new RangeError(`Invalid coordinate: ${degrees}`);
  return Math.round(degrees * 1e7);
}
