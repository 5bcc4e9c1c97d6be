/** Calls a listener. Its error changes nothing for the caller and surfaces as an uncaught one. */
export function callListener<T>(listen: () => T): T | undefined {
  try {
    return listen();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
    return undefined;
  }
}

/**
 * Runs the work inside an observer's wrapper. A wrapper that throws, or does not run the work, changes
 * nothing for it.
 */
export function runObserved<T>(
  wrapper: (run: () => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let running: Promise<T> | undefined;
  const run = () => {
    running ??= work();
    return running;
  };
  const wrapped = callListener(() => wrapper(run));
  if (wrapped === undefined || wrapped === running) return run();
  return wrapped.then(run, async (error: unknown) => {
    const value = await run();
    callListener(() => {
      throw error;
    });
    return value;
  });
}
