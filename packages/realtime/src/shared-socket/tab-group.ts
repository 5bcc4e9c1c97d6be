/** The parts of a platform that connect its tabs. */
export interface TabPlatform {
  readonly locks: Pick<LockManager, 'request'>;
  readonly BroadcastChannel: new (name: string) => BroadcastChannel;
}

/** The tabs that share one connection: those that use the same names of locks and channels. */
export interface TabGroup {
  /** Opens the channel of one tab, or of all tabs. */
  open(tab?: string): BroadcastChannel;
  /**
   * Resolves once this tab holds a lock, which it keeps until the signal aborts. `lost` is called when
   * another tab steals the lock.
   */
  hold(lock: TabLock, signal: AbortSignal): Promise<void>;
}

export interface TabLock {
  /** The lock of one tab, which shows that it lives. Without an id: the lock of the leader. */
  readonly tab?: string;
  readonly isStolen?: boolean;
  readonly lost?: () => void;
}

export function tabGroup({ locks, BroadcastChannel }: TabPlatform, name: string): TabGroup {
  const nameOf = (tab: string | undefined) => (tab === undefined ? name : `${name} ${tab}`);
  return {
    open: (tab) => new BroadcastChannel(nameOf(tab)),
    hold: ({ tab, isStolen, lost }, signal) =>
      new Promise((resolve, reject) => {
        let isHeld = false;
        const keep = () => {
          isHeld = true;
          resolve();
          return aborted(signal);
        };
        locks
          .request(nameOf(tab), isStolen ? { steal: true } : { signal }, keep)
          .catch((error: unknown) => (isHeld ? lost?.() : reject(error)));
      }),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
