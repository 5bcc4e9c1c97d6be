import type { OrgError } from '@org/core';
import { computed, type Ref, watch } from 'vue';
import type { ChannelEvent } from '../channels/channel.ts';
import { createUserStore } from '../stores/user-store.ts';
import type { SignedInUser, UserStatus } from '../user/user.ts';
import { useScope } from './plugin.ts';
import { useSnapshot } from './use-snapshot.ts';

/** The user of the client in a component. @public */
export interface UseUserResult {
  /** The user; `undefined` before the first sign-in, after a refused one, and on a server. */
  readonly user: Readonly<Ref<SignedInUser | undefined>>;
  /** Whether the service knows the user of the connection. False until a reconnect is complete. */
  readonly isSignedIn: Readonly<Ref<boolean>>;
  /** The watched users, in a map that later changes do not affect. Empty while not signed in. */
  readonly watchlist: Readonly<Ref<ReadonlyMap<string, UserStatus>>>;
  /** Why the sign-in failed. */
  readonly error: Readonly<Ref<OrgError | undefined>>;
}

/** Signs the user in, which needs the option `authenticate` of the client. @public */
export function useUser(): UseUserResult {
  const scope = useScope();
  const snapshot = useSnapshot(() => createUserStore(scope));
  return {
    user: computed(() => snapshot.value.user),
    isSignedIn: computed(() => snapshot.value.isSignedIn),
    watchlist: computed(() => snapshot.value.watchlist),
    error: computed(() => snapshot.value.error),
  };
}

/** Signs the user in, and calls a listener on each event that your server sends to the user. @public */
export function useUserEvent<const Event extends string>(
  event: Event,
  listener: (event: ChannelEvent<Event>) => unknown,
): void {
  const { user } = useUser();
  watch(
    user,
    (now, _before, onCleanup) => {
      if (now !== undefined) onCleanup(now.on(event, (received) => listener(received as never)));
    },
    { immediate: true, flush: 'sync' },
  );
}
