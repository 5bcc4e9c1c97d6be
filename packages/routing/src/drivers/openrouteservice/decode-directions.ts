import {
  boxAround,
  type Coordinate,
  type DirectionsAnswer,
  type DirectionsQuery,
  distanceBetween,
  type Leg,
  type Route,
  type RoutingWarning,
  readLine,
  readWire,
  requirePlausible,
  type SnappedPoint,
  type Step,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { attributesOf, hasExtra, readAttributes } from './attributes.ts';
import { type Decoded, mapName } from './decode.ts';
import { convertToLanguage } from './encode-directions.ts';
import { mapManeuver } from './maneuvers.ts';

// A route from a place to itself has neither distance nor duration; both are 0 then.
const totals = {
  distance: z.optional(z.number()),
  duration: z.optional(z.number()),
  ascent: z.optional(z.number()),
  descent: z.optional(z.number()),
};

const step = z.object({
  ...totals,
  type: z.number(),
  instruction: z.optional(z.string()),
  name: z.optional(z.string()),
  way_points: z.array(z.listIndex).check(z.atLeast(2)),
  exit_number: z.optional(z.number()),
  // With `maneuvers: true` in `providerOptions`.
  maneuver: z.optional(z.object({ location: z.optional(z.coordinate) })),
});

const segment = z.object({ ...totals, steps: z.optional(z.array(step)) });

const route = z.object({
  summary: z.object(totals),
  segments: z.optional(z.array(segment)),
  geometry: z.string(),
  way_points: z.array(z.listIndex).check(z.atLeast(2)),
  extras: z.optional(z.recordOf(z.unknown())),
  warnings: z.optional(z.array(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) }))),
});

/** Source: openrouteservice API reference, "Directions", JSON responses. */
const directionsBody = z.object({ routes: z.array(route).check(z.atLeast(1)) });

type WireRoute = z.infer<typeof route>;

export function decodeDirections(body: unknown, query: DirectionsQuery): Decoded<DirectionsAnswer> {
  const { routes: wireRoutes } = readWire(directionsBody, body);
  const routes = wireRoutes.map((wireRoute) => mapRoute(wireRoute, query));
  const line = routes[0]?.geometry.coordinates ?? [];
  const indexes = wireRoutes[0]?.way_points ?? [];
  return {
    routes,
    waypoints: requirePlausible(
      query.waypoints.map(({ position: given }, index): SnappedPoint => {
        const position = line[indexes[index] ?? -1];
        return position === undefined ? {} : { position, distanceMeters: distanceBetween(given, position) };
      }),
    ),
    warnings: [
      ...wireRoutes.flatMap(mapWarnings),
      ...languageWarning(query),
      ...bearingWarning(query),
      ...attributeWarnings(wireRoutes, query),
    ],
  };
}

function mapRoute(wire: WireRoute, query: DirectionsQuery): Route {
  const coordinates = readGeometry(wire, query);
  const last = coordinates.length - 1;
  const attributes = attributesOf(query);
  const indexOf = (waypoint: number) => Math.min(last, wire.way_points[waypoint] ?? last);
  return {
    ...mapTotals(wire.summary),
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    // Without instructions the service states no legs; the driver leaves them out for a single leg only.
    // Public transport has no segments either.
    legs: (wire.segments?.length ? wire.segments : [wire.summary]).map((wireLeg, index) =>
      mapLeg(wireLeg, [indexOf(index), indexOf(index + 1)], query.steps),
    ),
    ...(attributes.length === 0 ? {} : { attributes: readAttributes(wire.extras ?? {}, attributes, last) }),
  };
}

// The encoded line does not say whether it holds elevations: the request decides. Read in the other way it
// has another length.
function readGeometry({ geometry, way_points }: WireRoute, query: DirectionsQuery): Coordinate[] {
  const coordinates = readLine(geometry, 'geometry', { precision: 5, elevation: query.elevation });
  // A simplified line may have fewer points than its indexes say.
  const isSimplified = query.providerOptions?.['geometry_simplify'] === true;
  if (coordinates.length > 2 && way_points.at(-1) !== coordinates.length - 1 && !isSimplified)
    throw unexpectedResponse('geometry', 'must end at the last waypoint');
  return coordinates;
}

function mapLeg(
  wire: z.infer<typeof segment>,
  geometryRange: readonly [number, number],
  isDetailed: boolean,
): Leg {
  const wireSteps = isDetailed ? (wire.steps ?? []) : [];
  const steps = wireSteps.map((wireStep) => mapStep(wireStep, geometryRange));
  return { ...mapTotals(wire), geometryRange, steps };
}

function mapStep(wire: z.infer<typeof step>, [first, last]: readonly [number, number]): Step {
  const within = (index = first) => Math.max(first, Math.min(index, last));
  const { type, instruction, name, exit_number: exit, distance = 0, duration = 0 } = wire;
  const position = wire.maneuver?.location;
  return {
    maneuver: {
      ...mapManeuver(type),
      ...(exit ? { exit } : {}),
      ...(position === undefined ? {} : { position }),
      providerType: type,
    },
    ...(instruction === undefined ? {} : { instruction }),
    ...mapName(name),
    distanceMeters: distance,
    durationSeconds: duration,
    geometryRange: [within(wire.way_points[0]), within(wire.way_points[1])],
  };
}

function mapTotals({ distance = 0, duration = 0, ascent, descent }: WireRoute['summary']) {
  return {
    distanceMeters: distance,
    durationSeconds: duration,
    ...(ascent === undefined ? {} : { ascentMeters: ascent }),
    ...(descent === undefined ? {} : { descentMeters: descent }),
  };
}

function mapWarnings({ warnings = [] }: WireRoute): RoutingWarning[] {
  return warnings.map(({ code, message }) => ({
    // 4: an attribute that the profile or the server does not have.
    kind: code === 4 ? 'not-honoured' : 'notice',
    message: message?.trim() || 'The service sent a warning without a text.',
    ...(code === undefined ? {} : { providerCode: String(code) }),
  }));
}

function languageWarning({ steps, language }: DirectionsQuery): RoutingWarning[] {
  if (!steps || convertToLanguage(language) !== undefined) return [];
  const message = `The instructions are in English: the service has none in ${language}.`;
  return [{ kind: 'not-honoured', message }];
}

// Source: GIScience/openrouteservice, RouteRequestHandler: it reads the bearing alone.
function bearingWarning({ waypoints }: DirectionsQuery): RoutingWarning[] {
  if (waypoints.every(({ bearing }) => bearing?.toleranceDegrees === undefined)) return [];
  const message = 'The service ignores toleranceDegrees: it has a fixed tolerance.';
  return [{ kind: 'not-honoured', message }];
}

function attributeWarnings(routes: readonly WireRoute[], query: DirectionsQuery): RoutingWarning[] {
  return attributesOf(query)
    .filter((name) => !routes.every(({ extras = {} }) => hasExtra(extras, name)))
    .map((name) => {
      const message = `The service did not state the attribute "${name}" for this profile.`;
      return { kind: 'not-honoured', message };
    });
}
