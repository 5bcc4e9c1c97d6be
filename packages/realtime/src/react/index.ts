'use client';

export { RealtimeProvider, type RealtimeProviderProps, useRealtime } from './provider.ts';
export { type EventChannel, type UseChannelResult, useChannel } from './use-channel.ts';
export { type UseConnectionResult, useConnection } from './use-connection.ts';
export { useConnectionState } from './use-connection-state.ts';
export { useEvent, useLastEvent } from './use-event.ts';
export { type UsePresenceResult, usePresence } from './use-presence.ts';
export { useSubscriptionCount } from './use-subscription-count.ts';
export { type UseUserResult, useUser, useUserEvent } from './use-user.ts';
