import type { TaskOperation } from '@org/core/driver';
import type { RoutingOperations } from '../../driver.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-errors.ts';

/** The operations over an engine, which is loaded with the first call. */
export function createOperations(getEngine: () => Promise<Engine>) {
  return {
    directions: defineTask('directions', getEngine),
    isochrones: defineTask('isochrones', getEngine),
    matrix: defineTask('matrix', getEngine),
    snap: defineTask('snap', getEngine),
  };
}

function defineTask<Name extends keyof typeof import('../valhalla/converters.ts').converters>(
  name: Name,
  getEngine: () => Promise<Engine>,
): TaskOperation<RoutingOperations[Name]['input'], RoutingOperations[Name]['output']> {
  return {
    name,
    safety: 'read',
    timeoutMs: 60_000,
    async run(query, { signal }) {
      const { converters, mapRefusal } = await import('../valhalla/converters.ts');
      const { encode, decode } = converters[name];
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
