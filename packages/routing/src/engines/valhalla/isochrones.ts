import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { Isochrone, IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { Coordinate, MultiPolygon, Polygon } from '../../model/position.ts';
import { areaOf } from '../../model/sphere.ts';
import { Point, polygonsOf, Shape } from '../geojson.ts';
import { readAnswer } from '../read-answer.ts';
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
  const isochrones = query.ranges.flatMap((range): Isochrone[] => {
    const features = answer.features.filter((feature) => rangeOf(feature, query) === range);
    if (features.length === 0) return [];
    const geometry = combine(features.flatMap((feature) => polygonsOf(feature.geometry)));
    const shape = { locationIndex: 0, range, geometry, areaSquareMeters: areaOf(geometry) };
    return [center === undefined ? shape : { ...shape, center }];
  });
  return {
    isochrones,
    warnings: mapValhallaWarnings(answer.warnings),
    attribution: valhallaAttribution,
    raw: value,
  };
}

// Minutes or kilometres come back as floats: the nearest range asked for is meant.
function rangeOf({ properties }: Feature, query: IsochronesQuery): number | undefined {
  const { contour } = properties;
  if (contour === undefined) return undefined;
  const range = contour * (query.rangeType === 'time' ? 60 : 1000);
  return query.ranges.reduce((best, next) => (Math.abs(next - range) < Math.abs(best - range) ? next : best));
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
