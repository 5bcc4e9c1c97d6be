import { mergeProviderOptions } from '@org/core/driver';
import { type ElevationAnswer, type ElevationQuery, readWire, requireEach } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { ValhallaRequest } from './locations.ts';
import { attribution, mapWarnings, warningList } from './warnings.ts';

/** Source: valhalla/valhalla docs, "Elevation API". */
export function encodeElevation({ positions, providerOptions }: ElevationQuery): ValhallaRequest {
  const body = { shape: positions.map(([lon, lat]) => ({ lat, lon })), height_precision: 2 };
  return { action: 'height', body: mergeProviderOptions(body, providerOptions) };
}

const heightBody = z.object({ height: z.array(z.nullable(z.number())), warnings: warningList });

export function decodeElevation(body: unknown, query: ElevationQuery): ElevationAnswer {
  const { height, warnings } = readWire(heightBody, body);
  return {
    heightsMeters: requireEach(height, 'height', query.positions.length),
    warnings: mapWarnings(warnings),
    attribution,
    raw: body,
  };
}
