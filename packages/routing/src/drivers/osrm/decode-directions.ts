import {
  type DirectionsAnswer,
  type DirectionsQuery,
  type RoutingWarning,
  readWire,
  requireEach,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { attributesOf } from './annotations.ts';
import { mapRoute, route, type WireRoute, type WriteStep } from './decode-routes.ts';
import { attribution, mapPlaces, place } from './places.ts';
import type { Instructions } from './write-instructions.ts';

const routeBody = z.object({
  routes: z.array(route).check(z.atLeast(1)),
  waypoints: z.array(place),
});

const tripBody = z.object({
  trips: z.array(route).check(z.atLeast(1)),
  waypoints: z.array(z.extend(place, { trips_index: z.listIndex, waypoint_index: z.listIndex })),
});

/** Source: Project-OSRM/osrm-backend docs/http.md, "Route service". */
export function decodeDirections(
  body: unknown,
  query: DirectionsQuery,
  instructions?: Instructions,
): DirectionsAnswer {
  const text = query.steps ? instructions?.(query.language) : undefined;
  const { write, warnings = [] } = text ?? {};
  const answer = query.optimizeOrder ? decodeTrip(body, query, write) : decodeRoutes(body, query, write);
  return { ...answer, warnings: [...answer.warnings, ...warnings] };
}

function decodeRoutes(body: unknown, query: DirectionsQuery, write: WriteStep | undefined): DirectionsAnswer {
  const { routes, waypoints } = readWire(routeBody, body);
  const sent = query.waypoints.map(({ position }) => position);
  const places = mapPlaces(requireEach(waypoints, 'waypoints', sent.length), sent);
  const ends = endsOf(waypoints.map(({ location }) => location));
  return {
    // Mapbox takes no number of alternatives.
    routes: routes
      .slice(0, 1 + query.alternatives)
      .map((wire, index) => mapRoute(wire, `routes[${index}]`, { ...contextOf(query), ends, write })),
    waypoints: places,
    warnings: preferenceWarning(routes, query),
    attribution,
    raw: body,
  };
}

/**
 * Source: "Trip service". Places that no route joins are several trips: there is no route over all of them.
 */
function decodeTrip(body: unknown, query: DirectionsQuery, write: WriteStep | undefined): DirectionsAnswer {
  const { trips, waypoints } = readWire(tripBody, body);
  const sent = query.waypoints.map(({ position }) => position);
  const places = mapPlaces(requireEach(waypoints, 'waypoints', sent.length), sent);
  const common = { waypoints: places, warnings: preferenceWarning(trips, query), attribution, raw: body };
  const [wire] = trips;
  if (wire === undefined || trips.length > 1) return { routes: [], ...common };
  const waypointOrder = orderOf(waypoints.map(({ waypoint_index: at }) => at));
  const ordered = waypointOrder.map((index) => waypoints[index]?.location);
  const locations = ordered.filter((location) => location !== undefined);
  const best = mapRoute(wire, 'trips[0]', { ...contextOf(query), ends: endsOf(locations), write });
  return { routes: [{ ...best, waypointOrder }], ...common };
}

function contextOf(query: DirectionsQuery) {
  return { hasSteps: query.steps, attributes: attributesOf(query) };
}

/** The waypoints in the order of the trip, from the place of each in it. */
function orderOf(places: readonly number[]): number[] {
  const order = places.map((_, at) => places.indexOf(at));
  if (order.includes(-1)) throw unexpectedResponse('waypoints', 'must have each waypoint_index once');
  return order;
}

function endsOf<Location>(locations: readonly Location[]): Location[] {
  return [locations[0], locations.at(-1)].filter((location) => location !== undefined);
}

function preferenceWarning([best]: readonly WireRoute[], { preference }: DirectionsQuery): RoutingWarning[] {
  const weight = best?.weight_name;
  if (preference !== 'fastest' || weight === undefined || weight === 'duration') return [];
  const message =
    `The data of this server is prepared for "${weight}", not for the shortest duration. ` +
    'A faster route may exist.';
  return [{ kind: 'not-honoured', message }];
}
