import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { drawMap, type MapLine } from './draw-own-map.ts';
import type { NamedPlace } from './named-place.ts';
import type { OsmTags } from './osm-map.ts';
import { readOsm } from './read-osm.ts';
import type { Town, TownPosition } from './town.ts';

/** What the page draws of a map, and the names for the geocoder. */
export interface MapData {
  readonly town: Town;
  readonly names: readonly NamedPlace[];
}

const maxFileBytes = 100 * 1024 * 1024;
const maxLinePoints = 150_000;
const maxNames = 200_000;

/**
 * Reads the roads, waters, parks and names of an OpenStreetMap extract. Of a large one, the smaller roads are
 * left out.
 *
 * @throws Error for a file of more than 100 MiB, or of another form
 */
export async function readOwnMap(file: string): Promise<MapData> {
  const { size } = await stat(file);
  if (size > maxFileBytes) throw new Error('A map of more than 100 MiB is not drawn, and has no names.');
  const { lines, points } = await readWays(file);
  const wanted = new Set<number>();
  for (const { nodeIds } of lines) for (const id of nodeIds) wanted.add(id);
  for (const { nodeId } of points) wanted.add(nodeId);
  const { positions, names } = await readNodes(file, wanted);
  for (const { name, layer, nodeId } of points) {
    const position = positions.get(nodeId);
    if (position !== undefined && names.length < maxNames) names.push({ name, layer, position });
  }
  const drawn = lines.map(
    ({ nodeIds, ...line }): MapLine => ({
      ...line,
      line: nodeIds.flatMap((id) => {
        const position = positions.get(id);
        return position === undefined ? [] : [position];
      }),
    }),
  );
  return { town: drawMap(basename(file).replace('.osm.pbf', ''), drawn, names), names };
}

interface WayLine extends Omit<MapLine, 'line'> {
  readonly nodeIds: readonly number[];
}

async function readWays(file: string) {
  const lines: WayLine[] = [];
  const named = new Map<string, Omit<NamedPlace, 'position'> & { nodeId: number }>();
  await readOsm(file, {
    onWay(nodeIds, tags) {
      const kind = kindOf(tags);
      const { name = '' } = tags;
      if (kind !== undefined) lines.push({ kind, name, nodeIds });
      const nodeId = nodeIds[Math.floor(nodeIds.length / 2)];
      const layer = tags['highway'] === undefined ? layerOf(tags) : 'street';
      if (name !== '' && nodeId !== undefined && layer !== undefined && !named.has(`${layer} ${name}`))
        named.set(`${layer} ${name}`, { name, layer, nodeId });
    },
  });
  lines.sort((left, right) => rankOf(left) - rankOf(right));
  let points = 0;
  const drawn = lines.filter(({ nodeIds }) => {
    points += nodeIds.length;
    return points <= maxLinePoints;
  });
  return { lines: drawn, points: [...named.values()] };
}

async function readNodes(file: string, wanted: ReadonlySet<number>) {
  const positions = new Map<number, TownPosition>();
  const names: NamedPlace[] = [];
  await readOsm(file, {
    onNode(id, longitude, latitude, tags) {
      const position: TownPosition = [longitude, latitude];
      if (wanted.has(id)) positions.set(id, position);
      const { name } = tags;
      const layer = layerOf(tags);
      if (name && layer !== undefined && names.length < maxNames) names.push({ name, layer, position });
    },
  });
  return { positions, names };
}

const localities = ['city', 'town', 'village', 'hamlet'];
const neighbourhoods = ['suburb', 'quarter', 'neighbourhood', 'locality'];
const venueKeys = ['amenity', 'shop', 'tourism', 'leisure', 'historic', 'railway', 'office', 'natural'];

function layerOf(tags: OsmTags): NamedPlace['layer'] | undefined {
  const { place = '' } = tags;
  if (localities.includes(place)) return 'locality';
  if (neighbourhoods.includes(place)) return 'neighbourhood';
  return venueKeys.some((key) => tags[key] !== undefined) ? 'venue' : undefined;
}

// From the largest to the smallest.
const roads: readonly (readonly [MapLine['kind'], readonly string[]])[] = [
  ['ring-road', ['motorway', 'trunk', 'primary', 'motorway_link', 'trunk_link', 'primary_link']],
  ['main-road', ['secondary', 'tertiary', 'secondary_link', 'tertiary_link']],
  ['street', ['residential', 'unclassified', 'living_street', 'service', 'road']],
  ['cycleway', ['cycleway']],
  ['footpath', ['footway', 'path', 'pedestrian', 'track', 'bridleway']],
  ['steps', ['steps']],
];

const kinds: ReadonlyMap<string | undefined, MapLine['kind']> = new Map(
  roads.flatMap(([kind, values]) => values.map((value) => [value, kind] as const)),
);
const order: readonly MapLine['kind'][] = ['river', 'ring-road', 'main-road', 'park', 'street'];

function kindOf(tags: OsmTags): MapLine['kind'] | undefined {
  if (tags['natural'] === 'water' || tags['waterway'] === 'riverbank') return 'river';
  if (tags['leisure'] === 'park') return 'park';
  return kinds.get(tags['highway']);
}

function rankOf({ kind }: WayLine): number {
  const rank = order.indexOf(kind);
  return rank === -1 ? order.length : rank;
}
