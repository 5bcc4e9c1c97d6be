'use client';

export type { NoTarget } from './channel-store.ts';
export type { RealtimeProviderProps } from './provider.ts';
export { RealtimeProvider, useRealtime } from './provider.ts';
export type { UseChannelOptions, UseChannelResult } from './use-channel.ts';
export { useChannel } from './use-channel.ts';
export { useConnectionState } from './use-connection-state.ts';
export { useEvent, useLastEvent } from './use-event.ts';
export type { UsePresenceResult } from './use-presence.ts';
export { usePresence } from './use-presence.ts';
export { useSubscriptionCount } from './use-subscription-count.ts';
export type { UseUserResult } from './use-user.ts';
export { useUser, useUserEvent } from './use-user.ts';
