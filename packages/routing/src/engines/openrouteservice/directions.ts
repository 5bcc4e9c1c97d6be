import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { DirectionsAnswer, DirectionsQuery, Leg, Route, Step } from '../../model/directions.ts';
import type { Coordinate } from '../../model/position.ts';
import type { RoutingWarning, SnappedPoint } from '../../model/result.ts';
import { boxAround, distanceBetween } from '../../model/sphere.ts';
import { requirePlausible } from '../plausible.ts';
import { badAnswer, readAnswer } from '../read-answer.ts';
import { LineIndex, readLine } from '../read-line.ts';
import { attributionOf, Metadata } from './answer.ts';
import { convertToOpenrouteserviceLanguage } from './language.ts';
import { mapOpenrouteserviceManeuver } from './maneuvers.ts';

// A way from a place to itself has neither; both are 0 then.
const totals = lazily(() => ({
  distance: z._default(z.number(), 0),
  duration: z._default(z.number(), 0),
  ascent: z.optional(z.number()),
  descent: z.optional(z.number()),
}));

const WireStep = lazily(() =>
  z.object({
    distance: totals().distance,
    duration: totals().duration,
    type: z.number(),
    instruction: z.optional(z.string()),
    name: z.optional(z.string()),
    way_points: z.tuple([LineIndex(), LineIndex()]),
    exit_number: z.optional(z.number()),
  }),
);

const WireRoute = lazily(() =>
  z.object({
    summary: z.object(totals()),
    segments: z._default(z.array(z.object({ ...totals(), steps: z.optional(z.array(WireStep())) })), []),
    geometry: z.string(),
    way_points: z.array(LineIndex()).check(z.minLength(2)),
    warnings: z.optional(
      z.array(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
    ),
  }),
);

/** Source: openrouteservice API reference, "Directions", JSON responses. */
const DirectionsBody = lazily(() =>
  z.object({
    routes: z.array(WireRoute()).check(z.minLength(1)),
    metadata: Metadata(),
  }),
);

type WireRoute = z.infer<ReturnType<typeof WireRoute>>;
type WireSegment = WireRoute['segments'][number];

export function mapOpenrouteserviceDirections(value: unknown, query: DirectionsQuery): DirectionsAnswer {
  const body = readAnswer(DirectionsBody, value);
  const routes = body.routes.map((route) => mapRoute(route, query));
  const [wireRoute] = body.routes;
  return {
    routes,
    waypoints: requirePlausible(
      query.waypoints.map(({ position: given }, index): SnappedPoint => {
        const position = routes[0]?.geometry.coordinates[wireRoute?.way_points[index] ?? -1];
        return position === undefined ? {} : { position, distanceMeters: distanceBetween(given, position) };
      }),
    ),
    warnings: [...body.routes.flatMap(mapWarnings), ...languageWarning(query)],
    attribution: attributionOf(body.metadata),
    raw: value,
  };
}

function mapRoute(route: WireRoute, query: DirectionsQuery): Route {
  const coordinates = readGeometry(route, query);
  const last = coordinates.length - 1;
  return {
    ...mapTotals(route.summary),
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs: route.segments.map((segment, index) => {
      const within = (at: number | undefined) => Math.min(last, at ?? last);
      return mapLeg(segment, [within(route.way_points[index]), within(route.way_points[index + 1])]);
    }),
  };
}

// Whether the text holds heights cannot be seen from it: what was asked for decides. Read the other way it
// would be a line of another length.
function readGeometry(route: WireRoute, query: DirectionsQuery): Coordinate[] {
  const coordinates = readLine(route.geometry, 'geometry', { precision: 5, elevation: query.elevation });
  const lastWaypoint = route.way_points.at(-1) ?? 0;
  // A simplified line may have fewer points than its indexes say.
  const isSimplified = query.providerOptions?.['geometry_simplify'] === true;
  if (coordinates.length > 2 && lastWaypoint !== coordinates.length - 1 && !isSimplified) {
    throw badAnswer([{ path: 'geometry', message: 'the line does not end at the last waypoint' }]);
  }
  return coordinates;
}

function mapLeg(segment: WireSegment, geometryRange: readonly [number, number]): Leg {
  return {
    ...mapTotals(segment),
    geometryRange,
    steps: (segment.steps ?? []).map((step) => mapStep(step, geometryRange)),
  };
}

function mapStep(step: z.infer<ReturnType<typeof WireStep>>, [first, last]: readonly [number, number]): Step {
  const within = (index: number) => Math.max(first, Math.min(index, last));
  const { instruction, name, exit_number: exit } = step;
  return {
    maneuver: {
      ...mapOpenrouteserviceManeuver(step.type),
      ...(exit === undefined ? {} : { exit }),
      providerType: step.type,
    },
    ...(instruction === undefined ? {} : { instruction }),
    ...(name === undefined || name === '' || name === '-' ? {} : { name }),
    distanceMeters: step.distance,
    durationSeconds: step.duration,
    geometryRange: [within(step.way_points[0]), within(step.way_points[1])],
  };
}

function mapTotals({
  distance,
  duration,
  ascent,
  descent,
}: z.infer<z.ZodMiniObject<ReturnType<typeof totals>>>) {
  return {
    distanceMeters: distance,
    durationSeconds: duration,
    ...(ascent === undefined ? {} : { ascentMeters: ascent }),
    ...(descent === undefined ? {} : { descentMeters: descent }),
  };
}

function mapWarnings({ warnings }: WireRoute): RoutingWarning[] {
  return (warnings ?? []).map(({ code, message }) => ({
    kind: 'notice',
    message: message ?? 'The service sent a warning without a text.',
    ...(code === undefined ? {} : { providerCode: String(code) }),
  }));
}

function languageWarning(query: DirectionsQuery): RoutingWarning[] {
  if (!query.steps || convertToOpenrouteserviceLanguage(query.language) !== undefined) return [];
  return [
    {
      kind: 'not-honoured',
      message: `The instructions are in English: the service has none in ${query.language}.`,
    },
  ];
}
