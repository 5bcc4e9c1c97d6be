import { isOrgError, type OrgError } from '@org/core/basics';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChannelEvent } from '../channels/channel.ts';
import type { SignedInUser, UserStatus } from '../user/user.ts';
import type { Store } from './channel-store.ts';
import type { ClientScope } from './client-scope.ts';
import { useScope } from './provider.ts';
import { useLatest } from './use-latest.ts';

/** The user of the client in a component. @public */
export interface UseUserResult {
  /** The user; `undefined` before the first sign-in, after a refused one, and on a server. */
  readonly user: SignedInUser | undefined;
  /** Whether the service knows the user of the connection. False until a reconnect is complete. */
  readonly isSignedIn: boolean;
  /** The watched users, in a map that later changes do not affect. Empty while not signed in. */
  readonly watchlist: ReadonlyMap<string, UserStatus>;
  /** Why the sign-in failed. */
  readonly error: OrgError | undefined;
}

const nobody: UseUserResult = { user: undefined, isSignedIn: false, watchlist: new Map(), error: undefined };

/** Signs the user in, which needs the option `authenticate` of the client. @public */
export function useUser(): UseUserResult {
  const scope = useScope();
  const store = useMemo(() => createUserStore(scope), [scope]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
}

/** Signs the user in, and calls a listener on each event that your server sends to the user. @public */
export function useUserEvent<const Event extends string>(
  event: Event,
  listener: (event: ChannelEvent<Event>) => unknown,
): void {
  const { user } = useUser();
  const latest = useLatest(listener);
  useEffect(() => user?.on(event, (received) => latest.current(received as never)), [user, event, latest]);
}

function createUserStore(scope: ClientScope): Store<UseUserResult> {
  let snapshot = nobody;
  const subscribe = (changed: () => void) => {
    const { client } = scope;
    const mounted = new AbortController();
    let offWatchlist = () => {};
    const update = (error?: OrgError) => {
      if (mounted.signal.aborted) return;
      offWatchlist();
      const { user } = client;
      offWatchlist = user?.onWatchlist(() => update()) ?? (() => {});
      const isSignedIn = user?.isSignedIn === true;
      const { watchlist } = isSignedIn ? user : nobody;
      snapshot = { user, isSignedIn, watchlist, error };
      changed();
    };
    const offs = [
      client.on('user', () => update()),
      client.on('error', ({ error }) => error.code === 'sign-in' && update(error)),
    ];
    client.signIn({ signal: mounted.signal, timeoutMs: Number.POSITIVE_INFINITY }).then(
      () => update(),
      (error: unknown) => update(isOrgError(error) ? error : undefined),
    );
    return () => {
      mounted.abort();
      for (const off of offs) off();
      offWatchlist();
      snapshot = nobody;
    };
  };
  return { subscribe, getSnapshot: () => snapshot, getServerSnapshot: () => nobody };
}
