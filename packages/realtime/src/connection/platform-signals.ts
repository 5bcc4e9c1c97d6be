/** A platform's events about its network and its page. @internal */
export interface PlatformSignals {
  /** False only when the platform reports that it is offline. */
  isOnline(): boolean;
  /** Calls the listener on each change. The returned function removes it. */
  listen(changed: (signal: 'online' | 'offline' | 'visible') => void): () => void;
}

interface Scope {
  readonly navigator?: { readonly onLine?: unknown } | undefined;
  readonly document?: (EventTarget & { readonly visibilityState?: unknown }) | undefined;
  readonly addEventListener?: unknown;
  readonly removeEventListener?: unknown;
}

/**
 * Pages and workers of browsers have these signals. Elsewhere there are none, and the network counts as
 * online.
 *
 * @internal
 */
export function platformSignals(scope: object = globalThis): PlatformSignals {
  const platform: Scope = scope;
  return {
    isOnline: () => platform.navigator?.onLine !== false,
    listen(changed) {
      const ends = [
        listenTo(scope, 'online', () => changed('online')),
        listenTo(scope, 'offline', () => changed('offline')),
        listenTo(platform.document, 'visibilitychange', () => {
          if (platform.document?.visibilityState === 'visible') changed('visible');
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

function listenTo(target: object | undefined, event: string, listener: () => void): () => void {
  if (!isEventTarget(target)) return () => {};
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}

function isEventTarget(target: object | undefined): target is EventTarget {
  const { addEventListener, removeEventListener } = (target ?? {}) as Scope;
  return typeof addEventListener === 'function' && typeof removeEventListener === 'function';
}
