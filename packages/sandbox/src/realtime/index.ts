// The realtime service alone, for tests that need no mail and no maps.
export type { Fault } from '../faults/fault.ts';
export type { CloseAction, FrameRule } from '../faults/frame-action.ts';
export { PortInUseError } from '../http/listen.ts';
export type { AuthorizationWish } from './authorization/test-authorization.ts';
export type { EndpointWish } from './authorization/test-endpoint.ts';
export type { ChannelSnapshot } from './channels/channel-snapshot.ts';
export type { RealtimeFaults } from './faults/faults.ts';
export type { LoggedFrame } from './frame-log.ts';
export type { RealtimeActivity } from './journal.ts';
export type { RealtimeLimits } from './limits.ts';
export type { RealtimeApp, RealtimeAppOptions, RealtimeServiceOptions } from './options.ts';
export { type RealtimeService, startRealtimeService } from './realtime-service.ts';
export type { SubscriberWait } from './wait-for-subscriber.ts';
