/// <reference lib="esnext.disposable" preserve="true" />
import {
  type CallOptions,
  createRuntime,
  createServiceClient,
  type RawRequest,
  type ServiceResponse,
} from '@org/core';
import type { EngineOptions } from '@org/core/driver';
import { misconfigured, wrongInput } from '../internal/wrong-input.ts';
import { isRecord } from '../protocol/json.ts';
import { type AppCredentials, createAppIdentity } from './app-identity.ts';
import { AppCalls } from './calls/app-calls.ts';
import { type ChannelQueries, createChannelQueries } from './calls/channel-queries.ts';
import type { ChannelCounts } from './calls/decode.ts';
import { type BatchEvent, type TriggerOptions, trigger, triggerBatch } from './calls/trigger.ts';
import { createEncryptionLoader } from './encryption.ts';
import { createLoader } from './load-part.ts';
import { createService, type ServerAddress } from './service.ts';
import {
  type AuthorizeChannelRequest,
  authenticateUser,
  authorizeChannel,
  type ChannelAuthorization,
  type RealtimeUser,
  requireUserId,
  type UserAuthentication,
} from './signing/authorize.ts';
import type { Webhook, WebhookRequest } from './webhooks/webhook-model.ts';
import { createWebhookParser, requireWebhookOptions, type WebhookOptions } from './webhooks/webhooks.ts';

/** Options of a server client: the app, the service's address, and the engine's options. @public */
export type RealtimeServerOptions = ServerAddress & RealtimeServerSettings;

/** The app, and the engine's options. @public */
export interface RealtimeServerSettings extends AppCredentials, EngineOptions {
  /** The most bytes of an event's data. @defaultValue 10 240, the hosted service's limit */
  readonly maxEventBytes?: number | undefined;
  /** Keys and age of webhooks. */
  readonly webhooks?: WebhookOptions | undefined;
}

/** The server side of an application. @public */
export interface RealtimeServerClient {
  /**
   * Sends one event to one channel, or to up to 100; an encrypted one alone. `data` is sent as JSON, text
   * unchanged. An attempt with an unknown outcome is not retried (`outcome: 'unknown'`). Put an id into the
   * data before you repeat it.
   *
   * @returns the counts that `info` asked for, by channel
   * @throws InvalidInputError, PayloadTooLargeError before anything is sent; otherwise the errors of
   * `@org/core`
   */
  trigger(
    channels: string | readonly string[],
    event: string,
    data: unknown,
    options?: TriggerOptions,
  ): Promise<ReadonlyMap<string, ChannelCounts>>;
  /** Sends up to 10 events in one request, each to one channel. The result has one entry for each. */
  triggerBatch(events: readonly BatchEvent[], options?: CallOptions): Promise<readonly ChannelCounts[]>;
  /** Queries about channels. */
  readonly channels: ChannelQueries;
  /** Closes all connections of a signed-in user. */
  terminateUserConnections(userId: string, options?: CallOptions): Promise<void>;
  /**
   * Signs a subscription. Check the user's permission first, and send the result as the response of your
   * endpoint.
   */
  authorizeChannel(request: AuthorizeChannelRequest): Promise<ChannelAuthorization>;
  /** Signs the user of a connection. */
  authenticateUser(socketId: string, user: RealtimeUser): Promise<UserAuthentication>;
  /** Events that the service sends to your server. */
  readonly webhooks: {
    /**
     * Reads a webhook, and verifies it over its raw bytes.
     *
     * @throws WebhookSignatureError for a wrong signature, and for a webhook that is too old or from the
     * future
     */
    parse(request: WebhookRequest): Promise<Webhook>;
  };
  /** Sends a signed request to any endpoint below `/apps/{appId}`. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
  /** Waits for calls in flight, then closes the client. May be called twice. */
  close(): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a client for servers: it publishes, authorizes channels, and reads webhooks.
 *
 * @throws ConfigurationError for invalid options, and in a browser, which must not have the secret
 * @public
 */
export function createRealtimeServerClient(options: RealtimeServerOptions = {}): RealtimeServerClient {
  if (!isRecord(options as unknown))
    throw misconfigured('createRealtimeServerClient takes an object of options.');
  const { webhooks = {}, maxEventBytes = 10_240 } = options;
  requireWebhookOptions(webhooks);
  if (!(typeof maxEventBytes === 'number' && maxEventBytes > 0))
    throw misconfigured(`maxEventBytes must be a number above 0, or Infinity, not ${maxEventBytes}.`);
  const runtime = createRuntime(options.runtime);
  const app = createAppIdentity(options, runtime);
  const loadParts = createLoader(runtime, () => import('./calls/call-parts.ts'));
  const service = createService(options, app.secretSource, (target, secret, pathPrefix) =>
    runtime.untimed(async () => (await loadParts()).sign(target, secret, pathPrefix)),
  );
  const calls = new AppCalls(createServiceClient(service, options), app, loadParts);
  const loadEncryption = createEncryptionLoader(options.encryptionMasterKey, runtime);
  const encoding = { maxBytes: maxEventBytes, loadEncryption };
  const parse = createWebhookParser({ app, loadEncryption, runtime }, webhooks);
  return {
    trigger: async (channels, event, data, triggerOptions) =>
      trigger(calls, { channels, event, data }, triggerOptions, encoding),
    triggerBatch: async (events, callOptions) => triggerBatch(calls, events, callOptions, encoding),
    channels: createChannelQueries(calls),
    terminateUserConnections: async (userId, callOptions) =>
      calls.execute(({ terminateUser }) => terminateUser, { userId: requirePathId(userId) }, callOptions),
    authorizeChannel: (request) => authorizeChannel(app, loadEncryption, request),
    authenticateUser: (socketId, user) => authenticateUser(app, socketId, user),
    webhooks: { parse: (request) => parse(request) },
    request: (request, callOptions) => calls.request(request, callOptions),
    close: () => calls.close(),
    [Symbol.asyncDispose]: () => calls.close(),
  };
}

function requirePathId(userId: unknown): string {
  const id = requireUserId('userId', userId);
  if (/^[\w=@,.;-]+$/.test(id) && !/^\.{1,2}$/.test(id)) return id;
  throw wrongInput(
    'userId',
    'userId must have only letters, digits and _ = @ , . ; - here: it is in a URL path.',
  );
}
