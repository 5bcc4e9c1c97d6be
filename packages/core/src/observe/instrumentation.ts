import type { ClientEvent, OperationStartEvent } from './events.ts';

/**
 * Sees every call from start to end, and may run it in its own context, like `instrument()` of
 * `@org/core/opentelemetry`. To listen, `onEvent` is enough. @public
 */
export interface Instrumentation {
  /** Called synchronously, so the current context is the caller's. `undefined`: this call is not observed. */
  startOperation(event: OperationStartEvent): OperationObserver | undefined;
}

/** Observes one call. Its errors surface as uncaught ones and do not change the call. @public */
export interface OperationObserver {
  /**
   * Receives the events after `operation-start`. After `operation-end` only superseded attempts of a hedge
   * may end.
   */
  onEvent(event: ClientEvent): void;
  /** Runs the call: calls `work` once, synchronously, and returns its result. */
  runOperation?<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs the request of one attempt, after its `attempt-start`, in the same way; again for each followed
   * redirect.
   */
  runAttempt?<T>(attempt: number, work: () => Promise<T>): Promise<T>;
  /** Headers for the attempt, after its `attempt-start`. They never replace other headers. */
  requestHeaders?(attempt: number): Readonly<Record<string, string>>;
}
