import type { TaskOperation } from '@org/core/driver';
import type { ValhallaRequest } from '../../engines/valhalla/request.ts';
import type { DirectionsAnswer, DirectionsQuery } from '../../model/directions.ts';
import type { IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from '../../model/matrix.ts';
import type { SnapAnswer, SnapQuery } from '../../model/snap.ts';
import { encodeDirections, encodeIsochrones, encodeMatrix, encodeSnap } from './encode.ts';
import type { Engine } from './engine.ts';
import { mapEngineFailure } from './errors.ts';

/** Gives the engine, loading it when asked the first time. */
export type GetEngine = () => Promise<Engine>;

// Their schemas are loaded with the first call, as the engine is.
type Decoders = typeof import('./decode.ts');

export function createEmbeddedOperations(getEngine: GetEngine) {
  return {
    directions: defineTask<DirectionsQuery, DirectionsAnswer>(
      'directions',
      getEngine,
      encodeDirections,
      (all) => all.decodeDirections,
    ),
    isochrones: defineTask<IsochronesQuery, IsochronesAnswer>(
      'isochrones',
      getEngine,
      encodeIsochrones,
      (all) => all.decodeIsochrones,
    ),
    matrix: defineTask<MatrixQuery, MatrixAnswer>(
      'matrix',
      getEngine,
      encodeMatrix,
      (all) => all.decodeMatrix,
    ),
    snap: defineTask<SnapQuery, SnapAnswer>('snap', getEngine, encodeSnap, (all) => all.decodeSnap),
  };
}

function defineTask<Query, Answer>(
  name: string,
  getEngine: GetEngine,
  encode: (query: Query) => ValhallaRequest,
  decoderOf: (all: Decoders) => (value: unknown, query: Query) => Answer,
): TaskOperation<Query, Answer> {
  return {
    name,
    safety: 'read',
    timeoutMs: 60_000,
    async run(query, { signal }) {
      const { action, body } = encode(query);
      let value: unknown;
      try {
        const engine = await getEngine();
        value = await engine.call(action, body, signal);
      } catch (thrown) {
        const failure = mapEngineFailure(thrown);
        if (failure === undefined) throw thrown;
        return { failure };
      }
      const decode = decoderOf(await import('./decode.ts'));
      return { value: decode(value, query) };
    },
  };
}
