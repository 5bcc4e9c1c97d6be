import { mergeProviderOptions } from '@org/core/driver';
import { type MatchAnswer, type MatchQuery, readWire } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { decodeMatch as decodeOsrmMatch } from '../osrm/decode-match.ts';
import { convertToCosting } from './costing.ts';
import { convertToLanguage } from './encode-directions.ts';
import type { ValhallaRequest } from './locations.ts';
import { mapWarnings, warningList } from './warnings.ts';

/**
 * In OSRM's format, which states the points on the road, the gaps of the track and how sure the engine is.
 * The lines of the routes are those of their steps.
 *
 * Source: valhalla/valhalla docs, "Map Matching API"; `accuracy` of a point: src/worker.cc.
 */
export function encodeMatch({ profile, trace, language, providerOptions }: MatchQuery): ValhallaRequest {
  const body = {
    shape: trace.map(({ position: [lon, lat], timeSeconds, accuracyMeters }) => ({
      lat,
      lon,
      ...(timeSeconds === undefined ? {} : { time: timeSeconds }),
      ...(accuracyMeters === undefined ? {} : { accuracy: accuracyMeters }),
    })),
    ...convertToCosting({ profile }),
    shape_match: 'map_snap',
    format: 'osrm',
    units: 'km',
    language: convertToLanguage(language),
  };
  return { action: 'trace_route', body: mergeProviderOptions(body, providerOptions) };
}

const matchBody = z.object({ warnings: warningList });

export function decodeMatch(body: unknown, query: MatchQuery): MatchAnswer {
  const { warnings } = readWire(matchBody, body);
  return { ...decodeOsrmMatch(body, query), warnings: mapWarnings(warnings) };
}
