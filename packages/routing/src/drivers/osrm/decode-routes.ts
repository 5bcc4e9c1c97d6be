import {
  asLine,
  boxAround,
  type Coordinate,
  isSamePlace,
  joinLines,
  type Leg,
  type Position,
  type Route,
  readLine,
  requirePlausibleRoute,
  type Step,
  signOf,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { annotation, readAnnotations } from './annotations.ts';
import type { OsrmAttribute } from './attribute.ts';
import { mapManeuver } from './maneuvers.ts';

const totals = { distance: z.number(), duration: z.number() };

const step = z.object({
  ...totals,
  geometry: z.string(),
  name: z.optional(z.string()),
  ref: z.optional(z.string()),
  mode: z.optional(z.string()),
  destinations: z.optional(z.string()),
  exits: z.optional(z.string()),
  rotary_name: z.optional(z.string()),
  driving_side: z.optional(z.string()),
  junction_name: z.optional(z.string()),
  maneuver: z.object({
    type: z.string(),
    modifier: z.optional(z.string()),
    exit: z.optional(z.number()),
    bearing_after: z.optional(z.number()),
    location: z.optional(z.coordinate),
    instruction: z.optional(z.string()),
  }),
});

const leg = z.object({
  ...totals,
  steps: z.array(step).check(z.atLeast(1)),
  annotation: z.optional(annotation),
});

/** Source: Project-OSRM/osrm-backend docs/http.md, "Route object", "RouteLeg object", "RouteStep object". */
export const route = z.object({
  ...totals,
  weight_name: z.optional(z.string()),
  legs: z.array(leg).check(z.atLeast(1)),
});

export type WireRoute = z.infer<typeof route>;
type WireStep = z.infer<typeof step>;

/** The text of a step on the leg of this index; `undefined` for a step that the package cannot say. */
export type WriteStep = (step: WireStep, legIndex: number, legCount: number) => string | undefined;

/** What is known of a route beside its response. */
export interface RouteContext {
  readonly hasSteps: boolean;
  readonly ends: readonly Position[];
  readonly write?: WriteStep | undefined;
  readonly attributes?: readonly OsrmAttribute[];
}

/**
 * A route of steps; the lines of the steps are its line. `write` makes the texts of a server that has none.
 *
 * @throws ResponseFormatError for a line that its length or its ends do not fit
 */
export function mapRoute(
  wire: WireRoute,
  path: string,
  { hasSteps, ends, write, attributes = [] }: RouteContext,
): Route {
  const at = `${path}.legs.steps.geometry`;
  const stated = wire.legs.flatMap(({ steps }) =>
    steps.map(({ geometry }, index) => {
      const line = readLine(geometry, at, { precision: 6 });
      return index === steps.length - 1 ? arrivalOf(line) : line;
    }),
  );
  const lines = joinLines(stated);
  const { offsets } = lines;
  const coordinates = asLine(lines.coordinates); // twice the same place where nothing moves
  const ranges = offsets.values();
  let end = 0;
  const legs = wire.legs.map((each, legIndex): Leg => {
    const start = end;
    const own = each.steps.map((wireStep) => {
      // A waypoint on two sides of a road: the next step starts at the first of its two points.
      const geometryRange = [end, ranges.next().value?.[1] ?? end] as const;
      [, end] = geometryRange;
      const text = hasSteps ? write?.(wireStep, legIndex, wire.legs.length) : undefined;
      return mapStep(wireStep, geometryRange, text);
    });
    return {
      distanceMeters: each.distance,
      durationSeconds: each.duration,
      geometryRange: [start, legIndex === wire.legs.length - 1 ? coordinates.length - 1 : end],
      steps: hasSteps ? own : [],
    };
  });
  const mapped: Route = {
    distanceMeters: wire.distance,
    durationSeconds: wire.duration,
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs,
    ...readAnnotations(wire.legs, { legs }, { coordinates, joints: jointsOf(offsets) }, attributes, path),
  };
  return requirePlausibleRoute(mapped, path, ends);
}

function jointsOf(offsets: readonly (readonly [number, number])[]): ReadonlySet<number> {
  return new Set(offsets.flatMap(([from], at) => (from === offsets[at - 1]?.[1] ? [] : [from - 1])));
}

// The last step of a leg has one point, some servers repeat it: its place is the end of the line before it.
// The first step of a leg between equal places has two equal points, and annotations have a value for them.
function arrivalOf(line: readonly Coordinate[]): readonly Coordinate[] {
  const [first, second] = line;
  return line.length === 2 && first && second && isSamePlace(first, second) ? [first] : line;
}

// OSRM has no texts; hosts in the style of Mapbox do.
function mapStep(wire: WireStep, geometryRange: Step['geometryRange'], text: string | undefined): Step {
  const { name, ref, mode, maneuver } = wire;
  const road = name || ref;
  const instruction = maneuver.instruction ?? text;
  return {
    maneuver: mapManeuver(maneuver, mode),
    ...(instruction === undefined ? {} : { instruction }),
    ...(road ? { name: road } : {}),
    ...mapSign(wire),
    distanceMeters: wire.distance,
    durationSeconds: wire.duration,
    geometryRange,
  };
}

// "A 5, A 6: Heidelberg, Mannheim". Source: Project-OSRM/osrm-backend profiles/lib/destination.lua.
function mapSign({ destinations: text = '', exits = '', ref = '', ...wire }: WireStep) {
  const [first = '', second] = text.split(': ', 2);
  const [onSign, destinations] = second === undefined ? ['', first] : [first, second];
  return signOf({
    exits: exits.split(';'),
    destinations: destinations.split(', '),
    refs: [...ref.split(';'), ...onSign.split(', ')],
    junctionName: wire.junction_name,
    drivingSide: wire.driving_side,
  });
}
