/**
 * The engine keeps classes of surfaces, not OpenStreetMap's words. Source: valhalla/valhalla docs, "Map
 * Matching API", and proto/tripcommon.proto.
 */
const surfaces: ReadonlyMap<string, string> = new Map([
  ['paved_smooth', 'paved'],
  ['paved', 'paved'],
  ['paved_rough', 'paved'],
  ['compacted', 'compacted'],
  ['dirt', 'dirt'],
  ['gravel', 'gravel'],
  ['path', 'unpaved'],
  ['impassable', 'unpaved'],
]);

export function mapSurface(surface: string | undefined): string | undefined {
  return surfaces.get(surface ?? '');
}

// The uses whose word says more than the class of the road.
const uses: ReadonlyMap<string, string> = new Map([
  ['ferry', 'ferry'],
  ['rail-ferry', 'ferry'],
  ['track', 'track'],
  ['living_street', 'living_street'],
  ['cycleway', 'cycleway'],
  ['mountain_bike', 'path'],
  ['path', 'path'],
  ['bridleway', 'bridleway'],
  ['pedestrian', 'pedestrian'],
  ['sidewalk', 'footway'],
  ['footway', 'footway'],
  ['pedestrian_crossing', 'footway'],
  ['steps', 'steps'],
]);

const withLinks: ReadonlySet<string> = new Set(['motorway', 'trunk', 'primary', 'secondary', 'tertiary']);

/** A word of OpenStreetMap's `highway`, or `ferry`. */
export function mapRoadClass(roadClass: string | undefined, use = ''): string | undefined {
  const word = uses.get(use);
  if (word !== undefined || roadClass === undefined) return word;
  if (roadClass === 'service_other') return 'service';
  return use === 'ramp' && withLinks.has(roadClass) ? `${roadClass}_link` : roadClass;
}
