// Names of core for options and errors, so that a program needs this package alone (decision 11).
export type {
  CallOptions,
  ClientEvent,
  Constraint,
  CredentialInput,
  CredentialSource,
  EventListener,
  Hooks,
  Limiter,
  MemoryLimiter,
  Outcome,
  RetryOptions,
  WithResponse,
} from '@org/core';
export {
  AuthenticationError,
  BadRequestError,
  bucket,
  CircuitOpenError,
  ClosedError,
  ConfigurationError,
  ConflictError,
  CredentialError,
  cached,
  chain,
  combineLimiters,
  concurrency,
  createLimiter,
  fromEnv,
  fromFile,
  fromValue,
  HookError,
  InvalidInputError,
  isOrgError,
  NetworkError,
  NotFoundError,
  OrgError,
  PayloadTooLargeError,
  PermissionError,
  perMinute,
  perSecond,
  QuotaExceededError,
  RateLimitError,
  RedirectError,
  RequestBodyError,
  ResponseFormatError,
  ResponseTooLargeError,
  Secret,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
  UnsupportedError,
  window,
  withResponse,
} from '@org/core';
export type { AppCredentials } from './app-identity.ts';
export type { ChannelInfo } from './calls/channel-info.ts';
export type { ChannelQueries } from './calls/channel-queries.ts';
export type { ChannelCounts, ChannelState } from './calls/decode.ts';
export type { BatchEvent, TriggerOptions } from './calls/trigger.ts';
export type { RealtimeServerClient, RealtimeServerOptions, RealtimeServerSettings } from './client.ts';
export { createRealtimeServerClient } from './client.ts';
export type { ServerAddress } from './service.ts';
export type {
  AuthorizeChannelRequest,
  ChannelAuthorization,
  PresenceMember,
  RealtimeUser,
  UserAuthentication,
} from './signing/authorize.ts';
export type { Webhook, WebhookEvent, WebhookRequest } from './webhooks/webhook-model.ts';
export type { AppToken } from './webhooks/webhook-secrets.ts';
export type { WebhookOptions } from './webhooks/webhooks.ts';
export { WebhookSignatureError } from './webhooks/webhooks.ts';
