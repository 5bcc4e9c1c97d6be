import { longestTimerMs, type Runtime, sleep } from './runtime.ts';

/**
 * Calls `fire` after `ms` on the runtime's clock; `Infinity` means never. Returns a function that clears the
 * timer.
 */
export function startTimer(runtime: Runtime, ms: number, fire: () => void): () => void {
  if (ms === Infinity) return () => {};
  // Nearly every timer of a call is cleared. On the platform's clock, clearing is cheaper without a signal.
  if (runtime.sleep === sleep && ms <= longestTimerMs) {
    // Node warns about a negative delay, which a deadline has that is already over.
    const timer = setTimeout(fire, Math.max(0, ms));
    return () => clearTimeout(timer);
  }
  const controller = new AbortController();
  const { signal } = controller;
  const fireUnlessCleared = () => signal.aborted || fire(); // cleared after the sleep ended
  runtime.sleep(Math.max(0, ms), signal).then(fireUnlessCleared, () => {});
  // A string as reason avoids a DOMException with its stack.
  return () => controller.abort('cleared');
}

// A process that stood still wakes with its timers first and its sockets after them.
const lateMs = 20;
const graceMs = 50;

/**
 * The same for a time limit that starts at `nowMs`. When the timer is late, because the process was stopped
 * or its thread blocked, responses that have arrived meanwhile are read first.
 */
function startTimeLimit(runtime: Runtime, nowMs: number, ms: number, fire: () => void): () => void {
  const dueAt = nowMs + ms;
  let clear = startTimer(runtime, ms, () => {
    if (runtime.sleep !== sleep || runtime.monotonic() < dueAt + lateMs) fire();
    else clear = startTimer(runtime, graceMs, fire);
  });
  return () => clear();
}

/** The abort reason of a step whose time limit has passed. */
export class TimeLimit {
  readonly limit: 'attempt' | 'deadline';

  constructor(limit: TimeLimit['limit']) {
    this.limit = limit;
  }
}

/** The time limit of one step. */
export interface StepLimit {
  readonly runtime: Runtime;
  /** When the step started. */
  readonly nowMs: number;
  readonly limitMs: number;
  readonly limit: TimeLimit['limit'];
}

/**
 * Settles as the running step. Rejects at once when the controller aborts, with its reason, even if the step
 * ignores the signal; after the time limit that is a {@link TimeLimit}.
 */
export function withinLimit<T>(
  controller: AbortController,
  { runtime, nowMs, limitMs, limit }: StepLimit,
  running: Promise<T>,
): Promise<T> {
  const { signal } = controller;
  return new Promise<T>((resolve, reject) => {
    const stop = () => settle(reject, signal.reason);
    const clearTimer = startTimeLimit(runtime, nowMs, limitMs, () => controller.abort(new TimeLimit(limit)));
    const settle = <Result>(settled: (result: Result) => void, result: Result) => {
      signal.removeEventListener('abort', stop);
      clearTimer();
      settled(result);
    };
    running.then(
      (value) => settle(resolve, value),
      (error) => settle(reject, error),
    );
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}
