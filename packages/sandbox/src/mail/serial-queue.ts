/** Runs one function at a time, first in first out. */
export type SerialQueue = <Result>(run: () => Promise<Result>) => Promise<Result>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = last.then(run);
    last = result.then(
      () => {},
      () => {},
    );
    return result;
  };
}
