import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { OsmTags } from './osm-map.ts';
import { readBlocks } from './pbf-blocks.ts';
import { readDeltas, readMessage } from './read-message.ts';

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
  readMessage(bytes, (field, reader) => {
    if (field === 1) readMessage(reader.readBytes(), (_, table) => texts.push(table.readString()));
    if (field === 2) groups.push(reader.readBytes());
    if (field === 17) scale.granularity = reader.readVarint();
    if (field === 19) scale.latitude = reader.readVarint(true);
    if (field === 20) scale.longitude = reader.readVarint(true);
  });
  const block: Block = {
    texts,
    degreesOf: (units, offset) => (scale[offset] + scale.granularity * units) / 1e9,
  };
  const { onNode, onWay } = receivers;
  for (const group of groups)
    readMessage(group, (field, reader) => {
      if (field === 2 && onNode) readDenseNodes(reader.readBytes(), block, onNode);
      if (field === 3 && onWay) readWay(reader.readBytes(), block, onWay);
    });
}

function readDenseNodes(
  bytes: Uint8Array,
  { texts, degreesOf }: Block,
  onNode: NonNullable<OsmReceivers['onNode']>,
): void {
  let [ids, latitudes, longitudes, pairs]: [number[], number[], number[], number[]] = [[], [], [], []];
  readMessage(bytes, (field, reader) => {
    if (field === 1) ids = readDeltas(reader);
    if (field === 8) latitudes = readDeltas(reader);
    if (field === 9) longitudes = readDeltas(reader);
    if (field === 10) pairs = reader.readPackedVarint();
  });
  let at = 0;
  for (const [index, id] of ids.entries()) {
    const tags: Record<string, string> = {};
    for (; pairs[at]; at += 2) tags[texts[pairs[at] ?? 0] ?? ''] = texts[pairs[at + 1] ?? 0] ?? '';
    at += 1;
    const [latitude, longitude] = [latitudes[index] ?? 0, longitudes[index] ?? 0];
    onNode(id, degreesOf(longitude, 'longitude'), degreesOf(latitude, 'latitude'), tags);
  }
}

function readWay(bytes: Uint8Array, { texts }: Block, onWay: NonNullable<OsmReceivers['onWay']>): void {
  let [keys, values, nodeIds]: [number[], number[], number[]] = [[], [], []];
  readMessage(bytes, (field, reader) => {
    if (field === 2) keys = reader.readPackedVarint();
    if (field === 3) values = reader.readPackedVarint();
    if (field === 8) nodeIds = readDeltas(reader);
  });
  const entries = keys.map((key, index) => [texts[key] ?? '', texts[values[index] ?? 0] ?? '']);
  onWay(nodeIds, Object.fromEntries(entries) as OsmTags);
}
