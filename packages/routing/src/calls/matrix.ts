import { forProfile } from '../model/capabilities.ts';
import {
  type MatrixMetric,
  type MatrixRequest,
  type MatrixResult,
  parseMatrixRequest,
} from '../model/matrix.ts';
import { requireMatrixSupport } from '../model/support.ts';
import { planMatrixTiles } from '../split/matrix-tiles.ts';
import { type AnsweredTile, mergeMatrix } from '../split/merge-matrix.ts';
import { fanOut } from './fan-out.ts';
import { createMatrixAsker } from './matrix-rescue.ts';
import { type ClientContext, createSender, type RoutingCallOptions } from './sender.ts';

export async function callMatrix<Metric extends MatrixMetric>(
  context: ClientContext,
  request: MatrixRequest<Metric>,
  options: RoutingCallOptions = {},
): Promise<MatrixResult<Metric>> {
  const { engine, maxParallelParts } = context;
  const { capabilities } = engine;
  const query = parseMatrixRequest(request);
  requireMatrixSupport(engine, query);
  const size = { rows: query.origins.length, columns: query.destinations.length, metrics: query.metrics };
  const tiles = planMatrixTiles({
    ...size,
    maxCells: capabilities.caps.matrixCells,
    shape: forProfile(capabilities.split.matrix, query.profile),
  });
  const sender = createSender(context, options);
  const ask = createMatrixAsker(context, sender, query);
  const parts = await fanOut(
    tiles,
    maxParallelParts,
    options.signal,
    async (tile, signal): Promise<AnsweredTile> => ({
      tile,
      answer: await ask(tile, signal),
    }),
  );
  const result = { ...mergeMatrix(parts, size), ...sender.finish(parts.map(({ answer }) => answer)) };
  // The tables are there for exactly the metrics asked for, which the types cannot follow.
  return result as unknown as MatrixResult<Metric>;
}
