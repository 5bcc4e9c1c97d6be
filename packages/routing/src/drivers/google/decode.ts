import {
  areaOf,
  type IsochronesAnswer,
  type IsochronesQuery,
  type MatrixAnswer,
  type MatrixQuery,
  type RoutingWarning,
  readArea,
  readWire,
  requireMatrixUnits,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { attribution, duration, fallback, fallbackWarning, secondsOf } from './answers.ts';

/** Source: google/maps/routing/v2/routes_service.proto, `RouteMatrixElement`. */
const element = z.object({
  originIndex: z.optional(z.listIndex),
  destinationIndex: z.optional(z.listIndex),
  condition: z.optional(z.string()),
  distanceMeters: z.optional(z.number()),
  duration: z.optional(duration),
  fallbackInfo: fallback,
});

/** One element for each pair, in any order. Elements that failed are a failure of the request: `classify`. */
export function decodeMatrix(body: unknown, query: MatrixQuery): MatrixAnswer {
  const { origins, destinations, metrics } = query;
  const table = () => origins.map(() => destinations.map((): number | null | undefined => undefined));
  const [durations, distances] = [table(), table()];
  const warnings = new Map<string, RoutingWarning>();
  for (const [index, cell] of readWire(z.array(element), body).entries()) {
    const { originIndex: row = 0, destinationIndex: column = 0, condition } = cell;
    const [times, meters] = [durations[row], distances[row]];
    if (times === undefined || meters === undefined || column >= times.length || times[column] !== undefined)
      throw unexpectedResponse(`[${index}]`, 'must be of another pair of places');
    if (condition !== 'ROUTE_EXISTS' && condition !== 'ROUTE_NOT_FOUND')
      throw unexpectedResponse(`[${index}].condition`, 'must say whether there is a route');
    const isReachable = condition === 'ROUTE_EXISTS';
    // A duration of 0 is there, a distance of 0 is not: one is a message, the other a number.
    if (isReachable && cell.duration === undefined && metrics.includes('duration'))
      throw unexpectedResponse(`[${index}].duration`, 'must be a duration');
    times[column] = isReachable ? secondsOf(cell.duration) : null;
    meters[column] = isReachable ? (cell.distanceMeters ?? 0) : null;
    for (const warning of fallbackWarning(cell.fallbackInfo)) warnings.set(warning.message, warning);
  }
  if (durations.some((row) => row.includes(undefined)))
    throw unexpectedResponse('', `must have ${origins.length * destinations.length} elements`);
  const tables = {
    ...(metrics.includes('duration') ? { durationsSeconds: durations as (number | null)[][] } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: distances as (number | null)[][] } : {}),
  };
  requireMatrixUnits(tables, query);
  return {
    ...tables,
    origins: origins.map(() => ({})),
    destinations: destinations.map(() => ({})),
    warnings: [...warnings.values()],
    attribution,
    raw: body,
  };
}

const isochroneBody = z.object({ isochrone: z.object({ geoJson: z.unknown() }) });
const feature = z.object({ type: z.string(), geometry: z.optional(z.unknown()) });
const collection = z.object({ features: z.array(feature).check(z.atLeast(1)) });

/** Source: developers.google.com/maps/documentation/isochrones: GeoJSON as in RFC 7946. */
export function decodeIsochrones(body: unknown, { ranges }: IsochronesQuery): IsochronesAnswer {
  const { isochrone } = readWire(isochroneBody, body);
  const path = 'isochrone.geoJson';
  const { geoJson } = isochrone;
  const { type } = Object(geoJson);
  // Any of the three is GeoJSON; the documentation does not name one.
  const [first] =
    type === 'FeatureCollection' ? readWire(collection, geoJson, path).features : [Object(geoJson)];
  const geometry = readArea(first?.type === 'Feature' ? first.geometry : first, path);
  const shape = { locationIndex: 0, range: ranges[0] ?? 0, geometry, areaSquareMeters: areaOf(geometry) };
  return { isochrones: [shape], warnings: [], attribution, raw: body };
}
