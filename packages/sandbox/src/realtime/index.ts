// The realtime service alone, for tests that need no mail and no maps.
export type { Fault } from '../faults/fault.ts';
export type { CloseAction, FrameAction, FrameRule } from '../faults/frame-action.ts';
export { PortInUseError } from '../http/listen.ts';
export type { AuthorizationOutcome, AuthorizationWish } from './authorization/test-authorization.ts';
export type { EndpointOutcome, EndpointWish } from './authorization/test-endpoint.ts';
export type { ChannelKind } from './channels/channel-name.ts';
export type { ChannelSnapshot } from './channels/channel-snapshot.ts';
export type { RealtimeClock } from './clock.ts';
export type { FrameFaultOptions, RealtimeFaults, SubscribeRefusalOptions } from './faults/faults.ts';
export type { LoggedFrame } from './frame-log.ts';
export type { ActivityKind, RealtimeActivity } from './journal.ts';
export type { RealtimeLimits } from './limits.ts';
export type { ErrorStyle, RealtimeApp, RealtimeAppOptions, RealtimeServiceOptions } from './options.ts';
export { type RealtimeService, startRealtimeService } from './realtime-service.ts';
export type { RealtimeStats } from './stats.ts';
export type { SubscriberWait } from './wait-for-subscriber.ts';
