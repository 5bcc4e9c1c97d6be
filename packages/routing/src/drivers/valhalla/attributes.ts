import {
  type AttributeName,
  type AttributeRun,
  type AttributeRuns,
  type AttributesAnswer,
  type AttributesQuery,
  type AttributeValues,
  encodePolyline,
  readLine,
  readWire,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { convertToCosting } from './costing.ts';
import type { ValhallaRequest } from './locations.ts';
import { verticesAt } from './vertices.ts';
import { attribution, mapWarnings, warningList } from './warnings.ts';

/** Source: valhalla/valhalla docs, "Map Matching API", attribute filters. */
const filters: Readonly<Partial<Record<AttributeName, readonly string[]>>> = {
  surface: ['edge.surface'],
  roadClass: ['edge.road_class', 'edge.use'],
  toll: ['edge.toll'],
  gradient: ['edge.weighted_grade', 'edge.max_upward_grade'],
  speedLimit: ['edge.speed_limit'],
  averageSpeed: ['edge.speed'],
  wayId: ['edge.way_id'],
};

/** Walks along the edges of the line, which has to follow them exactly. Nothing is matched. */
export function encodeAttributes({ profile, line, attributes }: AttributesQuery): ValhallaRequest {
  const always = ['shape', 'edge.begin_shape_index', 'edge.end_shape_index'];
  const body = {
    encoded_polyline: encodePolyline(line, { precision: 6 }),
    ...convertToCosting({ profile }),
    shape_match: 'edge_walk',
    units: 'km',
    filters: {
      action: 'include',
      attributes: [...always, ...attributes.flatMap((name) => filters[name] ?? [])],
    },
  };
  return { action: 'trace_attributes', body };
}

const edge = z.object({
  begin_shape_index: z.listIndex,
  end_shape_index: z.listIndex,
  surface: z.optional(z.string()),
  road_class: z.optional(z.string()),
  use: z.optional(z.string()),
  toll: z.optional(z.boolean()),
  weighted_grade: z.optional(z.number()),
  max_upward_grade: z.optional(z.number()),
  speed_limit: z.optional(z.union([z.number(), z.string()])),
  speed: z.optional(z.number()),
  way_id: z.optional(z.number()),
});

const attributesBody = z.object({ shape: z.string(), edges: z.array(edge), warnings: warningList });

type Edge = z.infer<typeof edge>;

export function decodeAttributes(body: unknown, { line, attributes }: AttributesQuery): AttributesAnswer {
  const { shape, edges, warnings } = readWire(attributesBody, body);
  const indexes = verticesAt(readLine(shape, 'shape', { precision: 6 }), line);
  if (indexes === undefined) throw unexpectedResponse('shape', 'must follow the line');
  const runs = attributes.map(
    (name) => [name, runsOf(edges, readers[name] ?? nothing, indexes, line.length)] as const,
  );
  return {
    attributes: Object.fromEntries(runs) as AttributeRuns,
    warnings: mapWarnings(warnings),
    attribution,
    raw: body,
  };
}

type Reader<Name extends AttributeName> = (edge: Edge) => AttributeValues[Name] | undefined;

const nothing = () => undefined;

const readers: { readonly [Name in AttributeName]?: Reader<Name> } = {
  surface: ({ surface }) => mapSurface(surface),
  roadClass: ({ road_class, use }) => mapRoadClass(road_class, use),
  toll: ({ toll }) => toll,
  gradient: gradientOf,
  // A text is `unlimited`.
  speedLimit: ({ speed_limit: limit }) => (typeof limit === 'number' && limit > 0 ? limit : undefined),
  averageSpeed: ({ speed }) => speed,
  wayId: ({ way_id }) => way_id,
};

// Without data the grade is 0, and the largest one is -500 or, in older versions, 32768.
function gradientOf({ weighted_grade: grade, max_upward_grade: largest = 0 }: Edge): number | undefined {
  return Math.abs(largest) >= 500 || grade === undefined ? undefined : Math.round(grade * 10) / 10;
}

// The parts of the line between the edges have the value `null`.
function runsOf(
  edges: readonly Edge[],
  readValue: (edge: Edge) => AttributeRun['value'] | undefined,
  indexes: readonly number[],
  length: number,
): AttributeRun[] {
  const runs: AttributeRun[] = [];
  const add = (to: number, value: AttributeRun['value']) => {
    const last = runs.at(-1);
    const from = last?.geometryRange[1] ?? 0;
    if (to <= from) return;
    if (last?.value === value) runs[runs.length - 1] = { geometryRange: [last.geometryRange[0], to], value };
    else runs.push({ geometryRange: [from, to], value });
  };
  for (const each of edges) {
    const { begin_shape_index: begin, end_shape_index: end } = each;
    const [from, to] = [indexes[begin], indexes[end]];
    if (from === undefined || to === undefined)
      throw unexpectedResponse('edges', 'has an index outside the shape');
    add(from, null);
    add(to, readValue(each) ?? null);
  }
  add(length - 1, null);
  return runs;
}

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
