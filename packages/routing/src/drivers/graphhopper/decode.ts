import {
  areaOf,
  boxAround,
  defaultSnapRadiusMeters,
  distanceBetween,
  distanceToBox,
  type Isochrone,
  type IsochronesAnswer,
  type MatrixAnswer,
  type MatrixQuery,
  type MultiPolygon,
  type NearestAnswer,
  type NearestQuery,
  type Polygon,
  type Position,
  readArea,
  readTable,
  readWire,
  requireMatrixUnits,
  type SnappedPoint,
  type StatusAnswer,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { RingsQuery } from './encode.ts';
import type { Decoded } from './service/answer.ts';

/** Source: GraphHopper Directions API, `IsochroneResponse`. */
const isochronesBody = z.object({
  polygons: z.array(z.object({ properties: z.object({ bucket: z.listIndex }), geometry: z.unknown() })),
});

export function decodeIsochrones(body: unknown, query: RingsQuery): Decoded<IsochronesAnswer> {
  const { polygons } = readWire(isochronesBody, body);
  const { rings, ranges, locations } = query;
  const buckets = new Set(polygons.map(({ properties }) => properties.bucket));
  if (buckets.size !== rings.buckets || polygons.length !== rings.buckets)
    throw unexpectedResponse('polygons', `must have one area for each of ${rings.buckets} buckets`);
  const isochrones = polygons.map(({ properties, geometry: shape }): Isochrone => {
    const geometry = readArea(shape, 'polygons.geometry');
    const range = rings.buckets === 1 ? rings.limit : ranges[properties.bucket];
    if (range === undefined)
      throw unexpectedResponse('polygons.properties.bucket', 'is not a requested range');
    return { locationIndex: 0, range, geometry, areaSquareMeters: areaOf(geometry) };
  });
  const isNear = isochrones.some(({ geometry }) => isAround(geometry, locations[0] ?? [0, 0]));
  return { isochrones: isNear ? isochrones : [], warnings: [] };
}

/** The service takes the nearest road, at any distance: the areas of a place off the map are at its edge. */
function isAround(geometry: Polygon | MultiPolygon, [longitude, latitude]: Position): boolean {
  const box = boxAround(
    geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates.flat(2),
  );
  const isNear = distanceToBox(box, [longitude, latitude]) <= defaultSnapRadiusMeters;
  if (!isNear && distanceToBox(box, [latitude, longitude]) <= defaultSnapRadiusMeters)
    throw unexpectedResponse('polygons.geometry', 'must have the longitude first');
  return isNear;
}

const invalidPoints = z.optional(z.array(z.listIndex));

/** Source: GraphHopper Directions API, `MatrixResponse`. */
export const matrixBody = z.object({
  times: z.optional(z.unknown()),
  distances: z.optional(z.unknown()),
  hints: z.optional(
    z.array(z.object({ invalid_from_points: invalidPoints, invalid_to_points: invalidPoints })),
  ),
});

export function decodeMatrix(body: unknown, query: MatrixQuery): Decoded<MatrixAnswer> {
  const { times, distances, hints = [] } = readWire(matrixBody, body);
  const { metrics, origins, destinations } = query;
  const size = { rows: origins.length, columns: destinations.length };
  const tables = {
    ...(metrics.includes('duration') ? { durationsSeconds: readTable(times, 'times', size) } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: readTable(distances, 'distances', size) } : {}),
  };
  requireMatrixUnits(tables, query);
  const withoutRoad = (name: 'invalid_from_points' | 'invalid_to_points') =>
    new Set(hints.flatMap((hint) => hint[name] ?? []));
  return {
    ...tables,
    origins: placesOf(origins, withoutRoad('invalid_from_points')),
    destinations: placesOf(destinations, withoutRoad('invalid_to_points')),
    warnings: [],
  };
}

// The service states only which places have no road.
function placesOf(places: readonly Position[], invalid: ReadonlySet<number>): readonly SnappedPoint[] {
  return places.map((_, index) => (invalid.has(index) ? { position: null } : {}));
}

/** Source: graphhopper/graphhopper NearestResource. */
const nearestBody = z.object({ coordinates: z.coordinate, distance: z.number() });

const ignoresProfile =
  'The nearest road is of any kind: GraphHopper does not consider the profile in nearest.';

export function decodeNearest(body: unknown, query: NearestQuery): Decoded<NearestAnswer> {
  const { coordinates, distance: distanceMeters } = readWire(nearestBody, body);
  const difference = Math.abs(distanceBetween(query.position, coordinates) - distanceMeters);
  if (difference > 0.05 * distanceMeters + 10)
    throw unexpectedResponse('distance', 'must be the metres to the place');
  const isNear = distanceMeters <= query.radiusMeters && query.limit > 0;
  return {
    points: isNear ? [{ position: coordinates, distanceMeters }] : [],
    warnings: [{ kind: 'not-honoured', message: ignoresProfile }],
  };
}

/** Source: graphhopper/graphhopper InfoResource. */
const infoBody = z.object({
  version: z.optional(z.string()),
  profiles: z.array(z.object({ name: z.string() })),
  bbox: z.optional(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  data_date: z.optional(z.string()),
});

/** A server that loads its map refuses connections: one that answers is ready. */
export function decodeStatus(body: unknown): Decoded<StatusAnswer> {
  const { version, profiles, bbox, data_date: date = '' } = readWire(infoBody, body);
  const dataAt = new Date(date);
  return {
    isReady: true,
    version,
    providerProfiles: profiles.map(({ name }) => name),
    boundingBox: bbox,
    dataAt: Number.isNaN(dataAt.getTime()) ? undefined : dataAt,
    warnings: [],
  };
}
