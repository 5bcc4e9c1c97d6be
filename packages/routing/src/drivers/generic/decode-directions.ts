import {
  asLine,
  boxAround,
  type Coordinate,
  type DirectionsAnswer,
  type DirectionsQuery,
  distanceBetween,
  isCoordinate,
  joinLines,
  type Leg,
  type Position,
  type Route,
  readLine,
  requirePlausibleRoute,
  type SnappedPoint,
  type Step,
  unexpectedResponse,
} from '../../driver.ts';
import { commonOf } from './decode.ts';
import { readList, readNumber, scalesOf } from './forms.ts';
import { valueAt } from './paths.ts';
import type { FieldPath, GenericDirections, GenericService } from './table.ts';

export function decodeDirections(
  service: GenericService,
  part: GenericDirections,
  body: unknown,
  query: DirectionsQuery,
): DirectionsAnswer {
  const { items } = part.routes;
  const given = query.waypoints.map(({ position }) => position);
  const ends = [given[0], given.at(-1)].filter((position) => position !== undefined);
  const found = valueAt(body, items);
  const isOne = typeof found === 'object' && found !== null && !Array.isArray(found);
  const routes = (isOne ? [found] : readList(body, items)).map((route, index) => {
    const path = isOne ? items : `${items}[${index}]`;
    return requirePlausibleRoute(readRoute(service, part, route, path), path, ends);
  });
  const shown = query.steps ? routes : routes.map(withoutSteps);
  return { routes: shown, waypoints: placesOf(routes[0], given), ...commonOf(service, body) };
}

function withoutSteps(route: Route): Route {
  return { ...route, legs: route.legs.map((leg) => ({ ...leg, steps: [] })) };
}

/** The waypoints on the road: where the legs begin and end. */
function placesOf(route: Route | undefined, given: readonly Position[]): SnappedPoint[] {
  const { geometry, legs = [] } = route ?? {};
  return given.map((sent, index) => {
    const at = legs[index]?.geometryRange[0] ?? legs.at(-1)?.geometryRange[1] ?? -1;
    const position = geometry?.coordinates[at];
    return position === undefined ? {} : { position, distanceMeters: distanceBetween(sent, position) };
  });
}

function readRoute(service: GenericService, part: GenericDirections, route: unknown, path: string): Route {
  const { distance, duration, geometry = '', legs } = part.routes;
  const totals = totalsOf(service, route, path, { distance, duration });
  if (legs === undefined) {
    const coordinates = lineOf(part, valueAt(route, geometry), `${path}.${geometry}`);
    return routeOf(totals, coordinates, [legOf(totals, [0, coordinates.length - 1])]);
  }
  const wireLegs = readList(route, legs.items);
  const at = `${path}.${legs.items}`;
  const { coordinates, offsets } = joinLines(
    wireLegs.map((leg) => lineOf(part, valueAt(leg, legs.geometry), `${at}.${legs.geometry}`)),
  );
  if (coordinates.length === 0) throw unexpectedResponse(at, 'must have at least 1 items');
  return routeOf(
    totals,
    coordinates,
    wireLegs.map((leg, index) =>
      legOf(totalsOf(service, leg, `${at}[${index}]`, legs), offsets[index] ?? [0, 0]),
    ),
  );
}

type Totals = Pick<Route, 'distanceMeters' | 'durationSeconds'>;

/** A leg departs and arrives. The table has no maneuvers between. */
function legOf(totals: Totals, geometryRange: Leg['geometryRange']): Leg {
  const [, last] = geometryRange;
  const depart: Step = { ...totals, maneuver: { kind: 'depart', providerType: 'depart' }, geometryRange };
  const arrive: Step = {
    distanceMeters: 0,
    durationSeconds: 0,
    maneuver: { kind: 'arrive', providerType: 'arrive' },
    geometryRange: [last, last],
  };
  return { ...totals, geometryRange, steps: [depart, arrive] };
}

function routeOf(totals: Totals, coordinates: Coordinate[], legs: readonly Leg[]): Route {
  const geometry = { type: 'LineString', coordinates } as const;
  return { ...totals, boundingBox: boxAround(coordinates), geometry, legs };
}

function totalsOf(
  service: GenericService,
  value: unknown,
  path: string,
  fields: { readonly distance: FieldPath; readonly duration: FieldPath },
) {
  const scales = scalesOf(service);
  return {
    distanceMeters: readNumber(
      valueAt(value, fields.distance),
      `${path}.${fields.distance}`,
      scales.distance,
    ),
    durationSeconds: readNumber(
      valueAt(value, fields.duration),
      `${path}.${fields.duration}`,
      scales.duration,
    ),
  };
}

function lineOf({ geometry = 'geojson' }: GenericDirections, value: unknown, path: string): Coordinate[] {
  if (geometry === 'geojson') {
    const coordinates = Array.isArray(value) ? value : valueAt(value, 'coordinates');
    if (Array.isArray(coordinates) && coordinates.length > 0 && coordinates.every(isCoordinate))
      return asLine(coordinates);
  } else if (typeof value === 'string')
    return readLine(value, path, { precision: geometry === 'polyline6' ? 6 : 5 });
  throw unexpectedResponse(path, 'must be a line in the form of `geometry`');
}
