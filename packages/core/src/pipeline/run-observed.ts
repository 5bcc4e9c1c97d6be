import { apart } from '../observe/apart.ts';
import type { Call } from './call.ts';

/** Runs a whole call in the context that its observer wants for it. */
export function runOperation<T>({ observer }: Call, work: () => Promise<T>): Promise<T> {
  return observer?.runOperation === undefined
    ? work()
    : runObserved((run) => observer.runOperation?.(run), work);
}

/** Sends one attempt, in the context that the observer wants for it. */
export function runAttempt<T>({ observer }: Call, attempt: number, work: () => Promise<T>): Promise<T> {
  return observer?.runAttempt === undefined
    ? work()
    : runObserved((run) => observer.runAttempt?.(attempt, run), work);
}

/** An observer that throws, or does not run the work, changes nothing for it. */
function runObserved<T>(
  way: (run: () => Promise<T>) => Promise<T> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  let running: Promise<T> | undefined;
  const run = () => {
    running ??= work();
    return running;
  };
  const given = apart(() => way(run));
  if (given === undefined || given === running) return run();
  const failed = (error: unknown) =>
    run().then((value) => {
      apart(() => {
        throw error;
      });
      return value;
    });
  return Promise.resolve(given).then(run, failed);
}
