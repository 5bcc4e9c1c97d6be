import { isPlaceRefusal } from '../errors.ts';
import type { MatrixAnswer, MatrixQuery } from '../model/matrix.ts';
import type { MatrixTile } from '../split/matrix-tiles.ts';
import { askReachable } from './ask-reachable.ts';
import type { ClientContext, Sender } from './sender.ts';

// Only a refusal needs it.
type Rescue = ReturnType<typeof import('./matrix-rescue.ts').createRescue>;

/**
 * Asks for the tiles of one matrix. Some engines refuse a whole request for one place that has no road near,
 * or when nothing is reachable; others answer `null` there. This gives the `null`s in both cases. Places are
 * looked up only when the engine has refused once, and once for all tiles.
 */
export function createMatrixAsker({ engine }: ClientContext, sender: Sender, query: MatrixQuery) {
  let rescue: Promise<Rescue> | undefined;
  const rescueOnce = (signal: AbortSignal): Promise<Rescue> => {
    rescue ??= import('./matrix-rescue.ts').then(({ createRescue }) =>
      createRescue(engine, sender, query, signal),
    );
    return rescue;
  };
  return async (tile: MatrixTile, signal: AbortSignal): Promise<MatrixAnswer> => {
    const part = cut(query, tile);
    if (rescue !== undefined) return (await rescue).ask(part, tile, signal);
    try {
      return await askReachable(sender, part, signal);
    } catch (error) {
      if (!isPlaceRefusal(error) || !engine.capabilities.snap) throw error;
      const { ask, isRoutable } = await rescueOnce(signal);
      if (await isRoutable(tile)) throw error;
      return ask(part, tile, signal);
    }
  };
}

function cut(query: MatrixQuery, { rows, columns }: MatrixTile): MatrixQuery {
  const origins = query.origins.slice(rows.from, rows.to);
  return { ...query, origins, destinations: query.destinations.slice(columns.from, columns.to) };
}
