import { mergeProviderOptions } from '@org/core/driver';
import { asLine, type ExpansionAnswer, type ExpansionQuery, readWire } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { convertToCosting } from './costing.ts';
import { convertToLocation, type ValhallaRequest } from './locations.ts';
import { attribution, mapWarnings, warningList } from './warnings.ts';

/** Source: valhalla/valhalla docs, "Expansion API"; the names of the properties: engines 3.6.1 and 3.9.1. */
export function encodeExpansion(query: ExpansionQuery): ValhallaRequest {
  const { position, range, rangeType } = query;
  const body = {
    action: 'isochrone',
    locations: [convertToLocation(position)],
    ...convertToCosting(query),
    contours: [rangeType === 'time' ? { time: range / 60 } : { distance: range / 1000 }],
    expansion_properties: ['duration', 'distance'],
    skip_opposites: true,
    dedupe: true,
  };
  return { action: 'expansion', body: mergeProviderOptions(body, query.providerOptions) };
}

const expansionBody = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.array(z.coordinate).check(z.atLeast(1)) }),
      properties: z.object({ duration: z.optional(z.number()), distance: z.optional(z.number()) }),
    }),
  ),
  warnings: warningList,
});

export function decodeExpansion(body: unknown): ExpansionAnswer {
  const { features, warnings } = readWire(expansionBody, body);
  return {
    edges: features.map(({ geometry, properties: { duration, distance } }) => ({
      geometry: { type: 'LineString', coordinates: asLine(geometry.coordinates) },
      ...(duration === undefined ? {} : { durationSeconds: duration }),
      ...(distance === undefined ? {} : { distanceMeters: distance }),
    })),
    warnings: mapWarnings(warnings),
    attribution,
    raw: body,
  };
}
