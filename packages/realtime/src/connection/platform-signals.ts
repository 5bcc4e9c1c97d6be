/**
 * What a platform reports of its network and its page.
 * - `visible`: the page became visible.
 * - `frozen`: the page's timers and events are about to stop.
 * - `resumed`: they run again. @public
 */
export type PlatformSignal = 'online' | 'offline' | 'visible' | 'frozen' | 'resumed';

/** A platform's events about its network and its page. @public */
export interface PlatformSignals {
  /** False only when the platform reports that it is offline. */
  isOnline(): boolean;
  /** Calls the listener on each change. The returned function removes it. */
  listen(changed: (signal: PlatformSignal) => void): () => void;
}

interface Source {
  readonly addEventListener?: EventTarget['addEventListener'] | undefined;
}

interface Scope extends Source {
  readonly navigator?: { readonly onLine?: unknown; readonly connection?: NetworkInformation } | undefined;
  readonly document?: (Source & { readonly visibilityState?: unknown }) | undefined;
}

interface NetworkInformation extends Source {
  /** `wifi`, `cellular`, …; not every browser knows. */
  readonly type?: unknown;
}

/**
 * Pages and workers of browsers have these signals. Elsewhere there are none, and the network counts as
 * online. Sources: HTML Standard, `online` and `pagehide`; WICG Page Lifecycle; WICG Network Information.
 */
export function platformSignals(scope: Scope = globalThis): PlatformSignals {
  const { document, navigator } = scope;
  return {
    isOnline: () => navigator?.onLine !== false,
    listen(changed) {
      if (scope.addEventListener === undefined) return () => {};
      const listening = new AbortController();
      const { signal } = listening;
      const on = (source: Source | undefined, type: string, called: (event: Event) => unknown) =>
        source?.addEventListener?.(type, called, { signal });
      on(scope, 'online', () => changed('online'));
      on(scope, 'offline', () => changed('offline'));
      on(document, 'visibilitychange', () => document?.visibilityState === 'visible' && changed('visible'));
      on(document, 'freeze', () => changed('frozen'));
      on(document, 'resume', () => changed('resumed'));
      // `persisted`: the back/forward cache takes the page, or returns it.
      on(scope, 'pagehide', (event) => 'persisted' in event && event.persisted && changed('frozen'));
      on(scope, 'pageshow', (event) => 'persisted' in event && event.persisted && changed('resumed'));
      const connection = navigator?.connection;
      let type = connection?.type;
      // From Wi-Fi to cellular the connection is dead, although the platform was never offline.
      on(connection, 'change', () => {
        if (connection?.type !== type) changed('online');
        type = connection?.type;
      });
      return () => listening.abort();
    },
  };
}
