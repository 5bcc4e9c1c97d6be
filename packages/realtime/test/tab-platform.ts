import type { TabPlatform } from '../src/shared-socket/tab-group.ts';

interface Request {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The parts that connect the tabs of a browser. The locks are ours, after the Web Locks specification: a
 * process that frees and takes many of those of Node 24.21 hangs. The real ones are tested in Chromium.
 */
export function createTabPlatform() {
  const held = new Map<string, Request>();
  const queues = new Map<string, Request[]>();
  const queueOf = (name: string) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  };
  const grant = (name: string) => {
    const [next, ...rest] = queueOf(name);
    if (next === undefined || held.has(name)) return;
    queues.set(name, rest);
    held.set(name, next);
    const release = () => {
      if (held.get(name) !== next) return; // stolen
      held.delete(name);
      grant(name);
    };
    setImmediate(() => {
      Promise.resolve(next.run()).then(next.resolve, next.reject).finally(release);
    });
  };
  const request = (
    name: string,
    { signal, steal = false }: LockOptions,
    run: () => unknown,
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const entry = { run, resolve, reject };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => {
        const queue = queueOf(name);
        if (!queue.includes(entry)) return;
        queues.set(
          name,
          queue.filter((each) => each !== entry),
        );
        reject(signal.reason);
      });
      if (steal) {
        held.get(name)?.reject(new DOMException('The lock was stolen.', 'AbortError'));
        held.delete(name);
        queueOf(name).unshift(entry);
      } else queueOf(name).push(entry);
      grant(name);
    });
  const platform: TabPlatform = { locks: { request: request as LockManager['request'] }, BroadcastChannel };
  return {
    platform,
    /** Holds a lock until `release`. `ended` resolves with an error's name when the lock is stolen. */
    hold(name: string, options: LockOptions = {}) {
      let release: (value?: unknown) => void = () => {};
      const released = new Promise((resolve) => {
        release = resolve;
      });
      const ended = request(name, options, () => released).catch((error: Error) => error.name);
      return { release, ended };
    },
    held: () => [...held.keys()],
    pending: () => [...queues].flatMap(([name, queue]) => queue.map(() => name)),
  };
}
