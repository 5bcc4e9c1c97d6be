import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { Isochrone, IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { Coordinate } from '../../model/position.ts';
import { areaOf } from '../../model/sphere.ts';
import { Shape } from '../geojson.ts';
import { matchRange } from '../match-range.ts';
import { badAnswer, readAnswer } from '../read-answer.ts';
import { LineIndex } from '../read-line.ts';
import { attributionOf, Metadata } from './answer.ts';

/** Source: openrouteservice API reference, "Isochrones", responses. */
const IsochronesBody = lazily(() =>
  z.object({
    features: z.array(
      z.object({
        properties: z.object({
          group_index: z.optional(LineIndex()),
          value: z.optional(z.number()),
          center: z.optional(z.array(z.number())),
          contours: z.optional(z.unknown()),
        }),
        geometry: Shape(),
      }),
    ),
    metadata: Metadata(),
  }),
);

type Feature = z.infer<ReturnType<typeof IsochronesBody>>['features'][number];

export function mapOpenrouteserviceIsochrones(value: unknown, query: IsochronesQuery): IsochronesAnswer {
  const body = readAnswer(IsochronesBody, value);
  return {
    isochrones: body.features.flatMap((feature) => mapFeature(feature, query)),
    warnings: [],
    attribution: attributionOf(body.metadata),
    raw: value,
  };
}

function mapFeature({ properties, geometry }: Feature, query: IsochronesQuery): Isochrone[] {
  const { group_index: locationIndex, value, center, contours } = properties;
  // Intersections, which provider options may ask for, belong to no location.
  if (contours !== undefined) return [];
  if (locationIndex === undefined || locationIndex >= query.locations.length || value === undefined) {
    throw badAnswer([{ path: 'features.properties', message: 'not an area of a location and a range' }]);
  }
  const place = mapCenter(center);
  return [
    {
      locationIndex,
      range: matchRange(value, query.ranges),
      geometry,
      areaSquareMeters: areaOf(geometry),
      ...(place === undefined ? {} : { center: place }),
    },
  ];
}

function mapCenter(center: readonly number[] | undefined): Coordinate | undefined {
  const [longitude, latitude] = center ?? [];
  return longitude === undefined || latitude === undefined ? undefined : [longitude, latitude];
}
