/**
 * Work that takes real time, whatever the clock of a client: the load of a module, a digest. It must not
 * sleep: a manual clock waits for it before it advances.
 */
export const realWork = {
  running: new Set<Promise<unknown>>(),
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const { running } = realWork;
    const result = work();
    const ended = () => running.delete(result);
    running.add(result);
    result.then(ended, ended);
    return result;
  },
};
