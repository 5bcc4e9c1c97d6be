import type { OsmMap } from '../../../sandbox/src/map/osm-map.ts';
import { encodeOsmPbf } from '../../../sandbox/src/map/osm-pbf.ts';
import { createTownMap } from '../../../sandbox/src/map/town-map.ts';

/** The town with another name for a street. */
export function withName(before: string, after: string): OsmMap {
  const town = createTownMap();
  const rename = (tags: OsmMap['ways'][number]['tags']) =>
    tags['name'] === before ? { ...tags, name: after } : tags;
  return { ...town, ways: town.ways.map((way) => ({ ...way, tags: rename(way.tags) })) };
}

/** The town inside of a country. */
export function withBorder(name: string, code: string): OsmMap {
  const town = createTownMap();
  const ring = [
    [9.9, 49.9],
    [10.2, 49.9],
    [10.2, 50.2],
    [9.9, 50.2],
  ] as const;
  const id = 900_000;
  const nodes = ring.map(([longitude, latitude], index) => ({ id: id + index, longitude, latitude }));
  const tags = { boundary: 'administrative', admin_level: '2' };
  const way = { id, nodeIds: [...nodes, ...nodes.slice(0, 1)].map((node) => node.id), tags };
  const relation = {
    id,
    members: [{ kind: 'way' as const, id, role: 'outer' }],
    tags: { ...tags, type: 'boundary', name, 'name:en': name, 'ISO3166-1:alpha2': code },
  };
  return {
    nodes: [...town.nodes, ...nodes],
    ways: [...town.ways, way],
    relations: [...town.relations, relation],
  };
}

/** A file that ends after its header: the builder of engine 3.6.1 ends with SIGSEGV. */
export function headerOnly(): Uint8Array {
  return encodeOsmPbf({ nodes: [], ways: [], relations: [] });
}
