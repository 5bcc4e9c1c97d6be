export type { AppCredentials } from './app-identity.ts';
export type {
  AuthorizeChannelRequest,
  ChannelAuthorization,
  PresenceMember,
  RealtimeUser,
  UserAuthentication,
} from './authorize.ts';
export type {
  BatchEvent,
  ChannelInfo,
  RealtimeServerClient,
  RealtimeServerOptions,
  TriggerOptions,
} from './client.ts';
export { createRealtimeServerClient } from './client.ts';
export type { ChannelCounts, ChannelState } from './decode.ts';
export type { ServerAddress } from './service.ts';
export type { AppToken } from './webhook-secrets.ts';
export type {
  Webhook,
  WebhookEvent,
  WebhookOptions,
  WebhookRequest,
} from './webhooks.ts';
export { WebhookSignatureError } from './webhooks.ts';
