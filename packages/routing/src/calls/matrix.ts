import { forProfile } from '../model/capabilities.ts';
import {
  type MatrixMetric,
  type MatrixPart,
  type MatrixQuery,
  type MatrixRequest,
  type MatrixResult,
  parseMatrixRequest,
} from '../model/matrix.ts';
import { requireMatrixSupport } from '../model/support.ts';
import { type MatrixTile, planMatrixTiles } from '../split/matrix-tiles.ts';
import { type AnsweredTile, mergeMatrix } from '../split/merge-matrix.ts';
import { fanOut } from './fan-out.ts';
import { inOrder } from './in-order.ts';
import { createMatrixAsker } from './matrix-rescue.ts';
import { type ClientContext, createSender, type RoutingCallOptions } from './sender.ts';

export async function callMatrix<Metric extends MatrixMetric>(
  context: ClientContext,
  request: MatrixRequest<Metric>,
  options: RoutingCallOptions = {},
): Promise<MatrixResult<Metric>> {
  const { query, tiles } = planMatrix(context, request);
  const sender = createSender(context, options);
  const ask = createMatrixAsker(context, sender, query);
  const parts = await fanOut(
    tiles,
    context.maxParallelParts,
    options.signal,
    async (tile, signal): Promise<AnsweredTile> => ({ tile, answer: await ask(tile, signal) }),
  );
  const size = { rows: query.origins.length, columns: query.destinations.length, metrics: query.metrics };
  const result = { ...mergeMatrix(parts, size), ...sender.finish(parts.map(({ answer }) => answer)) };
  // The tables are there for exactly the metrics asked for, which the types cannot follow.
  return result as unknown as MatrixResult<Metric>;
}

/** The parts of a matrix as they come, in order; only a few are held at a time. */
export async function* streamMatrix<Metric extends MatrixMetric>(
  context: ClientContext,
  request: MatrixRequest<Metric>,
  options: RoutingCallOptions = {},
): AsyncGenerator<MatrixPart<Metric>, void, undefined> {
  const { query, tiles } = planMatrix(context, request);
  const ask = createMatrixAsker(context, createSender(context, options), query);
  for await (const { tile, answer } of inOrder(
    tiles,
    context.maxParallelParts,
    options.signal,
    async (next, signal) => ({
      tile: next,
      answer: await ask(next, signal),
    }),
  )) {
    const { durationsSeconds, distancesMeters, origins, destinations, warnings } = answer;
    const part = {
      rows: [tile.rows.from, tile.rows.to],
      columns: [tile.columns.from, tile.columns.to],
      origins,
      destinations,
      warnings,
      ...(durationsSeconds && { durationsSeconds }),
      ...(distancesMeters && { distancesMeters }),
    };
    yield part as unknown as MatrixPart<Metric>;
  }
}

function planMatrix(
  { engine }: ClientContext,
  request: MatrixRequest,
): { readonly query: MatrixQuery; readonly tiles: readonly MatrixTile[] } {
  const { capabilities } = engine;
  const query = parseMatrixRequest(request);
  requireMatrixSupport(engine, query);
  const tiles = planMatrixTiles({
    rows: query.origins.length,
    columns: query.destinations.length,
    maxCells: capabilities.caps.matrixCells,
    shape: forProfile(capabilities.split.matrix, query.profile),
  });
  return { query, tiles };
}
