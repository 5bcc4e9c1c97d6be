import {
  type AttributeName,
  type AttributeRun,
  type AttributeRuns,
  type AttributeValues,
  type DirectionsQuery,
  unexpectedResponse,
} from '../../../driver.ts';

/** A run of a path detail: first point, last point, value. */
export type WireRun = readonly [from: number, to: number, value?: unknown];

type Read<Value> = (value: unknown) => Value | null;

// Values of the engine that say that it knows nothing.
const unknown = new Set(['', 'missing', 'other']);

const word: Read<string> = (value) =>
  typeof value === 'string' && !unknown.has(value.toLowerCase()) ? value.toLowerCase() : null;
const number: Read<number> = (value) => (Number.isFinite(value) ? Number(value) : null);

/** The name of each attribute at the service, and how to read its value. */
const details = {
  surface: ['surface', word],
  roadClass: ['road_class', word],
  toll: [
    'toll',
    (value) => {
      const kind = word(value);
      return kind === null ? null : kind !== 'no';
    },
  ],
  gradient: ['average_slope', number],
  speedLimit: ['max_speed', number],
  averageSpeed: ['average_speed', number],
  wayId: ['osm_way_id', number],
} as const satisfies { readonly [Name in AttributeName]?: readonly [string, Read<AttributeValues[Name]>] };

type Stated = keyof typeof details;
const stated = Object.keys(details) as Stated[];

/** The attributes of a request, and those that `details` of its `providerOptions` names. */
export function attributesOf({ attributes, providerOptions }: DirectionsQuery): readonly Stated[] {
  const added: readonly unknown[] = [providerOptions?.['details']].flat();
  return stated.filter((name) => attributes.includes(name) || added.includes(details[name][0]));
}

/** The path details of the attributes. Source: graphhopper/graphhopper docs/web/api-doc.md, `details`. */
export function detailsOf(names: readonly AttributeName[]): readonly string[] {
  return stated.filter((name) => names.includes(name)).map((name) => details[name][0]);
}

/** The runs of each attribute. They cover the line. */
export function readAttributes(
  names: readonly Stated[],
  wire: Readonly<Record<string, readonly WireRun[]>>,
  last: number,
): AttributeRuns {
  return Object.fromEntries(names.map((name) => [name, readRuns(name, wire[details[name][0]] ?? [], last)]));
}

function readRuns(name: Stated, runs: readonly WireRun[], last: number): AttributeRun[] {
  const [path, readValue] = details[name];
  let at = 0;
  for (const [from, to] of runs) {
    if (from !== at || to < from || to > last)
      throw unexpectedResponse(`details.${path}`, 'must cover the line');
    at = to;
  }
  // A line from a place to itself has no runs.
  if (runs.length > 0 && at !== last) throw unexpectedResponse(`details.${path}`, 'must cover the line');
  if (runs.length === 0) return [{ geometryRange: [0, last], value: null }];
  return fuse(runs.map(([from, to, value]) => ({ geometryRange: [from, to], value: readValue(value) })));
}

// The service starts a run at each waypoint, too.
function fuse(runs: readonly AttributeRun[]): AttributeRun[] {
  const fused: AttributeRun[] = [];
  for (const run of runs) {
    const before = fused.at(-1);
    if (before === undefined || before.value !== run.value) fused.push(run);
    else
      fused[fused.length - 1] = {
        ...before,
        geometryRange: [before.geometryRange[0], run.geometryRange[1]],
      };
  }
  return fused;
}
