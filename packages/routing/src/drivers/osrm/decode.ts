import {
  type MatrixAnswer,
  type MatrixQuery,
  type NearestAnswer,
  type NearestQuery,
  type RoutingWarning,
  readTable,
  readWire,
  requireEach,
  type SnapAnswer,
  type SnappedPoint,
  type SnapQuery,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { attribution, mapPlaces, place } from './places.ts';

/** Source: Project-OSRM/osrm-backend docs/http.md, "Table service". */
const tableBody = z.object({
  durations: z.optional(z.unknown()),
  distances: z.optional(z.unknown()),
  sources: z.optional(z.array(z.nullable(place))),
  destinations: z.optional(z.array(z.nullable(place))),
  fallback_speed_cells: z.optional(z.array(z.unknown())),
});

export function decodeMatrix(body: unknown, query: MatrixQuery): MatrixAnswer {
  const { origins, destinations, metrics } = query;
  const table = readWire(tableBody, body);
  const size = { rows: origins.length, columns: destinations.length };
  return {
    ...(metrics.includes('duration')
      ? { durationsSeconds: readTable(table.durations, 'durations', size) }
      : {}),
    ...(metrics.includes('distance')
      ? { distancesMeters: readTable(table.distances, 'distances', size) }
      : {}),
    origins: snappedPlaces(table.sources, 'sources', origins),
    destinations: snappedPlaces(table.destinations, 'destinations', destinations),
    warnings: table.fallback_speed_cells?.length ? [estimatedCells] : [],
    attribution,
    raw: body,
  };
}

// Without a number: equal notices of the tiles of a matrix are one.
const estimatedCells: RoutingWarning = {
  kind: 'notice',
  message: 'Some cells have no route: OSRM estimated them from the distance and fallback_speed.',
};

// `skip_waypoints` of `providerOptions` leaves the places out.
function snappedPlaces(
  places: z.infer<typeof tableBody>['sources'],
  path: string,
  given: MatrixQuery['origins'],
): SnappedPoint[] {
  const each = requireEach(places, path, given.length);
  return given.map((position, index) => {
    const found = each?.[index];
    return found ? (mapPlaces([found], [position])[0] ?? {}) : {};
  });
}

/** Source: "Nearest service". With several places each has a list, or the code of its failure. */
const nearestBody = z.object({
  waypoints: z.array(z.union([place, z.array(place), z.object({ code: z.string() })])),
});

export function decodeSnap(body: unknown, { positions }: SnapQuery): SnapAnswer {
  const waypoints = requireEach(readWire(nearestBody, body).waypoints, 'waypoints', positions.length);
  const points = positions.map((position, index): SnappedPoint => {
    const found = waypoints[index];
    const nearest = Array.isArray(found) ? found[0] : found;
    if (nearest === undefined || !('location' in nearest)) return { position: null };
    return mapPlaces([nearest], [position])[0] ?? { position: null };
  });
  return { points, warnings: [], attribution, raw: body };
}

const placesBody = z.object({ waypoints: z.array(place) });

export function decodeNearest(body: unknown, { position }: NearestQuery): NearestAnswer {
  const { waypoints } = readWire(placesBody, body);
  const points = mapPlaces(
    waypoints,
    waypoints.map(() => position),
  );
  return { points, warnings: [], attribution, raw: body };
}
