import { parseAnswer, raceAbort, toNativeRequest } from './engine-call.ts';
import { createEngineConfig, type EngineAction, type EngineLimits } from './engine-config.ts';
import { mapEngineFailure } from './engine-errors.ts';
import { importEngine, type NativeActor } from './engine-package.ts';
import { identityOf, realTilesDirectory, requireElevations } from './tile-directory.ts';

/** A Valhalla engine: in this process, or in a separate one. */
export interface Engine {
  /**
   * Sends a request to the engine. Request and response are those of Valhalla's HTTP service, whose path is
   * the action. The response to a body with `format: 'gpx'` is a string.
   *
   * Rejects with `EngineError` if the engine refuses, and with `signal.reason` on abort. The engine cannot be
   * interrupted: an aborted computation continues on its thread, and its result is dropped. An engine of
   * `startEngine()` whose aborted computations last is replaced.
   */
  call(action: EngineAction, body: object, signal?: AbortSignal): Promise<unknown>;
}

/** The options of {@link loadEngine}. */
export interface LoadEngineOptions {
  /** The folder with the tiles of `buildTiles`. */
  readonly tilesDirectory: string;
  /** Folder with SRTM `.hgt` or `.hgt.gz` tiles; without it all elevations are `null`. */
  readonly elevationDirectory?: string | undefined;
  /** The largest request that the engine accepts. */
  readonly limits?: EngineLimits | undefined;
}

/** Loads the engine into this process. */
export async function loadEngine(options: LoadEngineOptions): Promise<Engine> {
  const { Actor } = await importEngine();
  const tilesDirectory = await realTilesDirectory(options.tilesDirectory);
  const { elevationDirectory, limits } = options;
  await requireElevations(elevationDirectory);
  const config = JSON.stringify(createEngineConfig({ tilesDirectory, elevationDirectory, limits }));
  const actor = await sharedActor(tilesDirectory, config, () => new Actor(config));
  return { call: (action, body, signal) => callActor(actor, action, body, signal) };
}

/**
 * Process-wide state, for an engine in this process only. The native binding keeps an engine per thread under
 * the memory address of the configuration and never frees it. A garbage-collected actor leaks its engine, and
 * a new actor at the same address uses the old map. So there is one actor per configuration for the whole
 * process, shared with other copies of this package through a registered symbol.
 *
 * A rebuilt folder has another inode, and so another actor with the new tiles.
 * Source: valhalla/valhalla src/bindings/nodejs/src/valhalla.cc, GetThreadLocalActor.
 */
async function sharedActor(
  directory: string,
  config: string,
  create: () => NativeActor,
): Promise<NativeActor> {
  const key = `${await identityOf(directory)}:${config}`;
  const slot = globalThis as { [actorsSlot]?: Map<string, NativeActor> };
  slot[actorsSlot] ??= new Map();
  const actor = slot[actorsSlot].get(key) ?? create();
  slot[actorsSlot].set(key, actor);
  return actor;
}

const actorsSlot = Symbol.for('@org/routing.embedded.actors');

async function callActor(
  actor: NativeActor,
  action: EngineAction,
  body: object,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted();
  const { method, text } = toNativeRequest(action, body);
  const answer = askNative(actor, method, text, action);
  return parseAnswer(await raceAbort(answer, signal), body);
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
