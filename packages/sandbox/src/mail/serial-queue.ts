/** Runs one function after the other, in the order of the calls. */
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
