const running = new Set<Promise<unknown>>();

/**
 * Work that takes real time, whatever the clock of a client: the load of a module, a digest. It must not sleep:
 * a manual clock waits for it before it advances.
 *
 * @internal
 */
export const realWork = {
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = work();
    const ended = () => running.delete(result);
    running.add(result);
    result.then(ended, ended);
    return result;
  },
  get isRunning(): boolean {
    return running.size > 0;
  },
  /** Resolves when the work that runs now has ended, well or not. */
  async settle(): Promise<void> {
    await Promise.allSettled(running);
  },
};
