import type { Engine } from '@org/routing/embedded';
import type { Trip } from '../../engine/trip.ts';
import { type Instruction, measure } from './instructions.ts';
import { invalid } from './problem.ts';

/** First point, last point, value. */
type Run = [from: number, to: number, value: unknown];

interface Edge {
  readonly begin_shape_index: number;
  readonly end_shape_index: number;
  readonly [name: string]: unknown;
}

/** What the details are made from. */
export interface DetailsSource {
  readonly engine: Engine;
  readonly costing: string;
  readonly signal: AbortSignal;
  readonly trip: Trip;
  /** The first point of each leg in the whole line. */
  readonly offsets: readonly number[];
  readonly instructions: readonly Instruction[];
}

/** The path details of these names. Source: graphhopper/graphhopper docs/web/api-doc.md. */
export async function renderDetails(
  names: readonly string[],
  source: DetailsSource,
): Promise<Readonly<Record<string, Run[]>>> {
  const unknown = names.find((name) => ownDetails[name] === undefined && edgeDetails[name] === undefined);
  if (unknown !== undefined) throw invalid(`Cannot find the path details: [${unknown}]`);
  const hasEdges = names.some((name) => edgeDetails[name] !== undefined);
  const edges = hasEdges ? await readEdges(source) : [];
  const entries = names.map((name) => {
    const read = edgeDetails[name];
    const runs = read === undefined ? ownDetails[name]?.(source) : edges.map((edge) => runOf(edge, read));
    return [name, joinEqual(runs ?? [])] as const;
  });
  return Object.fromEntries(entries);
}

const ownDetails: Readonly<Record<string, (source: DetailsSource) => Run[]>> = {
  street_name: ({ instructions }) =>
    instructions.map(({ interval: [from, to], street_name: name }): Run => [from, to, name]),
  leg_time: (source) => legRuns(source, 'time'),
  leg_distance: (source) => legRuns(source, 'distance'),
};

function legRuns({ trip, offsets }: DetailsSource, name: 'time' | 'distance'): Run[] {
  return trip.legs.map(
    ({ summary }, index): Run => [offsets[index] ?? 0, offsets[index + 1] ?? 0, measure(summary)[name]],
  );
}

const word = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : 'missing');

const edgeDetails: Readonly<Record<string, (edge: Edge) => unknown>> = {
  average_speed: (edge) => edge['speed'] ?? null,
  max_speed: (edge) => edge['speed_limit'] ?? null,
  osm_way_id: (edge) => edge['way_id'] ?? null,
  road_class: (edge) => word(edge['road_class']),
  surface: (edge) => word(edge['surface']),
  toll: (edge) => (edge['toll'] === true ? 'all' : 'no'),
};

const edgeAttributes = [
  'edge.speed',
  'edge.speed_limit',
  'edge.way_id',
  'edge.road_class',
  'edge.surface',
  'edge.toll',
  'edge.begin_shape_index',
  'edge.end_shape_index',
];

async function readEdges({ engine, costing, signal, trip, offsets }: DetailsSource): Promise<Edge[]> {
  const legs = await Promise.all(
    trip.legs.map(async ({ shape }, index) => {
      const filters = { attributes: edgeAttributes, action: 'include' };
      const body = { encoded_polyline: shape, costing, shape_match: 'walk_or_snap', filters };
      const { edges = [] } = (await engine.call('trace_attributes', body, signal)) as { edges?: Edge[] };
      const offset = offsets[index] ?? 0;
      return edges.map((edge) => ({
        ...edge,
        begin_shape_index: offset + edge.begin_shape_index,
        end_shape_index: offset + edge.end_shape_index,
      }));
    }),
  );
  return legs.flat();
}

function runOf(edge: Edge, read: (edge: Edge) => unknown): Run {
  return [edge.begin_shape_index, edge.end_shape_index, read(edge)];
}

function joinEqual(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const [from, to, value] of runs) {
    const last = joined.at(-1);
    if (last !== undefined && last[2] === value) last[1] = to;
    else if (to > from) joined.push([from, to, value]);
  }
  return joined;
}
