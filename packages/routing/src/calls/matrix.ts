import { forProfile } from '../model/capabilities.ts';
import {
  type MatrixAnswer,
  type MatrixMetric,
  type MatrixPart,
  type MatrixQuery,
  type MatrixRequest,
  type MatrixResult,
  parseMatrixRequest,
} from '../model/matrix.ts';
import type { RoutingWarning } from '../model/result.ts';
import { type Engine, requireMatrixSupport } from '../model/support.ts';
import { type MatrixTile, planMatrixTiles } from '../split/matrix-tiles.ts';
import { type AnsweredTile, mergeMatrix } from '../split/merge-matrix.ts';
import { fanOut } from './fan-out.ts';
import { inOrder } from './in-order.ts';
import { createMatrixAsker } from './matrix-asker.ts';
import { type ClientContext, createSender, type RoutingCallOptions, type Sender } from './sender.ts';

export async function callMatrix<Metric extends MatrixMetric>(
  context: ClientContext,
  request: MatrixRequest<Metric>,
  options: RoutingCallOptions = {},
): Promise<MatrixResult<Metric>> {
  const { query, tiles, warnings: planned } = planMatrix(context, request);
  const sender = createSender(context, options);
  const ask = createMatrixAsker(context, sender, query);
  const parts = await fanOut(
    tiles,
    context.maxParallelParts,
    options.signal,
    async (tile, signal): Promise<AnsweredTile> => ({ tile, answer: await ask(tile, signal) }),
  );
  const size = { rows: query.origins.length, columns: query.destinations.length, metrics: query.metrics };
  const merged = mergeMatrix(parts, size);
  const hint = await hintAllRemote(context.engine, sender, query, merged, options.signal);
  const { warnings, ...rest } = sender.finish(parts.map(({ answer }) => answer));
  const result = { ...merged, ...rest, warnings: [...warnings, ...planned, ...hint] };
  // The tables are there for exactly the metrics asked for, which the types cannot follow.
  return result as unknown as MatrixResult<Metric>;
}

/** The parts of a matrix as they come, in order; only a few are held at a time. */
export async function* streamMatrix<Metric extends MatrixMetric>(
  context: ClientContext,
  request: MatrixRequest<Metric>,
  options: RoutingCallOptions = {},
): AsyncGenerator<MatrixPart<Metric>, void, undefined> {
  const { query, tiles, warnings: planned } = planMatrix(context, request);
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
      warnings: [...warnings, ...planned],
      ...(durationsSeconds && { durationsSeconds }),
      ...(distancesMeters && { distancesMeters }),
    };
    yield part as unknown as MatrixPart<Metric>;
  }
}

// One place without a road is a row of `null`. All of them are likely a mistake.
async function hintAllRemote(
  engine: Engine,
  sender: Sender,
  { profile, origins: [first] }: MatrixQuery,
  { origins }: Pick<MatrixAnswer, 'origins'>,
  signal: AbortSignal | undefined,
): Promise<RoutingWarning[]> {
  if (first === undefined || origins.some(({ position }) => position !== null)) return [];
  const { hintSwapped } = await import('./explain-place.ts');
  const hint = await hintSwapped(engine, sender, profile, first, signal);
  return [{ kind: 'notice', message: `None of the origins has a road near it for this profile.${hint}` }];
}

function planMatrix(
  { engine }: ClientContext,
  request: MatrixRequest,
): {
  readonly query: MatrixQuery;
  readonly tiles: readonly MatrixTile[];
  readonly warnings: readonly RoutingWarning[];
} {
  const { capabilities } = engine;
  const query = parseMatrixRequest(request);
  requireMatrixSupport(engine, query);
  const shape = forProfile(capabilities.split.matrix, query.profile);
  const tiles = planMatrixTiles({
    rows: query.origins.length,
    columns: query.destinations.length,
    maxCells: capabilities.caps.matrixCells,
    shape,
  });
  const { tilesWarning } = capabilities.split;
  const isInexact = shape === 'tiles' && tiles.length > 1 && tilesWarning !== undefined;
  return { query, tiles, warnings: isInexact ? [{ kind: 'notice', message: tilesWarning }] : [] };
}
