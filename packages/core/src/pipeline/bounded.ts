import { type Runtime } from '../time/runtime.ts';
import { startTimer } from '../time/timer.ts';
import { type Call } from './call.ts';

/** The mark a step is aborted with when its time is over. */
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
 * Runs one step with a time limit. Ends at once when the controller aborts, with its reason, even if the step does not listen; when the time is over, that
 * is a {@link TimeLimit}. Leaves no timer and no listener behind.
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
    const callOff = startTimer(runtime, limitMs, () => controller.abort(new TimeLimit(limit)));
    const leave = () => {
      signal.removeEventListener('abort', stop);
      callOff();
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
