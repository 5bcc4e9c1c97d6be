import {
  areaOf,
  type Coordinate,
  type Isochrone,
  type IsochronesAnswer,
  type IsochronesQuery,
  isFootProfile,
  type MatrixAnswer,
  type MatrixQuery,
  type MatrixTable,
  type MultiPolygon,
  matchRange,
  PointNotFoundError,
  type Polygon,
  type RoutingWarning,
  readArea,
  readTable,
  readWire,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { attribution, mapWarnings, warningList } from './warnings.ts';

const cellRows = z.array(
  z.array(z.object({ time: z.nullable(z.number()), distance: z.nullable(z.number()) })),
);

/**
 * The concise form, or the rows of cells of hosts that have no other. Source: valhalla/valhalla docs,
 * "Time-Distance Matrix API", outputs.
 */
const matrixBody = z.object({
  sources_to_targets: z.union([
    z.object({ durations: z.optional(z.unknown()), distances: z.optional(z.unknown()) }),
    cellRows,
  ]),
  units: z.optional(z.string()),
  warnings: warningList,
});

export function decodeMatrix(body: unknown, query: MatrixQuery): MatrixAnswer {
  const { sources_to_targets: stated, units, warnings } = readWire(matrixBody, body);
  const tables = 'map' in stated ? tablesOf(stated) : stated;
  const size = { rows: query.origins.length, columns: query.destinations.length };
  const durations = readTable(tables.durations, 'sources_to_targets.durations', size);
  const distances = readTable(tables.distances, 'sources_to_targets.distances', size);
  return {
    ...(query.metrics.includes('duration') ? { durationsSeconds: durations } : {}),
    ...(query.metrics.includes('distance')
      ? { distancesMeters: mapDistances(distances, durations, metersPerUnit(units)) }
      : {}),
    origins: query.origins.map(() => ({})),
    destinations: query.destinations.map(() => ({})),
    warnings: [...mapWarnings(warnings), ...ferryWarning(query)],
    attribution,
    raw: body,
  };
}

function tablesOf(rows: z.infer<typeof cellRows>) {
  return {
    durations: rows.map((row) => row.map(({ time }) => time)),
    distances: rows.map((row) => row.map(({ distance }) => distance)),
  };
}

/** Valhalla's units of length are kilometres, or miles if `providerOptions` set them. */
export function metersPerUnit(units: string | undefined): number {
  return units === 'miles' ? 1609.344 : 1000;
}

// For an unreachable place the one-to-many algorithm gives no duration, but the distance 0: the duration
// decides.
function mapDistances(distances: MatrixTable, durations: MatrixTable, metersPerUnit: number): MatrixTable {
  return distances.map((row, from) =>
    row.map((distance, to) =>
      distance === null || durations[from]?.[to] === null ? null : Math.round(distance * metersPerUnit),
    ),
  );
}

// Engine 3.6.1 on Heidelberg, on foot: 24 cells of 324 differ from the routes, by 469 s at most; without
// ferries none, nor any by bicycle. The response does not tell which cells those are.
function ferryWarning({ profile, avoid }: MatrixQuery): RoutingWarning[] {
  if (!isFootProfile(profile) || avoid.features.includes('ferries')) return [];
  const message =
    'Where ferries run, durations on foot may be some minutes longer or shorter than those of directions. ' +
    'For equal ones, avoid ferries in both.';
  return [{ kind: 'notice', message }];
}

/** Source: valhalla/valhalla docs, "Isochrone & Isodistance API", outputs. */
const isochronesBody = z.object({
  features: z.array(
    z.object({
      properties: z.object({ contour: z.optional(z.number()), type: z.optional(z.string()) }),
      geometry: z.optional(z.unknown()),
    }),
  ),
  warnings: warningList,
});

const points = z.object({ type: z.string(), coordinates: z.array(z.unknown()) });

type Feature = z.infer<typeof isochronesBody>['features'][number];

export function decodeIsochrones(body: unknown, query: IsochronesQuery): IsochronesAnswer {
  const { features, warnings } = readWire(isochronesBody, body);
  const center = snappedPlace(features);
  const contours = features.flatMap((feature) => contourOf(feature, query));
  if (contours.length === 0) throw unexpectedResponse('features', 'must have a contour');
  const ranges = [...new Set(contours.map(({ range }) => range))];
  const isochrones = ranges.map((range): Isochrone => {
    const parts = contours.filter((contour) => contour.range === range);
    const geometry = combine(parts.flatMap(({ polygons }) => polygons));
    const shape = { locationIndex: 0, range, geometry, areaSquareMeters: areaOf(geometry) };
    return center === undefined ? shape : { ...shape, center };
  });
  return {
    isochrones,
    warnings: [...mapWarnings(warnings), ...directionWarning(query)],
    attribution,
    raw: body,
  };
}

// The engine states minutes or kilometres, and may cut them off after the second decimal.
function contourOf({ properties, geometry }: Feature, { ranges, rangeType }: IsochronesQuery) {
  const { contour } = properties;
  if (contour === undefined) return [];
  const unit = rangeType === 'time' ? 60 : 1000;
  const { type, coordinates } = readArea(geometry, 'features.geometry');
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  const range = matchRange(contour * unit, ranges, unit / 100);
  return [{ range, polygons: polygons.filter((rings) => rings.length > 0) }];
}

const noRoad = 'The place has no road near it for this profile.';

function snappedPlace(features: readonly Feature[]): Coordinate | undefined {
  const snapped = features.find(({ properties }) => properties.type === 'snapped');
  if (snapped === undefined) return undefined;
  const { type, coordinates } = readWire(points, snapped.geometry, 'features.geometry');
  const found = type === 'Point' ? coordinates : coordinates[0];
  // Version 3.9.1 draws an area of some metres around a place without a road.
  if (found === undefined) throw new PointNotFoundError({ message: noRoad, outcome: 'sent' });
  return readWire(z.coordinate, found, 'features.geometry.coordinates');
}

// A range of a second may hold nothing at all: that is an empty shape, not a missing one.
function combine(polygons: readonly Coordinate[][][]): Polygon | MultiPolygon {
  const [first] = polygons;
  if (polygons.length === 1 && first !== undefined) return { type: 'Polygon', coordinates: first };
  return { type: 'MultiPolygon', coordinates: [...polygons] };
}

// Engine 3.6.1 on Andorra, 40 places: against `from`, areas of 60 s on foot were up to 14 times as large, of
// 600 s up to 3 times. None of `denoise`, `generalize` and `disable_hierarchy_pruning` helped.
function directionWarning({ direction }: IsochronesQuery): RoutingWarning[] {
  if (direction === 'from') return [];
  const message =
    'Valhalla draws the areas of direction "to" too large where roads are long, by several times for short ' +
    'ranges.';
  return [{ kind: 'notice', message }];
}
