/// <reference lib="esnext.disposable" preserve="true" />

import {
  type AuthTarget,
  type CallOptions,
  createRuntime,
  createServiceClient,
  type OperationContext,
  type RawRequest,
  type ServiceResponse,
} from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { type EngineOptions, engineOptionNames, engineOptionsOf, meantOption } from '@org/core/driver';
import type { ChannelDescription } from '../channels/describe-channel.ts';
import type { EventInputsOf, EventSchemas } from '../channels/event-types.ts';
import type { Codec } from '../codecs/codec.ts';
import { requireCodec } from '../codecs/require-codec.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { type AppCredentials, createAppIdentity } from './app-identity.ts';
import type { ChannelQueries } from './calls/channel-queries.ts';
import type { ChannelCounts } from './calls/decode.ts';
import type { BatchEvent, BatchOptions, TriggerOptions } from './calls/trigger.ts';
import { type ConnectionString, resolveConnection } from './connection-options.ts';
import { createEncryptionLoader } from './encryption.ts';
import { createLoader, method } from './load-part.ts';
import { ownOptions } from './own-options.ts';
import { createService, requireBooleans, type ServerAddress } from './service.ts';
import type { AuthorizeChannelRequest, ChannelAuthorization } from './signing/authorize.ts';
import type { AuthorizeChannelsRequest, ChannelAuthorizations } from './signing/authorize-batch.ts';
import { createHmacSha256 } from './signing/hmac.ts';
import type { RealtimeUser, UserAuthentication } from './signing/sign-user.ts';
import { batchNow, eventNow } from './text-now.ts';
import type { Webhook, WebhookRequest } from './webhooks/webhook-model.ts';
import { readWebhookOptions, type WebhookOptions } from './webhooks/webhook-options.ts';

const realtimeServerNames: OptionNames<RealtimeServerOptions> = {
  appId: 0,
  key: 0,
  secret: 0,
  ...engineOptionNames,
  cluster: 0,
  host: 0,
  port: 0,
  useTls: 0,
  pathPrefix: 0,
  dangerouslyAllowHttp: 0,
  signPathPrefix: 0,
  codec: 0,
  strictChannelNames: 0,
  maxEventBytes: 0,
  maxMemberBytes: 0,
  correctClock: 0,
  idempotencyHeader: 0,
  webhooks: 0,
  encryptionMasterKey: 0,
  connectionString: 0,
};

/** Options of a server client: the app, the service's address, and the engine's options. @public */
export type RealtimeServerOptions = ServerAddress & RealtimeServerSettings;

