import type { RealtimeState } from '../channels/realtime-events.ts';
import { useConnection } from './use-connection.ts';

/**
 * The state of the connection. On a server it is `idle`. @public
 *
 * @example
 * const isOffline = useConnectionState() !== 'connected';
 */
export function useConnectionState(): RealtimeState {
  return useConnection().state;
}
