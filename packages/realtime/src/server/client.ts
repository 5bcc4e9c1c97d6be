/// <reference lib="esnext.disposable" preserve="true" />
import {
  type CallOptions,
  createRuntime,
  createServiceClient,
  type RawRequest,
  type ServiceResponse,
} from '@org/core';
import type { EngineOptions } from '@org/core/driver';
import { misconfigured, optionsBag, wrongInput } from '../internal/wrong-input.ts';
import { channelKind, requireChannelName } from '../protocol/channel-name.ts';
import { requireEventName } from '../protocol/event-name.ts';
import { isRecord } from '../protocol/json.ts';
import { requireSocketId } from '../protocol/socket-id.ts';
import { type AppCredentials, createAppIdentity } from './app-identity.ts';
import {
  type AuthorizeChannelRequest,
  authenticateUser,
  authorizeChannel,
  type ChannelAuthorization,
  type RealtimeUser,
  requireUserId,
  type UserAuthentication,
} from './authorize.ts';
import type { ChannelCounts, ChannelState } from './decode.ts';
import { encodeEventData } from './event-data.ts';
import { createLoader } from './load-operations.ts';
import { requireRequest } from './raw-request.ts';
import { createService, type ServerAddress } from './service.ts';
import type { Webhook, WebhookRequest } from './webhook-model.ts';
import { createSecretsOfKey } from './webhook-secrets.ts';
import { createWebhookParser, requireWebhookOptions, type WebhookOptions } from './webhooks.ts';

/** The app, where its service is, and the engine's options. @public */
export type RealtimeServerOptions = ServerAddress & RealtimeServerSettings;

/** The app, and the engine's options. @public */
export interface RealtimeServerSettings extends AppCredentials, EngineOptions {
  /** Bytes of an event's data. @defaultValue 10 240, the hosted service's limit */
  readonly maxEventBytes?: number | undefined;
  /** How webhooks are verified. */
  readonly webhooks?: WebhookOptions | undefined;
}

/** What `info` may ask for. @public */
export type ChannelInfo = 'user_count' | 'subscription_count';

/** Options of one call of `trigger`. @public */
export interface TriggerOptions extends CallOptions {
  /** This connection does not get the event: usually the one that caused it. */
  readonly exceptSocketId?: string | undefined;
  /** Counts of the channels, in the answer; each doubles what the service bills. */
  readonly info?: readonly ChannelInfo[] | undefined;
}

/** One event of a batch. @public */
export interface BatchEvent {
  /** The one channel of this event. */
  readonly channel: string;
  /** The event's name. */
  readonly event: string;
  /** Sent as JSON, a text as it is. */
  readonly data: unknown;
  /** This connection does not get the event: usually the one that caused it. */
  readonly exceptSocketId?: string | undefined;
  /** Counts of the channel, in the result; each doubles what the service bills. */
  readonly info?: readonly ChannelInfo[] | undefined;
}

/** The application's server side of a realtime service. @public */
export interface RealtimeServerClient {
  /**
   * Sends one event to one channel, or to up to 100. `data` is sent as JSON, a text as it is. At most once:
   * an attempt whose fate is unknown is not repeated (`outcome: 'unknown'`); put an id into the data if you
   * repeat it yourself.
   *
   * @returns by channel, what `info` asked for
   * @throws InvalidInputError, PayloadTooLargeError before anything is sent; the errors of `@org/core`
   * otherwise
   */
  trigger(
    channels: string | readonly string[],
    event: string,
    data: unknown,
    options?: TriggerOptions,
  ): Promise<ReadonlyMap<string, ChannelCounts>>;
  /** Up to 10 events in one request, each with its own channel. The result has one entry for each. */
  triggerBatch(events: readonly BatchEvent[], options?: CallOptions): Promise<readonly ChannelCounts[]>;
  /** What the service knows of channels. */
  readonly channels: {
    /** The occupied channels. `user_count` only with a prefix that begins with `presence-`. */
    list(
      query?: { readonly prefix?: string; readonly info?: readonly 'user_count'[] },
      options?: CallOptions,
    ): Promise<ReadonlyMap<string, ChannelCounts>>;
    get(
      channel: string,
      query?: { readonly info?: readonly ChannelInfo[] },
      options?: CallOptions,
    ): Promise<ChannelState>;
    /** Ids of the users on a presence channel. */
    users(channel: string, options?: CallOptions): Promise<readonly string[]>;
  };
  /** Closes all connections of a signed-in user. */
  terminateUserConnections(userId: string, options?: CallOptions): Promise<void>;
  /**
   * Signs a client's wish to subscribe. Decide first whether it may; return the result as your endpoint's
   * JSON answer.
   */
  authorizeChannel(request: AuthorizeChannelRequest): Promise<ChannelAuthorization>;
  /** Signs who a connection belongs to. */
  authenticateUser(socketId: string, user: RealtimeUser): Promise<UserAuthentication>;
  /** What the service reports by itself. */
  readonly webhooks: {
    /**
     * A webhook, verified over its raw bytes.
     * @throws WebhookSignatureError when it is not from the service, too old, or from the future
     */
    parse(request: WebhookRequest): Promise<Webhook>;
  };
  /** Any endpoint below `/apps/{appId}`, signed. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
  /** Lets calls under way end, then frees what is open. May be called twice. */
  close(): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The server's side: publishes, lets clients into channels, reads webhooks.
 *
 * @throws ConfigurationError for an impossible address, and in a browser: the secret must not be there
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
  const client = createServiceClient(createService(options, app.secretSource, runtime), options);
  const secretsOf = createSecretsOfKey(app, webhooks.tokens ?? [], runtime);
  const parse = createWebhookParser({ secretsOf, options: webhooks, runtime });
  const addressed = async () => ({ appId: await app.appId(), key: await app.key() });
  const operations = createLoader(runtime, () => import('./operations.ts'));

