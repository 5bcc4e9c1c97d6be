import * as z from 'zod/mini';
import { lazily } from '../internal/lazily.ts';
import type { Coordinate } from '../model/position.ts';

const WireCoordinate = lazily(() =>
  z.pipe(
    z.array(z.number()).check(z.minLength(2), z.maxLength(3)),
    z.transform(
      ([longitude = 0, latitude = 0, elevation]): Coordinate =>
        elevation === undefined ? [longitude, latitude] : [longitude, latitude, elevation],
    ),
  ),
);

/** An area as services send it. */
export const Shape = lazily(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(WireCoordinate())) }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(WireCoordinate()))) }),
  ]),
);

/** Places that some services put beside the areas. */
export const Point = lazily(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: WireCoordinate() }),
    z.object({ type: z.literal('MultiPoint'), coordinates: z.array(WireCoordinate()) }),
  ]),
);

/** All polygons of a geometry that have rings; none of a point. */
export function polygonsOf(geometry: z.infer<ReturnType<typeof Shape | typeof Point>>): Coordinate[][][] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.filter((rings) => rings.length > 0);
}
