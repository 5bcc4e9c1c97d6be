/** What a platform tells about its network and its user. @internal */
export interface PlatformSignals {
  /** False only when the platform says so. */
  isOnline(): boolean;
  /** Calls back on each change; the returned function ends it. */
  listen(changed: (signal: 'online' | 'offline' | 'visible') => void): () => void;
}

interface Scope {
  readonly navigator?: { readonly onLine?: unknown } | undefined;
  readonly document?: (EventTarget & { readonly visibilityState?: unknown }) | undefined;
  readonly addEventListener?: unknown;
  readonly removeEventListener?: unknown;
}

/** Pages and workers of browsers have these signals; elsewhere nothing is heard and the network counts as there. @internal */
export function platformSignals(scope: object = globalThis): PlatformSignals {
  const platform: Scope = scope;
  return {
    isOnline: () => platform.navigator?.onLine !== false,
    listen(changed) {
      const ends = [
        hear(scope, 'online', () => changed('online')),
        hear(scope, 'offline', () => changed('offline')),
        hear(platform.document, 'visibilitychange', () => {
          if (platform.document?.visibilityState === 'visible') changed('visible');
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

function hear(target: object | undefined, event: string, listener: () => void): () => void {
  if (!isEventTarget(target)) return () => {};
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}

function isEventTarget(target: object | undefined): target is EventTarget {
  const { addEventListener, removeEventListener } = (target ?? {}) as Scope;
  return typeof addEventListener === 'function' && typeof removeEventListener === 'function';
}
