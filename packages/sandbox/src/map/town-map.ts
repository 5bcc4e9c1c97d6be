import type { OsmMap, OsmNode, OsmRelation, OsmTags, OsmWay } from './osm-map.ts';
import { type GridPoint, planTown, type StreetKind, type Stretch, turnBan } from './town-plan.ts';

/** [lon, lat] of a point of the grid; blocks are 100 m in both directions. */
export function locateGridPoint([lane, street]: GridPoint): readonly [longitude: number, latitude: number] {
  return [roundTo7(10 + 0.0014 * lane), roundTo7(50 + 0.0009 * street)];
}

/** The town as OpenStreetMap data. Connected stretches share a node. */
export function createTownMap(): OsmMap {
  const stretches = planTown();
  const nodes = new Map<string, OsmNode>();
  const nodeAt = (point: GridPoint): number => {
    const key = point.join();
    const [longitude, latitude] = locateGridPoint(point);
    const node = nodes.get(key) ?? { id: nodes.size + 1, longitude, latitude };
    nodes.set(key, node);
    return node.id;
  };
  const ways = stretches.map(
    (stretch, index): OsmWay => ({
      id: index + 1,
      nodeIds: stretch.path.map(nodeAt),
      tags: tagsOf(stretch),
    }),
  );
  return { nodes: [...nodes.values()], ways, relations: [turnRestriction(ways, nodeAt(turnBan.via))] };
}

function turnRestriction(ways: readonly OsmWay[], via: number): OsmRelation {
  const from = ways.find(({ tags }) => tags['name'] === turnBan.from);
  const to = ways.find(({ tags, nodeIds }) => tags['name'] === turnBan.to && nodeIds.at(-1) === via);
  if (!from || !to) throw new Error('The turn restriction of the town has an unknown street.');
  return {
    id: 1,
    members: [
      { kind: 'way', id: from.id, role: 'from' },
      { kind: 'node', id: via, role: 'via' },
      { kind: 'way', id: to.id, role: 'to' },
    ],
    tags: { type: 'restriction', restriction: 'no_left_turn' },
  };
}

function tagsOf({ name, kind, oneWay, tags }: Stretch): OsmTags {
  const direction: OsmTags = oneWay === undefined ? {} : { oneway: oneWay === 'along' ? 'yes' : '-1' };
  return { ...tagsByKind[kind], name, ...direction, ...tags };
}

const tagsByKind: Readonly<Record<StreetKind, OsmTags>> = {
  'ring-road': { highway: 'primary', maxspeed: '70' },
  'main-road': { highway: 'secondary', maxspeed: '50' },
  street: { highway: 'residential', maxspeed: '30' },
  bridge: { highway: 'tertiary', maxspeed: '50', bridge: 'yes', layer: '1' },
  roundabout: { highway: 'secondary', maxspeed: '30', junction: 'roundabout' },
  footpath: { highway: 'footway' },
  cycleway: { highway: 'cycleway' },
  steps: { highway: 'steps' },
};

function roundTo7(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
