// Names of core for options and errors, so that a program needs this package alone (decision 11).
export type {
  CallOptions,
  ClientEvent,
  CredentialInput,
  Outcome,
  RetryOptions,
  WithResponse,
} from '@org/core';
export {
  AbortedError,
  AuthenticationError,
  BadRequestError,
  CircuitOpenError,
  ClosedError,
  ConfigurationError,
  ConflictError,
  CredentialError,
  HookError,
  InvalidInputError,
  isOrgError,
  NetworkError,
  NotFoundError,
  OrgError,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  RedirectError,
  RequestBodyError,
  ResponseFormatError,
  ResponseTooLargeError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
  UnsupportedError,
  withResponse,
} from '@org/core';
export type { ReplayClaim, ReplayStore } from '@org/core/webhooks';
export {
  memoryReplayStore,
  WebhookReplayedError,
  WebhookRunningError,
  WebhookSignatureError,
} from '@org/core/webhooks';
export {
  type ChannelDescription as ChannelDefinition,
  describeChannel as defineChannel,
  type EventsDescription,
} from '../channels/describe-channel.ts';
export type { EventSchemas, EventTypes } from '../channels/event-types.ts';
export type { ChannelQueries } from './calls/channel-queries.ts';
export type { CachedEvent, ChannelCounts, ChannelState } from './calls/decode.ts';
export { PartialTriggerError } from './calls/partial-trigger-error.ts';
export type { BatchOptions } from './calls/trigger.ts';
export type { ConnectionString } from './connection-options.ts';
export type { RequestHandler } from './handlers/handlers.ts';
export { createAuthHandler, createUserAuthHandler, createWebhookHandler } from './handlers/handlers.ts';
export type {
  AuthHandlerOptions,
  AuthRequest,
  WebhookHandlerOptions,
  WebhookListeners,
} from './handlers/options.ts';
export type { RealtimeServerClient, RealtimeServerOptions, RealtimeServerSettings } from './server-client.ts';
export { createRealtimeServerClient } from './server-client.ts';
export type { AuthorizeChannelRequest, ChannelAuthorization } from './signing/authorize.ts';
export type { BatchedAuthorization, ChannelAuthorizations } from './signing/authorize-batch.ts';
export type { PresenceMember } from './signing/member-data.ts';
export type { UserAuthentication } from './signing/sign-user.ts';
export type { ClientEventResult } from './webhooks/client-event-result.ts';
export { readClientEvent } from './webhooks/read-client-event.ts';
export type { Webhook, WebhookEvent, WebhookRequest } from './webhooks/webhook-model.ts';
export type { WebhookOptions } from './webhooks/webhook-options.ts';
