import { ConfigurationError, type Failure, ServerError } from '@org/core';
import type { TaskOperation, TaskStep } from '@org/core/driver';
import type { RoutingOperations } from '../../driver.ts';
import { eachOperation, type OperationName } from '../valhalla/capabilities.ts';
import type { Converters } from '../valhalla/converters.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineLimits } from './engine/engine-config.ts';
import { EngineCrash } from './engine/engine-crash.ts';
import { EngineError } from './engine/engine-error.ts';
import type { StartedEngine } from './engine/start-engine.ts';
import { loadEngine, loadNative, startEngine } from './functions.ts';

type Task<Name extends OperationName> = TaskOperation<
  RoutingOperations[Name]['input'],
  RoutingOperations[Name]['output']
>;

/** The limit group of matrices, whose memory decides how many are computed at the same time. */
export const matrixGroup = 'matrix';

// The texts of valhalla/valhalla src/baldr/graphtile.cc.
const tileDamage = /Invalid tile data size|Tile file might me corrupted/;

// The same computation would take as long again.
const computation: TaskStep = {
  waitingFor: 'the embedded engine to compute',
  outcome: 'not-sent',
  replay: 'never',
};

/** Which engine, and where it runs. */
interface EngineChoice {
  readonly tilesDirectory: string;
  readonly elevationDirectory?: string | undefined;
  readonly limits?: EngineLimits | undefined;
  readonly isolation?: 'process' | 'none' | undefined;
  readonly threads: number;
}

/** The operations of one client, over the engine on the tiles that are there with the first call. */
export function openOperations(choice: EngineChoice) {
  let opened: Promise<Engine & Partial<StartedEngine>> | undefined;
  const getEngine = () => {
    opened ??= openEngine(choice).catch((error: unknown) => {
      // The tiles may be built later: the next call tries again.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const operations = eachOperation<{ readonly [Name in OperationName]: Task<Name> }>((name) =>
    defineTask(name, getEngine),
  );
  const close = async () => {
    const engine = await opened?.catch(() => undefined);
    await engine?.close?.();
  };
  return { operations, close };
}

function openEngine({ isolation, threads, ...options }: EngineChoice) {
  // Within this process there are no threads of the engine's own.
  return isolation === 'none' ? loadEngine(options) : startEngine({ ...options, threads });
}

function defineTask<Name extends OperationName>(name: Name, getEngine: () => Promise<Engine>): Task<Name> {
  return {
    name,
    safety: 'read',
    timeoutMs: 60_000,
    ...(name === 'matrix' ? { limitGroup: matrixGroup } : {}),
    async run(query, { signal, enter }) {
      const { converters, mapRefusal } = await loadNative();
      const { encode, decode }: Converters[Name] = converters[name];
      const { action, body } = encode(query);
      try {
        const engine = await getEngine();
        enter(computation);
        return { value: decode(await engine.call(action, body, signal), query) };
      } catch (thrown) {
        if (EngineCrash.isInstance(thrown)) return { failure: crashFailure(thrown) };
        if (!EngineError.isInstance(thrown)) throw thrown;
        const { code, httpStatus: status, text } = thrown;
        if (tileDamage.test(text)) throw damagedTiles(text);
        return { failure: mapRefusal({ code, status, text }) };
      }
    },
  };
}

// A call that ended a process would end the next one too; its neighbours are repeated.
function crashFailure({ message, isCause, ending }: EngineCrash): Failure {
  return {
    type: ServerError,
    message,
    outcome: 'not-sent',
    replay: isCause ? 'never' : 'always',
    providerCode: 'engine-crashed',
    details: { ending },
  };
}

// The tiles were whole when the engine started.
function damagedTiles(text: string): ConfigurationError {
  return new ConfigurationError({
    message: `The tiles were damaged while the engine used them (${text}). Build the map again.`,
    provider: 'embedded',
    providerCode: 'engine-tiles-damaged',
    outcome: 'not-sent',
  });
}
