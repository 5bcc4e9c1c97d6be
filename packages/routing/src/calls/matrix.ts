import {
  type MatrixMetric,
  type MatrixPart,
  type MatrixQuery,
  type MatrixRequest,
  type MatrixResult,
  parseMatrixRequest,
} from '../model/matrix.ts';
import { forProfile } from '../model/profile.ts';
import type { RoutingWarning, SnappedPoint } from '../model/result.ts';
import { type Engine, requireMatrixSupport } from '../model/support.ts';
import { mergeMatrix } from '../split/merge.ts';
import { planMatrixTiles } from '../split/plans.ts';
import { fanOut } from './fan-out.ts';
import { inOrder } from './in-order.ts';
import { MatrixTiles } from './matrix-tiles.ts';
import { type ClientContext, type RoutingCallOptions, Sender } from './sender.ts';

export async function callMatrix<Metric extends MatrixMetric>(
  context: ClientContext,
  request: MatrixRequest<Metric>,
  options: RoutingCallOptions = {},
): Promise<MatrixResult<Metric>> {
  const { query, tiles, notices } = planMatrix(context.engine, request);
  const sender = new Sender(context, options);
  const matrixTiles = new MatrixTiles(sender, query);
  const parts = await fanOut(tiles, context.maxParallelParts, options.signal, (tile, signal) =>
    matrixTiles.request(tile, signal),
  );
  const { origins, destinations, metrics } = query;
  const merged = mergeMatrix(parts, { rows: origins.length, columns: destinations.length, metrics });
  const hint = await hintAllRemote(sender, query, merged.origins);
  const { warnings, ...rest } = sender.finish(parts.map(({ answer }) => answer));
  const result = { ...merged, ...rest, warnings: [...warnings, ...notices, ...hint] };
  // The tables are those of the requested metrics, which the types cannot follow.
  return result as unknown as MatrixResult<Metric>;
}

/** The parts of a matrix in order. Only a few are held at a time. */
export async function* streamMatrix<Metric extends MatrixMetric>(
  context: ClientContext,
  request: MatrixRequest<Metric>,
  options: RoutingCallOptions = {},
): AsyncGenerator<MatrixPart<Metric>, void, undefined> {
  const { query, tiles, notices } = planMatrix(context.engine, request);
  const matrixTiles = new MatrixTiles(new Sender(context, options), query);
  const parts = inOrder(tiles, context.maxParallelParts, options.signal, (tile, signal) =>
    matrixTiles.request(tile, signal),
  );
  for await (const { tile, answer } of parts) {
    const { durationsSeconds, distancesMeters, origins, destinations, warnings } = answer;
    const part = {
      rows: [tile.rows.from, tile.rows.to],
      columns: [tile.columns.from, tile.columns.to],
      origins,
      destinations,
      warnings: [...warnings, ...notices],
      ...(durationsSeconds && { durationsSeconds }),
      ...(distancesMeters && { distancesMeters }),
    };
    yield part as unknown as MatrixPart<Metric>;
  }
}

function planMatrix(engine: Engine, request: MatrixRequest) {
  const { caps, split } = engine.capabilities;
  const query = parseMatrixRequest(request);
  requireMatrixSupport(engine, query);
  const shape = forProfile(split.matrix, query.profile);
  const [rows, columns] = [query.origins.length, query.destinations.length];
  const tiles = planMatrixTiles({ rows, columns, shape, caps });
  const isInexact = shape === 'tiles' && tiles.length > 1;
  return { query, tiles, notices: isInexact ? noticesOf(split.tilesWarning) : [] };
}

// One place without a road is a row of `null`. All places without a road are likely a mistake.
async function hintAllRemote(
  sender: Sender,
  { profile, origins: [first] }: MatrixQuery,
  origins: readonly SnappedPoint[],
): Promise<RoutingWarning[]> {
  if (first === undefined || origins.some(({ position }) => position !== null)) return [];
  const { hintSwapped } = await import('./explain-place.ts');
  const hint = await hintSwapped(sender, profile, first);
  return noticesOf(`None of the origins has a road near it for this profile.${hint}`);
}

function noticesOf(message: string | undefined): RoutingWarning[] {
  return message === undefined ? [] : [{ kind: 'notice', message }];
}
