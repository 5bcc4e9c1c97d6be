export { realtimePlugin, useRealtime } from './plugin.ts';
export { type EventChannel, type UseChannelResult, useChannel } from './use-channel.ts';
export {
  type UseConnectionResult,
  useConnection,
  useConnectionState,
  useSubscriptionCount,
} from './use-connection.ts';
export { useEvent, useLastEvent } from './use-event.ts';
export { type UsePresenceResult, usePresence } from './use-presence.ts';
export { type UseUserResult, useUser, useUserEvent } from './use-user.ts';
