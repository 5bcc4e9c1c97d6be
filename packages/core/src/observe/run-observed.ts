import { apart } from './apart.ts';

/** Runs the work inside an observer's wrapper. A wrapper that throws, or does not run the work, changes nothing for it. */
export function runObserved<T>(
  way: ((run: () => Promise<unknown>) => Promise<unknown>) | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (way === undefined) return work();
  let running: Promise<T> | undefined;
  const run = () => {
    running ??= work();
    return running;
  };
  const given = apart(() => way(run));
  if (given === undefined || given === running) return run();
  return given.then(run, async (error: unknown) => {
    const value = await run();
    apart(() => {
      throw error;
    });
    return value;
  });
}
