import type { Runtime } from '../time/runtime.ts';
import { startTimer } from '../time/timer.ts';
import type { Call } from './call.ts';

/** The abort reason of a step whose time limit has passed. */
export class TimeLimit {
  readonly limit: 'attempt' | 'deadline';

  constructor(limit: 'attempt' | 'deadline') {
    this.limit = limit;
  }
}

/** Runs one step of the call until its deadline. */
export function untilDeadline<T>(
  call: Call,
  controller: AbortController,
  step: () => Promise<T>,
): Promise<T> {
  return bounded(call.engine.runtime, controller, call.remainingMs(), 'deadline', step);
}

/**
 * Runs one step with a time limit. Rejects at once when the controller aborts, with its reason, even if the step
 * ignores the signal; after the limit the reason is a {@link TimeLimit}. Clears its timer and its listener.
 */
export function bounded<T>(
  runtime: Runtime,
  controller: AbortController,
  limitMs: number,
  limit: TimeLimit['limit'],
  step: () => Promise<T>,
): Promise<T> {
  const { signal } = controller;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      leave();
      reject(signal.reason);
    };
    const clearTimer = startTimer(runtime, limitMs, () => controller.abort(new TimeLimit(limit)));
    const leave = () => {
      signal.removeEventListener('abort', stop);
      clearTimer();
    };
    signal.addEventListener('abort', stop);
    step().then(
      (value) => {
        leave();
        resolve(value);
      },
      (error) => {
        leave();
        reject(error);
      },
    );
  });
}
