import type { Engine, LoadEngineOptions } from './engine/engine.ts';
import type { StartEngineOptions, StartedEngine } from './engine/start-engine.ts';

export type { Engine, LoadEngineOptions } from './engine/engine.ts';
export type { StartEngineOptions, StartedEngine } from './engine/start-engine.ts';

/**
 * Loads the engine for a folder of tiles. All calls with the same folder and the same limits share one native
 * engine. Its memory is freed only when the process ends.
 *
 * Throws `ConfigurationError` with `providerCode` `engine-package-missing`, `engine-platform-unsupported` or
 * `engine-tiles-missing`, and `ConfigurationError` for a limit that is not a positive number.
 */
export async function loadEngine(options: LoadEngineOptions): Promise<Engine> {
  const engine = await import('./engine/engine.ts');
  return engine.loadEngine(options);
}

/**
 * An engine in a process of its own, which starts with the first call. All calls of this function with the
 * same tiles and options share one process. A process that ends during a call (out of memory, an error of the
 * engine) is an `EngineCrash` of the calls in flight; the next call starts another one, on the same tiles.
 *
 * @throws ConfigurationError with the `providerCode`s of `loadEngine()`, or `engine-not-started`
 */
export async function startEngine(options: StartEngineOptions): Promise<StartedEngine> {
  const engine = await import('./engine/start-engine.ts');
  return engine.startEngine(options);
}