/** The app, and the engine's options. @public */
export interface RealtimeServerSettings extends AppCredentials, ConnectionString, EngineOptions {
  /** How the data of events becomes text, from `@org/realtime/codecs`. @defaultValue JSON */
  readonly codec?: Codec | undefined;
  /**
   * Whether calls refuse channel names above 164 characters, the documented limit. `false` allows 200.
   *
   * @defaultValue false, with one warning on the console
   */
  readonly strictChannelNames?: boolean | undefined;
  /** The most bytes of an event's data. @defaultValue 10 240, the hosted service's limit */
  readonly maxEventBytes?: number | undefined;
  /** The most bytes of a presence member's `userInfo`. @defaultValue 1 024, the hosted service's limit */
  readonly maxMemberBytes?: number | undefined;
  /**
   * After "Timestamp expired", whether the client takes over the service's clock and tries once more.
   *
   * @defaultValue true
   */
  readonly correctClock?: boolean | undefined;
  /**
   * The header of idempotency keys, for servers that honour one: `X-Idempotency-Key` for Sockudo. Events are
   * then retried after an unknown outcome. The hosted service, soketi and Reverb ignore it and would deliver
   * twice.
   */
  readonly idempotencyHeader?: string | undefined;
  /** Keys, age and repetition of webhooks. */
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
   * @throws InvalidInputError for an invalid channel or event name, or data that its schema refuses
   * @throws PayloadTooLargeError for data above `maxEventBytes`
   * @throws PartialTriggerError with `split`, when the call failed after a part was delivered
   */
  trigger(
    channels: string | readonly string[],
    event: string,
    data: unknown,
    options?: TriggerOptions,
  ): Promise<ReadonlyMap<string, ChannelCounts>>;
  /** Sends an event of a definition, whose schema checks the data before anything is sent. */
  trigger<Schemas extends EventSchemas, Event extends keyof Schemas & string>(
    channel: ChannelDescription<string, Schemas>,
    event: Event,
    data: EventInputsOf<Schemas>[Event],
    options?: TriggerOptions,
  ): Promise<ReadonlyMap<string, ChannelCounts>>;
  /** Sends up to 10 events in one request, each to one channel. The result has one entry for each. */
  triggerBatch(events: readonly BatchEvent[], options?: BatchOptions): Promise<readonly ChannelCounts[]>;
  /** Sends an event to all connections of a signed-in user. */
  sendToUser(userId: string, event: string, data: unknown, options?: CallOptions): Promise<void>;
  /** Queries about channels. */
  readonly channels: ChannelQueries;
  /** Closes all connections of a signed-in user. */
  terminateUserConnections(userId: string, options?: CallOptions): Promise<void>;
  /**
   * Signs a subscription. Check the user's permission first, and send the result as the response of your
   * endpoint.
   */
  authorizeChannel(request: AuthorizeChannelRequest): Promise<ChannelAuthorization>;
  /** Signs several subscriptions of one client, for `httpAuthorizer` with `batch`. */
  authorizeChannels(request: AuthorizeChannelsRequest): Promise<ChannelAuthorizations>;
  /** Signs the user of a connection. */
  authenticateUser(socketId: string, user: RealtimeUser): Promise<UserAuthentication>;
  /** Events that the service sends to your server. */
  readonly webhooks: {
    /**
     * Reads a webhook, and verifies it over its raw bytes. When its events are handled, call its `settle()`;
     * after an error of your own its `release()`, and respond with 500: the service sends it again.
     * `createWebhookHandler` does both.
     *
     * @throws WebhookSignatureError for a wrong signature, and for a webhook that is too old or from the
     * future
     * @throws WebhookReplayedError with `replayStore`, for one that was handled before
     * @throws WebhookRunningError with `replayStore`, while an earlier delivery of it is being handled
     * @throws NetworkError without a reply of the replay store: respond with 500, and the service sends the
     * webhook again
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
 * Creates a client for servers: it publishes, authorizes channels, and reads webhooks. @public
 *
 * @example
 * const server = createRealtimeServerClient(); // REALTIME_APP_ID, REALTIME_APP_KEY, REALTIME_APP_SECRET
 * await server.trigger('orders', 'paid', { id: 7 });
 *
 * @throws ConfigurationError for invalid options, and in a browser, which must not have the secret
 */
export function createRealtimeServerClient(given: RealtimeServerOptions = {}): RealtimeServerClient {
  refuseUnknown(given, realtimeServerNames, 'createRealtimeServerClient()', meantOption);
  const options = ownOptions(given);
  const webhooks = readWebhookOptions(options.webhooks);
  requireBooleans(options, 'correctClock', 'strictChannelNames');
  if (!/^[\w-]+$/.test(options.idempotencyHeader ?? 'none'))
    throw misconfigured('idempotencyHeader must be the name of a header, like "X-Idempotency-Key".');
  const maxBytes = bytes('maxEventBytes', options.maxEventBytes, 10_240);
  const maxMemberBytes = bytes('maxMemberBytes', options.maxMemberBytes, 1_024);
  const runtime = createRuntime(options.runtime);
  const connection = ownOptions(resolveConnection(options));
  const { pathPrefix = '', signPathPrefix = false } = connection;
  const app = createAppIdentity(connection, runtime);
  const hmac = createHmacSha256();
  const loadEncryption = createEncryptionLoader(options.encryptionMasterKey, runtime);
  if (options.codec !== undefined) requireCodec(options.codec);
  const createId = () => runtime.randomUUID();
  const encoding = { maxBytes, loadEncryption, codec: options.codec, createId };
  const unsignedPrefix = signPathPrefix ? '' : pathPrefix;
  const signing = { app, hmac, maxMemberBytes, loadEncryption };
  const calls = createLoader(async () => {
    const { openServer } = await import('./open-server.ts');
    return openServer(options, webhooks, { ...signing, client, unsignedPrefix, encoding, runtime });
  });
  const secrets = [options.encryptionMasterKey, ...webhooks.tokens.map(({ secret }) => secret)];
  const service = createService(connection, app.secretSource, secrets, {
    // The calls were loaded before the first request.
    sign: (target: AuthTarget, secret: string) => calls.loaded?.sign(target, secret),
    classify: (answer: ServiceResponse, context: OperationContext) => calls.loaded?.classify(answer, context),
  });
  const client = createServiceClient(service, engineOptionsOf(options));
  return {
    // A codec takes the data itself.
    trigger: method(calls, 'trigger', !options.codec && eventNow),
    triggerBatch: method(calls, 'triggerBatch', !options.codec && batchNow),
    sendToUser: method(calls, 'sendToUser', !options.codec && eventNow),
    channels: {
      list: method(calls, 'list'),
      get: method(calls, 'get'),
      users: method(calls, 'users'),
    },
    terminateUserConnections: method(calls, 'terminateUser'),
    authorizeChannel: method(calls, 'authorizeChannel'),
    authorizeChannels: method(calls, 'authorizeChannels'),
    authenticateUser: method(calls, 'authenticateUser'),
    webhooks: { parse: method(calls, 'receive') },
    request: method(calls, 'request'),
    close: client.close,
    [Symbol.asyncDispose]: client.close,
  };
}

function bytes(name: string, given: number | undefined, fallback: number): number {
  if (given === undefined) return fallback;
  if (typeof given === 'number' && given > 0) return given;
  throw misconfigured(`${name} must be a number above 0, or Infinity.`);
}
