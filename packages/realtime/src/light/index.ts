// Names of core for options and errors, so that a program needs this package alone (decision 11).
export type { Schema } from '@org/core/basics';
export {
  ClosedError,
  ConfigurationError,
  InvalidInputError,
  isOrgError,
  NetworkError,
  OrgError,
  PayloadTooLargeError,
  RateLimitError,
  TimeoutError,
  UnsupportedError,
} from '@org/core/basics';
export type {
  AuthorizeBatch,
  AuthorizeBatchRequest,
  AuthorizeRequest,
  Authorizer,
  BatchAuthorizer,
  BatchEntry,
  ChannelToken,
} from '../auth/authorizer.ts';
export type {
  BatchOptions,
  EndpointOptions,
  HeaderFields,
  HttpAuthorizerOptions,
} from '../auth/authorizer-options.ts';
export { batchAuthorizer } from '../auth/batch-authorizer.ts';
export type {
  Channel,
  ChannelEvent,
  ChannelFor,
  ChannelState,
  ChannelSummary,
  ClientEventData,
  ClientEventName,
  PresenceChannel,
  PrivateChannel,
} from '../channels/channel.ts';
export { type ChannelDefinition, defineChannel } from '../channels/define-channel.ts';
export type { EventsDescription } from '../channels/describe-channel.ts';
export type { EventSchemas, EventTypes } from '../channels/event-types.ts';
export type {
  CacheMissEvent,
  ChannelStateEvent,
  ErrorEvent,
  GapEvent,
  RealtimeEvent,
  RealtimeState,
  Recovered,
  RecoveryFailure,
  StateEvent,
  SubscriptionCountEvent,
  UserStateEvent,
} from '../channels/realtime-events.ts';
export type { RosterChange } from '../channels/roster.ts';
export type { RefetchedEvent, RefetchGap, SubscribeOptions } from '../channels/subscribe-options.ts';
export type { RealtimeClientOptions, RealtimeClientSettings } from '../client-options.ts';
export type { PlatformSignals } from '../connection/platform-signals.ts';
export type { ReconnectOptions } from '../connection/reconnect-delay.ts';
export type { OpenSocket, Socket, SocketEnd } from '../connection/socket.ts';
export { type WebSocketConstructor, type WebSocketLike, webSocket } from '../connection/web-socket.ts';
export type {
  DiagnosticCheck,
  DiagnosticCheckName,
  DiagnosticEntry,
  DiagnosticReport,
} from '../diagnose/report.ts';
export {
  ChannelAuthorizationError,
  DecryptionError,
  EventFormatError,
  EventOverflowError,
  ListenerError,
  NotSubscribedError,
  RefetchError,
  SubscriptionRefusedError,
} from '../errors/channel-errors.ts';
export {
  ConnectionLostError,
  ConnectionRefusedError,
  ProtocolError,
  ServiceReportedError,
} from '../errors/connection-errors.ts';
export { RosterOverflowError } from '../errors/roster-error.ts';
export { SignInError } from '../errors/user-errors.ts';
export { fromConnectionString } from '../from-connection-string.ts';
export type { RealtimeAddress, ServiceLocation } from '../protocol/address.ts';
export type { Member } from '../protocol/presence-data.ts';
export type { SignedInUser, UserEvents, UserStatus, WatchlistEvent } from '../user/user.ts';
export type { AuthenticateRequest, UserAuthenticator, UserToken } from '../user/user-authenticator.ts';
export { createRealtimeClient, type LightRealtimeClientOptions } from './client.ts';
export { httpAuthorizer, httpUserAuthenticator } from './http.ts';
export type {
  LightChannelFor,
  LightChannelName,
  LightRealtimeClient,
  LightSubscribe,
  LightSubscribeOptions,
} from './light-client.ts';
export {
  diagnosis,
  encryptedChannels,
  type PartName,
  presence,
  privateChannels,
  type RealtimePart,
  refetching,
  users,
} from './parts.ts';
