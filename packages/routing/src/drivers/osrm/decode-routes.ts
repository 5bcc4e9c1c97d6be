import {
  boxAround,
  joinLines,
  type Leg,
  type Position,
  type Route,
  readLine,
  requirePlausibleRoute,
  type Step,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { mapManeuver } from './maneuvers.ts';

const totals = { distance: z.number(), duration: z.number() };

const step = z.object({
  ...totals,
  geometry: z.string(),
  name: z.optional(z.string()),
  ref: z.optional(z.string()),
  mode: z.optional(z.string()),
  maneuver: z.object({
    type: z.string(),
    modifier: z.optional(z.string()),
    exit: z.optional(z.number()),
    location: z.optional(z.coordinate),
    instruction: z.optional(z.string()),
  }),
});

const leg = z.object({ ...totals, steps: z.array(step).check(z.atLeast(1)) });

/** Source: Project-OSRM/osrm-backend docs/http.md, "Route object", "RouteLeg object", "RouteStep object". */
export const route = z.object({
  ...totals,
  weight_name: z.optional(z.string()),
  legs: z.array(leg).check(z.atLeast(1)),
});

export type WireRoute = z.infer<typeof route>;
type WireStep = z.infer<typeof step>;

/**
 * A route of steps; the lines of the steps are its line.
 *
 * @throws ResponseFormatError for a line that its length or its ends do not fit
 */
export function mapRoute(wire: WireRoute, path: string, hasSteps: boolean, ends: readonly Position[]): Route {
  const steps = wire.legs.flatMap((each) => each.steps);
  const at = `${path}.legs.steps.geometry`;
  const { coordinates, offsets } = joinLines(
    steps.map(({ geometry }) => readLine(geometry, at, { precision: 6 })),
  );
  const ranges = offsets.values();
  const legs = wire.legs.map((each): Leg => {
    const own = each.steps.map((wireStep) => mapStep(wireStep, ranges.next().value ?? [0, 0]));
    return {
      distanceMeters: each.distance,
      durationSeconds: each.duration,
      geometryRange: [own[0]?.geometryRange[0] ?? 0, own.at(-1)?.geometryRange[1] ?? 0],
      steps: hasSteps ? own : [],
    };
  });
  const mapped: Route = {
    distanceMeters: wire.distance,
    durationSeconds: wire.duration,
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs,
  };
  return requirePlausibleRoute(mapped, path, ends);
}

// OSRM has no texts; hosts in the style of Mapbox do.
function mapStep(wire: WireStep, geometryRange: Step['geometryRange']): Step {
  const { name, ref, mode, maneuver } = wire;
  const road = name || ref;
  return {
    maneuver: mapManeuver(maneuver, mode),
    ...(maneuver.instruction === undefined ? {} : { instruction: maneuver.instruction }),
    ...(road ? { name: road } : {}),
    distanceMeters: wire.distance,
    durationSeconds: wire.duration,
    geometryRange,
  };
}
