import type { RealtimeState } from '../channels/realtime-events.ts';
import { useConnection } from './use-connection.ts';

/** The state of the connection. On a server it is `idle`. @public */
export function useConnectionState(): RealtimeState {
  return useConnection().state;
}
