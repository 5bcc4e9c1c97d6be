import { useEffect, useMemo } from 'react';
import type { ChannelEvent } from '../channels/channel.ts';
import { createUserStore, type UserSnapshot } from '../stores/user-store.ts';
import { useScope } from './provider.ts';
import { useSyncExternalStore } from './react.ts';
import { useLatest } from './use-latest.ts';

/** The user of the client in a component. @public */
export type UseUserResult = UserSnapshot;

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
