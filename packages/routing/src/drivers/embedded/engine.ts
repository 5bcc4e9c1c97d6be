import { createEngineConfig, type EngineAction, type EngineLimits } from './engine-config.ts';
import { EngineError, mapEngineFailure } from './engine-errors.ts';
import { engineUnavailable, importEngine, type NativeActor } from './engine-package.ts';
import { hasTiles } from './tile-directory.ts';

/** A Valhalla engine in this process. */
export interface Engine {
  /**
   * Sends a request to the engine. Request and response are those of Valhalla's HTTP service, whose path is
   * the action. The response to a body with `format: 'gpx'` is a string.
   *
   * Rejects with `EngineError` if the engine refuses, and with `signal.reason` on abort. The engine cannot be
   * interrupted: an aborted computation continues on its thread, and its result is dropped.
   */
  call(action: EngineAction, body: object, signal?: AbortSignal): Promise<unknown>;
}

/** The options of {@link loadEngine}. */
export interface LoadEngineOptions {
  /** The folder with the tiles of `buildTiles`. */
  readonly tilesDirectory: string;
  /** Folder with SRTM `.hgt` or `.hgt.gz` tiles; without it all elevations are `null`. */
  readonly elevationDirectory?: string;
  /** The largest request that the engine accepts. */
  readonly limits?: EngineLimits;
}

/**
 * Loads the engine for a folder of tiles. All calls with the same folder and the same limits share one native
 * engine. Its memory is freed only when the process ends.
 *
 * Throws `ConfigurationError` with `providerCode` `engine-package-missing`, `engine-platform-unsupported` or
 * `engine-tiles-missing`, and `ConfigurationError` for a limit that is not a positive number.
 */
export async function loadEngine(options: LoadEngineOptions): Promise<Engine> {
  const { Actor } = await importEngine();
  const tilesDirectory = await realTilesDirectory(options.tilesDirectory);
  const { elevationDirectory, limits } = options;
  const config = JSON.stringify(createEngineConfig({ tilesDirectory, elevationDirectory, limits }));
  const actor = await sharedActor(tilesDirectory, config, () => new Actor(config));
  return { call: (action, body, signal) => callActor(actor, action, body, signal) };
}

async function realTilesDirectory(directory: string): Promise<string> {
  if (!(await hasTiles(directory))) {
    throw engineUnavailable(
      'engine-tiles-missing',
      `There are no tiles in ${directory}. Build them from an OpenStreetMap extract with buildTiles().`,
    );
  }
  const { realpath } = await import('node:fs/promises');
  return realpath(directory);
}

/**
 * The only process-wide state of this package. The native binding keeps an engine per thread under the memory
 * address of the configuration and never frees it. A garbage-collected actor leaks its engine, and a new
 * actor at the same address uses the old map. So there is one actor per configuration for the whole process,
 * shared with other copies of this package through a registered symbol.
 *
 * A rebuilt folder has another inode, and so another actor with the new tiles.
 * Source: valhalla/valhalla src/bindings/nodejs/src/valhalla.cc, GetThreadLocalActor.
 */
async function sharedActor(
  directory: string,
  config: string,
  create: () => NativeActor,
): Promise<NativeActor> {
  const { stat } = await import('node:fs/promises');
  const { ino, birthtimeMs } = await stat(directory);
  const key = `${ino}:${birthtimeMs}:${config}`;
  const slot = globalThis as { [actorsSlot]?: Map<string, NativeActor> };
  slot[actorsSlot] ??= new Map();
  const actor = slot[actorsSlot].get(key) ?? create();
  slot[actorsSlot].set(key, actor);
  return actor;
}

const actorsSlot = Symbol.for('@org/routing.embedded.actors');

const methods: ReadonlyMap<string, string> = new Map<EngineAction, string>([
  ['route', 'route'],
  ['sources_to_targets', 'matrix'],
  ['isochrone', 'isochrone'],
  ['locate', 'locate'],
  ['height', 'height'],
  ['trace_route', 'traceRoute'],
  ['trace_attributes', 'traceAttributes'],
  ['optimized_route', 'optimizedRoute'],
  ['status', 'status'],
  ['centroid', 'centroid'],
  ['expansion', 'expansion'],
  ['transit_available', 'transitAvailable'],
]);

async function callActor(
  actor: NativeActor,
  action: EngineAction,
  body: object,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted();
  const method = methods.get(action);
  if (method === undefined)
    throw new EngineError(106, `Try any of: ${[...methods.keys()].map((name) => `'/${name}'`).join(' ')}`);
  refuseRunaway(body);
  const answer = askNative(actor, method, serialize(body), action);
  return parseAnswer(await raceAbort(answer, signal), body);
}

// The engine samples elevations at any interval: one of a millionth of a metre took a minute and a half and
// all memory.
function refuseRunaway(body: object): void {
  const { elevation_interval: interval } = body as { elevation_interval?: unknown };
  if (typeof interval === 'number' && interval > 0 && interval < 1) {
    throw new EngineError(
      100,
      'Failed to parse json request: elevation_interval must be 0 or at least 1 metre',
    );
  }
}

function serialize(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new EngineError(100, 'Failed to parse json request', { cause });
  }
}

async function askNative(
  actor: NativeActor,
  method: string,
  request: string,
  action: string,
): Promise<string> {
  try {
    return (await actor[method]?.(request)) ?? '';
  } catch (thrown) {
    throw mapEngineFailure(action, thrown);
  }
}

function parseAnswer(text: string, body: object): unknown {
  if ((body as { format?: unknown }).format === 'gpx') return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EngineError(599, 'Unknown serialization error', { cause });
  }
}

function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
