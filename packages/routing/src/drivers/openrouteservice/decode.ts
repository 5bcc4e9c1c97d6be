import {
  areaOf,
  distanceBetween,
  type EngineAnswer,
  type ExportGraphAnswer,
  type Isochrone,
  type IsochronesAnswer,
  type IsochronesQuery,
  type MatrixAnswer,
  type MatrixQuery,
  matchRange,
  type Position,
  type RoutingWarning,
  readArea,
  readTable,
  readWire,
  requireEach,
  requirePlausible,
  type SnapAnswer,
  type SnappedPoint,
  type SnapQuery,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** An answer without the fields that all responses share. */
export type Decoded<Answer extends EngineAnswer> = Omit<Answer, 'attribution' | 'quota' | 'raw'>;

const place = z.nullable(
  z.object({
    location: z.coordinate,
    name: z.optional(z.string()),
    snapped_distance: z.optional(z.number()),
  }),
);

/** Source: openrouteservice API reference, "Matrix", responses. */
const matrixBody = z.object({
  durations: z.optional(z.unknown()),
  distances: z.optional(z.unknown()),
  sources: z.optional(z.array(place)),
  destinations: z.optional(z.array(place)),
});

/** Source: openrouteservice API reference, "Snapping", JSON responses. */
const snapBody = z.object({ locations: z.array(place) });

/** Source: openrouteservice API reference, "Isochrones", responses. */
const isochronesBody = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        group_index: z.optional(z.listIndex),
        value: z.optional(z.number()),
        center: z.optional(z.array(z.number())),
        contours: z.optional(z.unknown()),
        total_pop: z.optional(z.number()),
        reachfactor: z.optional(z.number()),
      }),
      geometry: z.unknown(),
    }),
  ),
});

export function decodeMatrix(body: unknown, query: MatrixQuery): Decoded<MatrixAnswer> {
  const { durations, distances, sources, destinations } = readWire(matrixBody, body);
  const size = { rows: query.origins.length, columns: query.destinations.length };
  requireEach(sources, 'sources', size.rows);
  requireEach(destinations, 'destinations', size.columns);
  const { metrics } = query;
  const tables = {
    ...(metrics.includes('duration') ? { durationsSeconds: readTable(durations, 'durations', size) } : {}),
    ...(metrics.includes('distance') ? { distancesMeters: readTable(distances, 'distances', size) } : {}),
  };
  const found = [...(sources ?? Array(size.rows)), ...(destinations ?? Array(size.columns))];
  const places = mapPlaces(found, [...query.origins, ...query.destinations]);
  return {
    ...tables,
    origins: places.slice(0, size.rows),
    destinations: places.slice(size.rows),
    warnings: profileWarning(query),
  };
}

export function decodeSnap(body: unknown, query: SnapQuery): Decoded<SnapAnswer> {
  const { locations } = readWire(snapBody, body);
  requireEach(locations, 'locations', query.positions.length);
  return {
    points: mapPlaces(locations, query.positions),
    warnings: [],
  };
}

/** `null` means that no road is near. Without a list nothing is known. */
function mapPlaces(
  found: readonly (z.infer<typeof place> | undefined)[],
  given: readonly Position[],
): SnappedPoint[] {
  const straight: { readonly distanceMeters: number }[] = [];
  for (const [index, from] of given.entries()) {
    const to = found[index]?.location ?? from;
    straight.push({ distanceMeters: distanceBetween(from, to) });
  }
  requirePlausible(straight);
  return straight.map(({ distanceMeters }, index) => {
    const at = found[index];
    if (!at) return at === null ? { position: null } : {};
    const { location: position, name, snapped_distance: stated } = at;
    return { position, distanceMeters: stated ?? distanceMeters, ...mapName(name) };
  });
}

/** A road without a name is `-` or empty. */
export function mapName(name: string | undefined) {
  return name && name !== '-' ? { name } : {};
}

// Buses share the profile of trucks, and the matrix has no parameter for the kind of vehicle.
function profileWarning({ profile }: MatrixQuery): RoutingWarning[] {
  if (profile !== 'bus') return [];
  const message = 'The durations and distances are those of trucks: the service has no matrix for buses.';
  return [{ kind: 'not-honoured', message }];
}

export function decodeIsochrones(body: unknown, query: IsochronesQuery): Decoded<IsochronesAnswer> {
  const { features } = readWire(isochronesBody, body);
  const isochrones = features.flatMap((feature) => mapFeature(feature, query));
  return { isochrones, warnings: attributeWarnings(isochrones, query) };
}

// A server without data of population leaves it out.
function attributeWarnings(isochrones: readonly Isochrone[], query: IsochronesQuery): RoutingWarning[] {
  return query.attributes
    .filter((name) => isochrones.some((isochrone) => isochrone[name] === undefined))
    .map((name) => {
      const message = `The service did not state the attribute "${name}" of all areas.`;
      return { kind: 'not-honoured', message };
    });
}

function mapFeature(
  { properties, geometry: shape }: z.infer<typeof isochronesBody>['features'][number],
  query: IsochronesQuery,
): Isochrone[] {
  const { group_index: locationIndex, value, center, contours, total_pop, reachfactor } = properties;
  // Intersections, which provider options may request, belong to no location.
  if (contours !== undefined) return [];
  if (locationIndex === undefined || locationIndex >= query.locations.length || value === undefined)
    throw unexpectedResponse('features.properties', 'must name a location and a range');
  const geometry = readArea(shape, 'features.geometry');
  const [longitude, latitude] = center ?? [];
  const given = query.locations[locationIndex];
  if (longitude !== undefined && latitude !== undefined && given !== undefined)
    requirePlausible([{ distanceMeters: distanceBetween(given, [longitude, latitude]) }]);
  return [
    {
      locationIndex,
      range: matchRange(value, query.ranges),
      geometry,
      areaSquareMeters: areaOf(geometry),
      ...(total_pop === undefined ? {} : { population: total_pop }),
      ...(reachfactor === undefined ? {} : { reachFactor: reachfactor }),
      ...(longitude === undefined || latitude === undefined ? {} : { center: [longitude, latitude] }),
    },
  ];
}

const weight = z.custom<string | number>(
  (value) => typeof value === 'string' || typeof value === 'number',
  'must be a string or a number',
);

/** Source: openrouteservice API reference, "Export", JSON responses. */
const graphBody = z.object({
  nodes: z.array(z.object({ nodeId: z.number(), location: z.coordinate })),
  edges: z.array(z.object({ fromId: z.number(), toId: z.number(), weight })),
});

export function decodeExportGraph(body: unknown): Decoded<ExportGraphAnswer> {
  const { nodes, edges } = readWire(graphBody, body);
  return {
    nodes: nodes.map(({ nodeId, location }) => ({ id: nodeId, position: location })),
    edges: edges.map(({ fromId, toId, weight }) => ({ from: fromId, to: toId, weight: readWeight(weight) })),
    warnings: [],
  };
}

// The service sends weights as strings.
function readWeight(weight: string | number): number {
  const number = weight === '' ? Number.NaN : Number(weight);
  if (Number.isNaN(number)) throw unexpectedResponse('edges.weight', 'must be a number');
  return number;
}
