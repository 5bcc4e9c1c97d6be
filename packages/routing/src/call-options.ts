import type { CallOptions } from '@org/core';

/** The last argument of every method. @public */
export interface RoutingCallOptions extends CallOptions {
  /** Returns the engine's own responses in `raw`. @defaultValue false */
  readonly includeRaw?: boolean | undefined;
  /**
   * A part of the request that the engine did not honour is an `UnsupportedError` instead of a warning.
   * @defaultValue false
   */
  readonly strict?: boolean | undefined;
}

/** How far a call of several parts is. @public */
export interface RoutingProgress {
  /** Parts that ended: answered, restored or failed. */
  readonly done: number;
  /** All parts of the request. */
  readonly total: number;
  /** Parts among `done` that came from the checkpoint. */
  readonly restored: number;
  /** Parts among `done` that failed; only with `partial`. */
  readonly failed: number;
}

/**
 * Keeps the answered parts of a request, so that a later process continues where this one ended. Parts have
 * numbers from 0. `key` is a hash of the driver, the request and its split.
 *
 * `fileCheckpoint(path)` of `@org/routing/checkpoint` is one for Node. @public
 */
export interface Checkpoint {
  /** The content of a part; `undefined` if it is not kept. Throws if it keeps parts of another key. */
  load(key: string, part: number): Promise<string | undefined>;
  /** Keeps the content of a part. */
  save(key: string, part: number, content: string): Promise<void>;
  /** Called when the call ended. A later `load` or `save` opens the checkpoint again. */
  close?(): Promise<void>;
}

/** The options of a call that may take several requests. @public */
export interface ProgressOptions extends RoutingCallOptions {
  /** Called when a part ended. An error that it throws ends the call. */
  readonly onProgress?: ((progress: RoutingProgress) => void) | undefined;
  /**
   * Keeps the answered parts, and restores them in a later call with the same request: no answered part is
   * sent again. A call with another request or driver rejects.
   */
  readonly checkpoint?: Checkpoint | undefined;
}

/** The options of a call whose result may be partial. @public */
export interface PartialOptions extends ProgressOptions {
  /**
   * A failed part does not end the call: the result has what arrived, and `failures`. The call rejects if no
   * part has an answer.
   * @defaultValue false: the first failure ends the call; `partialOf(error)` has what arrived
   */
  readonly partial?: boolean | undefined;
}

/** `failures` in a result, if the options have `partial: true`. @public */
export type FailuresOf<Options, Failure> = Options extends { readonly partial: true }
  ? { readonly failures: readonly Failure[] }
  : unknown;
