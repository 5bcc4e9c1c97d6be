import type { Engine, LoadEngineOptions } from './engine.ts';
import { methodsByAction, parseAnswer, toNativeRequest } from './engine-call.ts';
import { createEngineConfig } from './engine-config.ts';
import { mapEngineFailure } from './engine-errors.ts';
import { type EnginePlace, enginePackagePath } from './engine-package.ts';
import { EngineSupervisor } from './engine-supervisor.ts';
import { type Frame, frameKind } from './frames.ts';
import { identityOf, realTilesDirectory, requireElevations } from './tile-directory.ts';

/** The options of {@link startEngine}. */
export interface StartEngineOptions extends LoadEngineOptions, EnginePlace {
  /** Requests that the engine computes at the same time. @defaultValue 2 */
  readonly threads?: number;
}

/** An engine in a separate process. */
export interface StartedEngine extends Engine {
  /** The id of the engine's process; `undefined` before the first call, and after a crash. */
  readonly pid: number | undefined;
  /** Ends the process, unless other holders of the same tiles and options use it. May be called twice. */
  close(): Promise<void>;
}

/** Starts the engine in a separate process, or shares the one of the same tiles and options. */
export async function startEngine(options: StartEngineOptions): Promise<StartedEngine> {
  const { elevationDirectory, limits, threads = 2 } = options;
  const packagePath = enginePackagePath(options);
  const tilesDirectory = await realTilesDirectory(options.tilesDirectory);
  await requireElevations(elevationDirectory);
  const config = JSON.stringify(createEngineConfig({ tilesDirectory, elevationDirectory, limits }));
  const key = `${await identityOf(tilesDirectory)}:${threads}:${config}`;
  const shared = share(key, () => new EngineSupervisor({ packagePath, config, threads }));
  const { supervisor } = shared;
  let closing: Promise<void> | undefined;
  return {
    get pid() {
      return supervisor.pid;
    },
    async call(action, body, signal) {
      signal?.throwIfAborted();
      const { method, text } = toNativeRequest(action, body);
      const kind = methodsByAction.findIndex(([, name]) => name === method);
      const frame = await supervisor.call(kind, text, signal);
      if (frame.kind === frameKind.refusal) throw mapEngineFailure(action, refusalOf(frame));
      return parseAnswer(frame.payload.toString(), body);
    },
    close() {
      closing ??= release(key, shared);
      return closing;
    },
  };
}

function refusalOf({ payload }: Frame): Error {
  const { message, code } = JSON.parse(payload.toString()) as { message: string; code?: number };
  return Object.assign(new Error(message), { code });
}

interface SharedEngine {
  readonly supervisor: EngineSupervisor;
  holders: number;
}

/**
 * Process-wide state (docs/decisions/0020): the engines of all clients, so that clients with the same tiles
 * share a process. Other copies of this package share it through the registered symbol.
 */
function enginesByKey(): Map<string, SharedEngine> {
  const slot = globalThis as { [enginesSlot]?: Map<string, SharedEngine> };
  slot[enginesSlot] ??= new Map();
  return slot[enginesSlot];
}

const enginesSlot = Symbol.for('@org/routing.embedded.engines.1');

function share(key: string, create: () => EngineSupervisor): SharedEngine {
  const engines = enginesByKey();
  const shared = engines.get(key) ?? { supervisor: create(), holders: 0 };
  shared.holders += 1;
  engines.set(key, shared);
  return shared;
}

async function release(key: string, shared: SharedEngine): Promise<void> {
  shared.holders -= 1;
  if (shared.holders > 0) return;
  enginesByKey().delete(key);
  await shared.supervisor.close();
}
