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
export async function bounded<T>(
  runtime: Runtime,
  outer: AbortSignal,
  limitMs: number,
  limit: TimeLimit['limit'],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (outer.aborted) throw outer.reason;
  const step = new AbortController();
  let stop: (reason: unknown) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = (reason) => {
      reject(reason);
      step.abort(reason);
    };
  });
  const follow = () => stop(outer.reason);
  outer.addEventListener('abort', follow, { once: true });
  const callOff = startTimer(runtime, limitMs, () => stop(new TimeLimit(limit)));
  try {
    return await Promise.race([stopped, run(step.signal)]);
  } finally {
    outer.removeEventListener('abort', follow);
    callOff();
  }
}
