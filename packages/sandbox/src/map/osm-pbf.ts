import { deflateSync } from 'node:zlib';
import type { OsmMap, OsmMember, OsmNode, OsmRelation, OsmTags, OsmWay } from './osm-map.ts';
import {
  bytesField,
  concatBytes,
  packedDeltaField,
  packedField,
  textField,
  varintField,
} from './protobuf.ts';

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
  return concatBytes([blob('OSMHeader', headerBlock()), ...blocks]);
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

function blob(type: 'OSMHeader' | 'OSMData', content: Uint8Array): Uint8Array {
  const body = concatBytes([varintField(2, content.length), bytesField(3, deflateSync(content))]);
  const header = concatBytes([textField(1, type), varintField(3, body.length)]);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, header.length);
  return concatBytes([length, header, body]);
}

function headerBlock(): Uint8Array {
  return concatBytes([
    textField(4, 'OsmSchema-V0.6'),
    textField(4, 'DenseNodes'),
    textField(5, 'Sort.Type_then_ID'),
    textField(16, '@org/sandbox'),
  ]);
}

/** The texts of one block, without duplicates. Number 0 is reserved. */
interface StringTable {
  indexOf(text: string): number;
  encode(): Uint8Array;
}

function createStringTable(): StringTable {
  const numbers = new Map<string, number>([['', 0]]);
  return {
    indexOf(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    encode: () => concatBytes([...numbers.keys()].map((text) => textField(1, text))),
  };
}

function primitiveBlock(table: StringTable, group: Uint8Array): Uint8Array {
  return concatBytes([bytesField(1, table.encode()), bytesField(2, group)]);
}

function nodeBlock(nodes: readonly OsmNode[]): Uint8Array {
  const table = createStringTable();
  const tagged = nodes.some(({ tags }) => Object.keys(tags ?? {}).length > 0);
  const dense = concatBytes([
    packedDeltaField(
      1,
      nodes.map(({ id }) => id),
    ),
    packedDeltaField(
      8,
      nodes.map(({ latitude }) => gridUnits(latitude, 90)),
    ),
    packedDeltaField(
      9,
      nodes.map(({ longitude }) => gridUnits(longitude, 180)),
    ),
    packedField(10, tagged ? nodes.flatMap(({ tags }) => [...tagPairs(table, tags).flat(), 0]) : []),
  ]);
  return primitiveBlock(table, bytesField(2, dense));
}

function wayBlock(ways: readonly OsmWay[]): Uint8Array {
  const table = createStringTable();
  const encode = (way: OsmWay) =>
    concatBytes([varintField(1, way.id), ...tagFields(table, way.tags), packedDeltaField(8, way.nodeIds)]);
  return primitiveBlock(table, concatBytes(ways.map((way) => bytesField(3, encode(way)))));
}

function relationBlock(relations: readonly OsmRelation[]): Uint8Array {
  const table = createStringTable();
  const encode = ({ id, tags, members }: OsmRelation) =>
    concatBytes([
      varintField(1, id),
      ...tagFields(table, tags),
      packedField(
        8,
        members.map(({ role }) => table.indexOf(role)),
      ),
      packedDeltaField(
        9,
        members.map((member) => member.id),
      ),
      packedField(
        10,
        members.map(({ kind }) => memberKinds[kind]),
      ),
    ]);
  return primitiveBlock(table, concatBytes(relations.map((relation) => bytesField(4, encode(relation)))));
}

const memberKinds: Readonly<Record<OsmMember['kind'], number>> = { node: 0, way: 1, relation: 2 };

function tagPairs(table: StringTable, tags: OsmTags = {}): [number, number][] {
  return Object.entries(tags).map(([key, value]) => [table.indexOf(key), table.indexOf(value)]);
}

function tagFields(table: StringTable, tags: OsmTags): Uint8Array[] {
  const pairs = tagPairs(table, tags);
  return [
    packedField(
      2,
      pairs.map(([key]) => key),
    ),
    packedField(
      3,
      pairs.map(([, value]) => value),
    ),
  ];
}

// Coordinates are whole multiples of a ten-millionth of a degree, about a centimetre.
function gridUnits(degrees: number, limit: number): number {
  if (!(Math.abs(degrees) <= limit)) throw new RangeError(`Invalid coordinate: ${degrees}`);
  return Math.round(degrees * 1e7);
}
