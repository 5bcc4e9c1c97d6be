import { onTestFinished, vi } from 'vitest';

/** The errors of listeners, which would end the process as uncaught ones after the test. */
export function collectUncaught(): unknown[] {
  const uncaught: unknown[] = [];
  const spy = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((run) => {
    try {
      run();
    } catch (error) {
      uncaught.push(error);
    }
  });
  onTestFinished(() => spy.mockRestore());
  return uncaught;
}
