import type { Runtime } from './runtime.ts';
import { startTimer } from './timer.ts';

/**
 * Settles like the promise, or rejects with the signal's reason if it aborts first. The promise's work
 * continues. @public
 */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    // The promise keeps its handlers after an abort: an unhandled rejection would end the process.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Settles like the promise, or rejects with `createError()` after `limitMs`. Clears its timer. */
export function withinTime<Value>(
  promise: Promise<Value>,
  limitMs: number,
  runtime: Runtime,
  createError: () => unknown,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const clear = startTimer(runtime, limitMs, () => reject(createError()));
    promise.then(resolve, reject).finally(clear);
  });
}
