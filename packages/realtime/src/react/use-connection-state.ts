import { useCallback, useSyncExternalStore } from 'react';
import type { RealtimeState } from '../channels/realtime-events.ts';
import { useScope } from './provider.ts';

/** The state of the connection. On a server it is `idle`. @public */
export function useConnectionState(): RealtimeState {
  const scope = useScope();
  const subscribe = useCallback((changed: () => void) => scope.client.on('state', changed), [scope]);
  const getSnapshot = useCallback(() => scope.client.state, [scope]);
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
}

const getServerSnapshot = (): RealtimeState => 'idle';
