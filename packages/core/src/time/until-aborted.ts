import type { Runtime } from './runtime.ts';
import { startTimer } from './timer.ts';

/** The promise's end, or the signal's reason if that comes first. Whatever it waits for goes on for others. @internal */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    // In any case somebody hears how it ends: a rejection that nobody hears ends the process.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The promise's end, or this error if the time is over first. Leaves no timer behind. @internal */
export function withinTime<Value>(
  promise: Promise<Value>,
  limitMs: number,
  runtime: Runtime,
  createError: () => unknown,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const callOff = startTimer(runtime, limitMs, () => reject(createError()));
    promise.then(resolve, reject).finally(callOff);
  });
}
