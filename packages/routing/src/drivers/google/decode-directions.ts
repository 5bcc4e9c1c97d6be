import {
  boxAround,
  type CheckedWaypoint,
  type Coordinate,
  type DirectionsAnswer,
  type DirectionsQuery,
  defaultSnapRadiusMeters,
  joinLines,
  type Leg,
  PointNotFoundError,
  type Route,
  type RoutingWarning,
  readLine,
  readWire,
  requirePlausible,
  requirePlausibleRoute,
  type SnappedPoint,
  type Step,
  unexpectedResponse,
} from '../../driver.ts';
import { waypointsOn } from '../../tables/index.ts';
import * as z from '../../wire/schema.ts';
import { attribution, duration, fallback, fallbackWarning, secondsOf } from './answers.ts';
import { mapManeuver } from './maneuvers.ts';

const polyline = z.optional(z.object({ encodedPolyline: z.optional(z.string()) }));

// Zero and empty values are left out, but for messages: a duration is one. Source: protobuf.dev, "ProtoJSON
// Format".
const totals = { distanceMeters: z.optional(z.number()), polyline };

const step = z.object({
  ...totals,
  staticDuration: z.optional(duration),
  navigationInstruction: z.optional(
    z.object({ maneuver: z.optional(z.string()), instructions: z.optional(z.string()) }),
  ),
});

const leg = z.object({ ...totals, duration, steps: z.optional(z.array(step)) });

const route = z.object({
  ...totals,
  duration,
  legs: z.array(leg).check(z.atLeast(1)),
  warnings: z.optional(z.array(z.string())),
  optimizedIntermediateWaypointIndex: z.optional(z.array(z.number())),
});

/** Source: google/maps/routing/v2/routes_service.proto, `ComputeRoutesResponse`. */
const directionsBody = z.object({
  routes: z.optional(z.array(route)),
  geocodingResults: z.optional(z.object({})),
  fallbackInfo: fallback,
});

type WireRoute = z.infer<typeof route>;
type WireLeg = z.infer<typeof leg>;

export function decodeDirections(body: unknown, query: DirectionsQuery): DirectionsAnswer {
  const { routes: stated = [], geocodingResults, fallbackInfo } = readWire(directionsBody, body);
  // "No route" is a body with geocoding results alone. An empty body is from something else.
  if (stated.length === 0 && geocodingResults === undefined)
    throw unexpectedResponse('routes', 'must be a list of routes');
  const [best] = stated;
  const order = query.optimizeOrder && best ? orderOf(best, query.waypoints.length) : undefined;
  const routes = stated
    .slice(0, 1 + query.alternatives)
    .map((each, index) => ({ ...mapRoute(each, index, query), ...(order && { waypointOrder: order }) }));
  return {
    routes,
    waypoints: snappedWaypoints(routes[0], query, order),
    warnings: [
      ...fallbackWarning(fallbackInfo),
      ...(best?.warnings ?? []).map((message) => ({ kind: 'notice', message }) as const),
      ...toleranceWarning(query),
    ],
    attribution,
    raw: body,
  };
}

function mapRoute(wire: WireRoute, index: number, { waypoints }: DirectionsQuery): Route {
  const path = `routes[${index}]`;
  const stated = wire.legs.map((each, at) => linesOf(wire, each, `${path}.legs[${at}]`));
  const places = stated.flat(2);
  // A leg without a line is at the place where the next one begins, or the last one ended.
  const lines = stated.map((each, at) => {
    const [next = places.at(-1)] = stated.slice(at).flat(2);
    return each.length > 0 || next === undefined ? each : [[next]];
  });
  const { coordinates, offsets } = joinLines(lines.flat());
  const ranges = [...offsets];
  const legs = wire.legs.map((each, at) => mapLeg(each, ranges.splice(0, lines[at]?.length ?? 0)));
  const mapped: Route = {
    distanceMeters: wire.distanceMeters ?? 0,
    durationSeconds: secondsOf(wire.duration),
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs,
  };
  const ends = [waypoints[0], waypoints.at(-1)].flatMap((end) => (end ? [end.position] : []));
  return requirePlausibleRoute(mapped, path, ends);
}

