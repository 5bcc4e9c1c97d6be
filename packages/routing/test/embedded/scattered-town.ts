import type { OsmMap, OsmNode, OsmTags, OsmWay } from '../../../sandbox/src/map/osm-map.ts';

type Point = readonly [column: number, row: number];

const street: OsmTags = { highway: 'residential', maxspeed: '30' };
const drive: OsmTags = { highway: 'service' };

/**
 * A grid of 10 × 10 crossings with what real maps have between their streets: drives that are connected to
 * nothing, private roads, dead ends, a loop that nobody can leave, and an island off the grid.
 */
export function scatteredTown(): OsmMap {
  const nodes = new Map<string, OsmNode>();
  const nodeAt = ([column, row]: Point): number => {
    const key = `${column} ${row}`;
    const [longitude, latitude] = locate([column, row]);
    const node = nodes.get(key) ?? { id: nodes.size + 1, longitude, latitude };
    nodes.set(key, node);
    return node.id;
  };
  const ways: OsmWay[] = [];
  const add = (tags: OsmTags, ...path: readonly Point[]) =>
    ways.push({ id: ways.length + 1, nodeIds: path.map(nodeAt), tags });
  const count = 10;
  const all = Array.from({ length: count }, (_, index) => index);
  for (const line of all) {
    const oneWay: OsmTags = line % 4 === 3 ? { oneway: 'yes' } : {};
    add({ ...street, ...oneWay }, ...all.map((column): Point => [column, line]));
    add({ ...street, ...oneWay }, ...all.map((row): Point => [line, row]));
  }
  for (const column of [0, 2, 5, 7])
    for (const row of [1, 4, 6]) {
      add(drive, [column + 0.3, row + 0.5], [column + 0.7, row + 0.5]);
      add({ ...drive, access: 'private' }, [column, row], [column + 0.2, row + 0.3]);
      add(street, [column + 1, row], [column + 0.8, row + 0.2]);
    }
  const loop: readonly Point[] = [
    [9, 9],
    [9.5, 9.5],
    [10, 9.5],
    [10, 10],
    [9.5, 10],
    [9.5, 9.5],
  ];
  add({ ...street, oneway: 'yes' }, ...loop);
  add(street, [12, 2], [12, 3], [13, 3], [13, 2], [12, 2]);
  return { nodes: [...nodes.values()], ways, relations: [] };
}

/** Blocks of 100 m. */
function locate([column, row]: Point): readonly [longitude: number, latitude: number] {
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  return [round(11 + 0.0014 * column), round(50 + 0.0009 * row)];
}

/** West, south, east and north of its places. */
export const townBox = [10.999, 49.9995, 11.0195, 50.0095] as const;