  return {
    async trigger(channels, event, data, triggerOptions) {
      const { exceptSocketId, info, ...callOptions } = optionsBag('options', triggerOptions);
      const input = {
        channels: requireChannels(channels),
        event: requireEventName(event),
        data: encodeEventData(data, maxEventBytes),
        ...recipients(exceptSocketId, info),
      };
      const { triggerEvent } = await operations();
      return client.execute(triggerEvent, { ...(await addressed()), ...input }, callOptions);
    },
    async triggerBatch(events, callOptions) {
      if (!Array.isArray(events)) throw wrongInput('events', 'A batch is a list of events.');
      if (events.length === 0 || events.length > 10) {
        throw wrongInput('events', `A batch has 1 to 10 events; this one has ${events.length}.`);
      }
      const batch = Array.from(events, (item: BatchEvent | undefined) => ({
        channel: requireTarget(item?.channel),
        event: requireEventName(item?.event),
        data: encodeEventData(item?.data, maxEventBytes),
        ...recipients(item?.exceptSocketId, item?.info),
      }));
      const { triggerBatch } = await operations();
      return client.execute(triggerBatch, { ...(await addressed()), events: batch }, callOptions);
    },
    channels: {
      async list(query, callOptions) {
        const { prefix, info } = optionsBag('query', query);
        if (prefix !== undefined && typeof prefix !== 'string')
          throw wrongInput('prefix', 'prefix must be a text.');
        const input = { prefix, info: joinInfo(info) };
        const { listChannels } = await operations();
        return client.execute(listChannels, { ...(await addressed()), ...input }, callOptions);
      },
      async get(channel, query, callOptions) {
        const { info } = optionsBag('query', query);
        const input = { channel: requireChannelName(channel), info: joinInfo(info) };
        const { getChannel } = await operations();
        return client.execute(getChannel, { ...(await addressed()), ...input }, callOptions);
      },
      async users(channel, callOptions) {
        const name = requireChannelName(channel);
        if (!channelKind(name).presence) throw wrongInput('channel', 'Only presence- channels have users.');
        const { listUsers } = await operations();
        return client.execute(listUsers, { ...(await addressed()), channel: name }, callOptions);
      },
    },
    async terminateUserConnections(userId, callOptions) {
      const id = requireUserId('userId', userId);
      if (!/^[\w=@,.;-]+$/.test(id) || /^\.{1,2}$/.test(id))
        throw wrongInput('userId', 'This user id cannot stand in a URL path.');
      const { terminateUser } = await operations();
      await client.execute(terminateUser, { ...(await addressed()), userId: id }, callOptions);
    },
    authorizeChannel: (request) => authorizeChannel(app, request),
    authenticateUser: (socketId, user) => authenticateUser(app, socketId, user),
    webhooks: { parse: (request) => parse(request) },
    async request(request, callOptions) {
      const { path, query } = requireRequest(request);
      const { appId, key } = await addressed();
      const target = `/apps/${encodeURIComponent(appId)}${path}`;
      return client.request({ ...request, path: target, query: { ...query, auth_key: key } }, callOptions);
    },
    close: () => client.close(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function requireChannels(channels: string | readonly string[]): readonly string[] {
  const list = typeof channels === 'string' ? [channels] : channels;
  if (!Array.isArray(list))
    throw wrongInput('channels', 'An event goes to a channel name, or to a list of them.');
  if (list.length === 0 || list.length > 100) {
    throw wrongInput('channels', `An event goes to 1 to 100 channels; here are ${list.length}.`);
  }
  return Array.from(list, requireTarget); // a hole in the list is no name, and map would step over it
}

function requireTarget(channel: unknown): string {
  const name = requireChannelName(channel);
  if (channelKind(name).encrypted)
    throw wrongInput('channel', 'End-to-end encrypted channels are not supported yet.');
  return name;
}

function recipients(exceptSocketId: string | undefined, info: readonly ChannelInfo[] | undefined) {
  const socketId = exceptSocketId === undefined ? undefined : requireSocketId(exceptSocketId);
  return { socketId, info: joinInfo(info) };
}

function joinInfo(info: readonly ChannelInfo[] | undefined): string | undefined {
  if (info === undefined) return undefined;
  if (!Array.isArray(info) || info.some((each) => typeof each !== 'string'))
    throw wrongInput('info', "info must be a list, like ['user_count'].");
  return info.length === 0 ? undefined : info.join(',');
}
