import { longestTimerMs, type Runtime, sleep } from './runtime.ts';

// A reason of our own spares the engine the making of a DOMException with its stack.
const notNeeded = 'no longer needed';

/** Calls `fire` after `ms`, on the runtime's clock; `Infinity` is never. Returns what calls it off. */
export function startTimer(runtime: Runtime, ms: number, fire: () => void): () => void {
  if (ms === Number.POSITIVE_INFINITY) return () => {};
  // Nearly every timer of a call is called off, and on the platform's clock that is cheap without a signal.
  if (runtime.sleep === sleep && ms <= longestTimerMs) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  }
  const controller = new AbortController();
  runtime.sleep(ms, controller.signal).then(fire, () => {});
  return () => controller.abort(notNeeded);
}
