import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { MatrixAnswer, MatrixQuery, MatrixTable } from '../../model/matrix.ts';
import { isFootProfile } from '../../model/profile.ts';
import type { RoutingWarning } from '../../model/result.ts';
import { readAnswer, readTable } from '../read-answer.ts';
import { mapValhallaWarnings, ValhallaWarnings, valhallaAttribution } from './warnings.ts';

/** The concise form. Source: valhalla/valhalla docs, "Time-Distance Matrix API", outputs. */
const ConciseMatrix = lazily(() =>
  z.object({
    sources_to_targets: z.object({ durations: z.unknown(), distances: z.unknown() }),
    units: z.optional(z.string()),
    warnings: ValhallaWarnings(),
  }),
);

export function mapValhallaMatrix(value: unknown, query: MatrixQuery): MatrixAnswer {
  const answer = readAnswer(ConciseMatrix, value);
  const size = { rows: query.origins.length, columns: query.destinations.length };
  const durations = readTable(answer.sources_to_targets.durations, 'sources_to_targets.durations', size);
  const distances = readTable(answer.sources_to_targets.distances, 'sources_to_targets.distances', size);
  const metersPerUnit = answer.units === 'miles' ? 1609.344 : 1000;
  return {
    ...(query.metrics.includes('duration') ? { durationsSeconds: durations } : {}),
    ...(query.metrics.includes('distance')
      ? { distancesMeters: mapDistances(distances, durations, metersPerUnit) }
      : {}),
    origins: query.origins.map(() => ({})),
    destinations: query.destinations.map(() => ({})),
    warnings: [...mapValhallaWarnings(answer.warnings), ...ferryWarning(query)],
    attribution: valhallaAttribution,
    raw: value,
  };
}

// The one-to-many algorithm gives a place it cannot reach no duration, but the distance 0: the duration
// decides.
function mapDistances(distances: MatrixTable, durations: MatrixTable, metersPerUnit: number): MatrixTable {
  return distances.map((row, from) =>
    row.map((distance, to) =>
      distance === null || durations[from]?.[to] === null ? null : Math.round(distance * metersPerUnit),
    ),
  );
}

// Engine 3.6.1 on Heidelberg, on foot: 24 cells of 324 differ from the routes, by 469 s at most; without
// ferries none, nor any by bicycle. The answer does not tell which cells those are.
function ferryWarning({ profile, avoid }: MatrixQuery): RoutingWarning[] {
  if (!isFootProfile(profile) || avoid?.features?.includes('ferries')) return [];
  const message =
    'Where ferries run, durations on foot may be some minutes longer or shorter than those of directions. Avoid ferries for equal ones.';
  return [{ kind: 'notice', message }];
}
