import { longestTimerMs, type Runtime, sleep } from './runtime.ts';

/**
 * Calls `fire` after `ms` on the runtime's clock; `Infinity` means never. Returns a function that clears the
 * timer.
 */
export function startTimer(runtime: Runtime, ms: number, fire: () => void): () => void {
  if (ms === Infinity) return () => {};
  // Nearly every timer of a call is cleared. On the platform's clock, clearing is cheaper without a signal.
  if (runtime.sleep === sleep && ms <= longestTimerMs) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  }
  const controller = new AbortController();
  const { signal } = controller;
  const fireUnlessCleared = () => signal.aborted || fire(); // cleared after the sleep ended
  runtime.sleep(ms, signal).then(fireUnlessCleared, () => {});
  // A string as reason avoids a DOMException with its stack.
  return () => controller.abort('cleared');
}
