/** A platform's events about its network and its page. @internal */
export interface PlatformSignals {
  /** False only when the platform reports that it is offline. */
  isOnline(): boolean;
  /** Calls the listener on each change. The returned function removes it. */
  listen(changed: (signal: 'online' | 'offline' | 'visible') => void): () => void;
}

interface Scope {
  readonly navigator?: { readonly onLine?: unknown } | undefined;
  readonly document?: (Partial<EventTarget> & { readonly visibilityState?: unknown }) | undefined;
  readonly addEventListener?: EventTarget['addEventListener'] | undefined;
}

/**
 * Pages and workers of browsers have these signals. Elsewhere there are none, and the network counts as
 * online.
 *
 * @internal
 */
export function platformSignals(scope: Scope = globalThis): PlatformSignals {
  const { document } = scope;
  return {
    isOnline: () => scope.navigator?.onLine !== false,
    listen(changed) {
      const listening = new AbortController();
      const { signal } = listening;
      scope.addEventListener?.('online', () => changed('online'), { signal });
      scope.addEventListener?.('offline', () => changed('offline'), { signal });
      const checkVisibility = () => document?.visibilityState === 'visible' && changed('visible');
      document?.addEventListener?.('visibilitychange', checkVisibility, { signal });
      return () => listening.abort();
    },
  };
}
