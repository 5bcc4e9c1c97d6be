import { valueAt } from '@org/core/tables';
import {
  asLine,
  boxAround,
  type Coordinate,
  distanceBetween,
  isCoordinate,
  joinLines,
  type Leg,
  type Maneuver,
  type Position,
  type Route,
  readLine,
  type SnappedPoint,
  unexpectedResponse,
} from '../driver.ts';

/** The line and the totals of a leg. @public */
export interface PlainLeg extends Pick<Route, 'distanceMeters' | 'durationSeconds'> {
  readonly coordinates: readonly Coordinate[];
}

/**
 * A route from the lines of its legs, for a service without maneuvers: each leg departs and arrives. @public
 *
 * @param steps - `false` for a query without steps
 * @example
 * ```ts
 * const totals = { distanceMeters: 250, durationSeconds: 60 };
 * const route = plainRoute(totals, [{ ...totals, coordinates: [[8.68, 49.41], [8.69, 49.42]] }], true);
 * ```
 */
export function plainRoute(
  totals: Pick<Route, 'distanceMeters' | 'durationSeconds'>,
  legs: readonly PlainLeg[],
  steps: boolean,
): Route {
  const { coordinates, offsets } = joinLines(legs.map((leg) => leg.coordinates));
  return {
    ...totals,
    boundingBox: boxAround(coordinates),
    geometry: { type: 'LineString', coordinates },
    legs: legs.map((leg, index) => legOf(leg, offsets[index] ?? [0, 0], steps)),
  };
}

function legOf(
  { distanceMeters, durationSeconds }: PlainLeg,
  geometryRange: Leg['geometryRange'],
  hasSteps: boolean,
): Leg {
  const totals = { distanceMeters, durationSeconds, geometryRange };
  const [, last] = geometryRange;
  const maneuver = (kind: 'depart' | 'arrive'): Maneuver => ({ kind, providerType: kind });
  const nothing = { distanceMeters: 0, durationSeconds: 0, geometryRange: [last, last] } as const;
  const steps = [
    { ...totals, maneuver: maneuver('depart') },
    { ...nothing, maneuver: maneuver('arrive') },
  ];
  return { ...totals, steps: hasSteps ? steps : [] };
}

/**
 * The waypoints on the road: where the legs of a route begin and end. @public
 *
 * @example
 * ```ts
 * const snapped = waypointsOn(undefined, [[8.68, 49.41]]); // [{}]
 * ```
 */
export function waypointsOn(route: Route | undefined, given: readonly Position[]): readonly SnappedPoint[] {
  const { geometry, legs = [] } = route ?? {};
  return given.map((sent, index) => {
    const at = legs[index]?.geometryRange[0] ?? legs.at(-1)?.geometryRange[1] ?? -1;
    const position = geometry?.coordinates[at];
    return position === undefined ? {} : { position, distanceMeters: distanceBetween(sent, position) };
  });
}

/** The form of lines. @public */
export type LineForm = 'geojson' | 'polyline5' | 'polyline6';

/**
 * A line as GeoJSON, a list of places or an encoded polyline. @public
 *
 * @throws ResponseFormatError for a line in another form
 * @example
 * ```ts
 * const coordinates = readAnyLine(response.json(), 'geometry', 'polyline6');
 * ```
 */
export function readAnyLine(value: unknown, path: string, form: LineForm = 'geojson'): Coordinate[] {
  if (form !== 'geojson' && typeof value === 'string')
    return readLine(value, path, { precision: form === 'polyline6' ? 6 : 5 });
  const line = Array.isArray(value) ? value : valueAt(value, 'coordinates');
  if (form === 'geojson' && Array.isArray(line) && line.length > 0 && line.every(isCoordinate))
    return asLine(line);
  throw unexpectedResponse(path, 'must be a line in the form of `geometry`');
}
