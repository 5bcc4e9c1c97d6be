import type { Runtime } from '../runtime.ts';
import { startTimer } from './timer.ts';

/** The mark a step is aborted with when its time is over. */
export class TimeLimit {
  readonly limit: 'attempt' | 'deadline';

  constructor(limit: 'attempt' | 'deadline') {
    this.limit = limit;
  }
}

/**
 * Runs one step with a time limit under the call's signal. Ends at once when either fires, with the signal's reason or a {@link TimeLimit}, even if the
 * step does not listen; leaves no timer and no listener behind.
 */
export function bounded<T>(
  runtime: Runtime,
  outer: AbortSignal,
  limitMs: number,
  limit: TimeLimit['limit'],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (outer.aborted) throw outer.reason;
    const step = new AbortController();
    const stop = (reason: unknown) => {
      leave();
      reject(reason);
      step.abort(reason);
    };
    const follow = () => stop(outer.reason);
    const callOff = startTimer(runtime, limitMs, () => stop(new TimeLimit(limit)));
    const leave = () => {
      outer.removeEventListener('abort', follow);
      callOff();
    };
    outer.addEventListener('abort', follow, { once: true });
    run(step.signal).then(
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
