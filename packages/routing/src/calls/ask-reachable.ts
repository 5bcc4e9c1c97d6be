import { NoRouteError } from '../errors.ts';
import type { MatrixAnswer, MatrixQuery } from '../model/matrix.ts';
import { isSamePlace, type Position } from '../model/position.ts';
import type { Sender } from './sender.ts';

/**
 * Asks for a matrix. Where nothing is reachable, and the engine refuses for that, it is a matrix of `null`.
 */
export async function askReachable(
  sender: Sender,
  query: MatrixQuery,
  signal: AbortSignal,
): Promise<MatrixAnswer> {
  try {
    return await sender.send('matrix', query, signal);
  } catch (error) {
    if (!NoRouteError.isInstance(error)) throw error;
    return unreachable(query, (origin, destination) => (isSamePlace(origin, destination) ? 0 : null));
  }
}

export function unreachable(
  query: MatrixQuery,
  cell: (origin: Position, destination: Position) => number | null,
): MatrixAnswer {
  const table = query.origins.map((origin) =>
    query.destinations.map((destination) => cell(origin, destination)),
  );
  return {
    ...(query.metrics.includes('duration') ? { durationsSeconds: table } : {}),
    ...(query.metrics.includes('distance') ? { distancesMeters: table } : {}),
    origins: query.origins.map(() => ({})),
    destinations: query.destinations.map(() => ({})),
    warnings: [],
    attribution: [],
    raw: undefined,
  };
}
