import type { TaskOperation } from '@org/core/driver';
import { decodeIsochrones, decodeMatrix, decodeSnap } from '../valhalla/decode.ts';
import { decodeDirections } from '../valhalla/decode-directions.ts';
import {
  encodeDirections,
  encodeIsochrones,
  encodeMatrix,
  encodeSnap,
  type ValhallaRequest,
} from '../valhalla/encode.ts';
import { mapRefusal } from '../valhalla/errors.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-errors.ts';

/** The operations over an engine, which is loaded with the first call. */
export function createOperations(getEngine: () => Promise<Engine>) {
  return {
    directions: defineTask('directions', getEngine, encodeDirections, decodeDirections),
    isochrones: defineTask('isochrones', getEngine, encodeIsochrones, decodeIsochrones),
    matrix: defineTask('matrix', getEngine, encodeMatrix, decodeMatrix),
    snap: defineTask('snap', getEngine, encodeSnap, decodeSnap),
  };
}

function defineTask<Query, Answer>(
  name: string,
  getEngine: () => Promise<Engine>,
  encode: (query: Query) => ValhallaRequest,
  decode: (body: unknown, query: Query) => Answer,
): TaskOperation<Query, Answer> {
  return {
    name,
    safety: 'read',
    timeoutMs: 60_000,
    async run(query, { signal }) {
      const { action, body } = encode(query);
      try {
        const engine = await getEngine();
        return { value: decode(await engine.call(action, body, signal), query) };
      } catch (thrown) {
        if (!EngineError.isInstance(thrown)) throw thrown;
        const { code, httpStatus: status, text } = thrown;
        return { failure: mapRefusal({ code, status, text }) };
      }
    },
  };
}