/** The lines of the steps of a leg, or its own. That of the only leg is the route's. */
function linesOf(
  { legs, polyline }: WireRoute,
  { steps = [], polyline: own, distanceMeters = 0 }: WireLeg,
  path: string,
): Coordinate[][] {
  const ofSteps = steps.map((each) => each.polyline?.encodedPolyline);
  const whole = own?.encodedPolyline ?? (legs.length === 1 ? polyline?.encodedPolyline : undefined);
  // Google leaves out what is zero and empty.
  if (ofSteps.length === 0 && !whole && distanceMeters === 0 && legs.length > 1) return [];
  const encoded = ofSteps.length > 0 ? ofSteps : [whole];
  return encoded.map((text) => {
    if (text === undefined) throw unexpectedResponse(`${path}.polyline`, 'must be a line');
    return readLine(text, `${path}.polyline`, { precision: 5 });
  });
}

function mapLeg(
  { distanceMeters = 0, duration, steps = [] }: WireLeg,
  ranges: readonly Leg['geometryRange'][],
): Leg {
  const [from] = ranges[0] ?? [0];
  const to = ranges.at(-1)?.[1] ?? from;
  const arrival: Step = {
    maneuver: { kind: 'arrive', providerType: 'arrive' },
    distanceMeters: 0,
    durationSeconds: 0,
    geometryRange: [to, to],
  };
  const mapped = steps.map((each, index) => mapStep(each, index, ranges[index] ?? [to, to]));
  return {
    distanceMeters,
    durationSeconds: secondsOf(duration),
    geometryRange: [from, to],
    steps: mapped.length === 0 ? [] : [...mapped, arrival],
  };
}

function mapStep(wire: z.infer<typeof step>, index: number, geometryRange: Step['geometryRange']): Step {
  const { maneuver, instructions } = wire.navigationInstruction ?? {};
  return {
    maneuver: mapManeuver(maneuver, index === 0),
    ...(instructions === undefined ? {} : { instruction: instructions }),
    distanceMeters: wire.distanceMeters ?? 0,
    // Without traffic: Google has no other one for a step.
    durationSeconds: secondsOf(wire.staticDuration),
    geometryRange,
  };
}

// Of no stop, or of one, Google sends no order, or -1.
function orderOf({ optimizedIntermediateWaypointIndex: stated = [] }: WireRoute, count: number): number[] {
  const between = count > 3 ? stated.map((index) => index + 1) : count > 2 ? [1] : [];
  const order = [0, ...between, count - 1];
  const isWhole = order.length === count && new Set(order).size === count;
  if (isWhole && order.every((index) => Number.isInteger(index) && index >= 0 && index < count)) return order;
  throw unexpectedResponse('optimizedIntermediateWaypointIndex', 'must have every stop between once');
}

/** The ends of the legs. Google does not state where a via is on the road. */
function snappedWaypoints(
  best: Route | undefined,
  query: DirectionsQuery,
  order: readonly number[] = query.waypoints.map((_, index) => index),
): readonly SnappedPoint[] {
  const { waypoints } = query;
  const stops = order.filter((index) => isStop(waypoints, index));
  const given = stops.flatMap((index) => (waypoints[index] ? [waypoints[index].position] : []));
  const places = waypointsOn(best, given);
  const snapped = waypoints.map((_, index) => places[stops.indexOf(index)] ?? {});
  return requireNear(requirePlausible(snapped), query);
}

function isStop(waypoints: readonly CheckedWaypoint[], index: number): boolean {
  return index === 0 || index === waypoints.length - 1 || waypoints[index]?.role !== 'via';
}

/** The service has no radius: it takes the nearest road, at any distance. */
function requireNear(snapped: readonly SnappedPoint[], query: DirectionsQuery): readonly SnappedPoint[] {
  const radiusOf = (index: number) =>
    query.waypoints[index]?.snapRadiusMeters ?? query.snapRadiusMeters ?? defaultSnapRadiusMeters;
  const pointIndex = snapped.findIndex(({ distanceMeters = 0 }, index) => distanceMeters > radiusOf(index));
  if (pointIndex < 0) return snapped;
  const message =
    `Waypoint ${pointIndex} has no road within ${radiusOf(pointIndex)} m. ` +
    'Set snapRadiusMeters if it may be farther away.';
  throw new PointNotFoundError({ message, pointIndex, outcome: 'sent' });
}

function toleranceWarning({ waypoints }: DirectionsQuery): RoutingWarning[] {
  if (waypoints.every(({ bearing }) => bearing?.toleranceDegrees === undefined)) return [];
  const message = 'toleranceDegrees of a bearing is ignored: Google has none.';
  return [{ kind: 'not-honoured', message }];
}
