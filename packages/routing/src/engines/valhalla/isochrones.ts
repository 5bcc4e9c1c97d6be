import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { Isochrone, IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { Coordinate, MultiPolygon, Polygon } from '../../model/position.ts';
import type { RoutingWarning } from '../../model/result.ts';
import { areaOf } from '../../model/sphere.ts';
import { Point, polygonsOf, Shape } from '../geojson.ts';
import { matchRange } from '../match-range.ts';
import { badAnswer, readAnswer } from '../read-answer.ts';
import { mapValhallaWarnings, ValhallaWarnings, valhallaAttribution } from './warnings.ts';

/** Source: valhalla/valhalla docs, "Isochrone & Isodistance API", outputs. */
const IsochroneAnswer = lazily(() =>
  z.object({
    features: z.array(
      z.object({
        properties: z.object({ contour: z.optional(z.number()), type: z.optional(z.string()) }),
        geometry: z.union([Shape(), Point()]),
      }),
    ),
    warnings: ValhallaWarnings(),
  }),
);

type Feature = z.infer<ReturnType<typeof IsochroneAnswer>>['features'][number];

export function mapValhallaIsochrone(value: unknown, query: IsochronesQuery): IsochronesAnswer {
  const answer = readAnswer(IsochroneAnswer, value);
  const center = snappedPlace(answer.features);
  const contours = answer.features.flatMap((feature) => contourOf(feature, query));
  if (contours.length === 0) throw badAnswer([{ path: 'features', message: 'no contour' }]);
  const ranges = [...new Set(contours.map(({ range }) => range))];
  const isochrones = ranges.map((range): Isochrone => {
    const parts = contours.filter((contour) => contour.range === range);
    const geometry = combine(parts.flatMap(({ polygons }) => polygons));
    const shape = { locationIndex: 0, range, geometry, areaSquareMeters: areaOf(geometry) };
    return center === undefined ? shape : { ...shape, center };
  });
  return {
    isochrones,
    warnings: [...mapValhallaWarnings(answer.warnings), ...directionWarning(query)],
    attribution: valhallaAttribution,
    raw: value,
  };
}

// The engine states minutes or kilometres, and may cut them off after the second decimal.
function contourOf({ properties, geometry }: Feature, { ranges, rangeType }: IsochronesQuery) {
  const { contour } = properties;
  if (contour === undefined) return [];
  const unit = rangeType === 'time' ? 60 : 1000;
  return [{ range: matchRange(contour * unit, ranges, unit / 100), polygons: polygonsOf(geometry) }];
}

// Engine 3.6.1 on Andorra, 40 places: against `from`, areas of 60 s on foot were up to 14 times as large, of
// 600 s up to 3 times. None of `denoise`, `generalize` and `disable_hierarchy_pruning` helped.
function directionWarning({ direction }: IsochronesQuery): RoutingWarning[] {
  if (direction === 'from') return [];
  const message =
    'Valhalla draws the areas of direction "to" too large where roads are long, by several times for short ranges.';
  return [{ kind: 'notice', message }];
}

function snappedPlace(features: readonly Feature[]): Coordinate | undefined {
  const geometry = features.find(({ properties }) => properties.type === 'snapped')?.geometry;
  if (geometry?.type === 'Point') return geometry.coordinates;
  return geometry?.type === 'MultiPoint' ? geometry.coordinates[0] : undefined;
}

// A range of a second may hold nothing at all: that is an empty shape, not a missing one.
function combine(polygons: readonly Coordinate[][][]): Polygon | MultiPolygon {
  const [first] = polygons;
  if (polygons.length === 1 && first !== undefined) return { type: 'Polygon', coordinates: first };
  return { type: 'MultiPolygon', coordinates: [...polygons] };
}
