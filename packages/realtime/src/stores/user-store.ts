import { isOrgError, type OrgError } from '@org/core/basics';
import type { SignedInUser, UserStatus } from '../user/user.ts';
import type { ClientScope } from './client-scope.ts';
import type { Store } from './store.ts';

/** The user of a client. @public */
export interface UserSnapshot {
  /** The user; `undefined` before the first sign-in, after a refused one, and on a server. */
  readonly user: SignedInUser | undefined;
  /** Whether the service knows the user of the connection. False until a reconnect is complete. */
  readonly isSignedIn: boolean;
  /** The watched users, in a map that later changes do not affect. Empty while not signed in. */
  readonly watchlist: ReadonlyMap<string, UserStatus>;
  /** Why the sign-in failed. */
  readonly error: OrgError | undefined;
}

const nobody: UserSnapshot = { user: undefined, isSignedIn: false, watchlist: new Map(), error: undefined };

/** The user, signed in while somebody looks. */
export function createUserStore(scope: ClientScope): Store<UserSnapshot> {
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
