import type { ClientEvent, OperationStartEvent } from './events.ts';

/**
 * Sees every call from its beginning to its end, and may let it run in a context of its own. What `instrument()` of
 * `@org/core/opentelemetry` gives; for listening alone, `onEvent` is enough.
 *
 * @public
 */
export interface Instrumentation {
  /** Called in the caller's own turn, so that what is current there is the caller's. `undefined`: this call is of no interest. */
  startOperation(event: OperationStartEvent): OperationObserver | undefined;
}

/** Watches one call. An error that is thrown here changes nothing for the call and surfaces as an uncaught one. @public */
export interface OperationObserver {
  /** All that follows `operation-start`; after `operation-end` come at most the ends of attempts that a hedge made needless. */
  onEvent(event: ClientEvent): void;
  /** Runs all of the call: calls `work` once, at once, and gives back what it gives. */
  runOperation?<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the sending of one attempt, after its `attempt-start`, in the same way; also more than once, where a redirect is followed. */
  runAttempt?<T>(attempt: number, work: () => Promise<T>): Promise<T>;
  /** Headers for the attempt, after its `attempt-start`. Those of the operation, the caller and the credential go before them. */
  requestHeaders?(attempt: number): Readonly<Record<string, string>>;
}
