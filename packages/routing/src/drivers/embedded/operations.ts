import type { TaskOperation } from '@org/core/driver';
import type { RoutingOperations } from '../../driver.ts';
import { eachOperation, type OperationName } from '../valhalla/capabilities.ts';
import type { Converters } from '../valhalla/converters.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-errors.ts';

type Task<Name extends OperationName> = TaskOperation<
  RoutingOperations[Name]['input'],
  RoutingOperations[Name]['output']
>;

/** The operations over an engine, which is loaded with the first call. */
export function createOperations(getEngine: () => Promise<Engine>) {
  return eachOperation<{ readonly [Name in OperationName]: Task<Name> }>((name) =>
    defineTask(name, getEngine),
  );
}

function defineTask<Name extends OperationName>(name: Name, getEngine: () => Promise<Engine>): Task<Name> {
  return {
    name,
    safety: 'read',
    timeoutMs: 60_000,
    async run(query, { signal }) {
      const { converters, mapRefusal } = await import('../valhalla/converters.ts');
      const { encode, decode }: Converters[Name] = converters[name];
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
