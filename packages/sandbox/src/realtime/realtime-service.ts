import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { checkCloseCode } from '../faults/close-code.ts';
import { startHttpServer } from '../http/server.ts';
import { createSharedParts, type SharedParts } from '../shared-parts.ts';
import {
  type AuthorizationOutcome,
  type AuthorizationWish,
  testAuthorization,
} from './authorization/test-authorization.ts';
import { type EndpointOutcome, type EndpointWish, testAuthEndpoint } from './authorization/test-endpoint.ts';
import { type ChannelSnapshot, snapshotChannels } from './channels/channel-snapshot.ts';
import { publish } from './channels/publish.ts';
import type { Connection } from './connection.ts';
import type { RealtimeContext } from './context.ts';
import { createAppParts, createRealtimeContext } from './create-context.ts';
import { createRealtimeFaults, type RealtimeFaults } from './faults/faults.ts';
import type { LoggedFrame } from './frame-log.ts';
import type { RealtimeActivity } from './journal.ts';
import {
  type RealtimeApp,
  type RealtimeServiceOptions,
  type ResolvedRealtimeOptions,
  resolveAppOptions,
} from './options.ts';
import { createRestHandler, type RestHandler } from './rest/rest-handler.ts';
import { type Contexts, listConnections, shutDown } from './shut-down.ts';
import { createUpgradeHandler } from './socket/accept.ts';
import { createCounters, type RealtimeStats } from './stats.ts';
import { type SubscriberWait, waitForSubscriber } from './wait-for-subscriber.ts';

const startRealtimeServiceNames: OptionNames<RealtimeServiceOptions> = {
  port: 0,
  app: 0,
  apps: 0,
  errorStyle: 0,
  disabled: 0,
  clientEvents: 0,
  subscriptionCount: 0,
  userAuthentication: 0,
  authorizedConnectionsTimeoutMs: 0,
  activityTimeoutSeconds: 0,
  pingAfterMs: 0,
  pongTimeoutMs: 0,
  cacheTtlMs: 0,
  recovery: 0,
  recoveryTtlMs: 0,
  terminateCloseCode: 0,
  limits: 0,
  rateLimit: 0,
  webhooks: 0,
  webhookDelayMs: 0,
  webhookBatchMs: 0,
  webhookRetryDelayMs: 0,
  clock: 0,
  nextSocketId: 0,
};

/** A running Pusher-protocol server on this machine. */
export interface RealtimeService {
  /** `http://127.0.0.1:port`, the base of the REST API. Clients connect to `ws://` on the same port. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The first app. */
  readonly app: RealtimeApp;
  /** All apps, the first one included. */
  readonly apps: readonly RealtimeApp[];
  /** Current at each access. */
  readonly stats: RealtimeStats;
  /** Recent activity, oldest first, bounded. */
  readonly recentEvents: readonly RealtimeActivity[];
  /** Failure injection. */
  readonly faults: RealtimeFaults;
  /** The last frames of all sockets, oldest first, bounded. */
  readonly frames: readonly LoggedFrame[];
  /** The open sockets, with their channels. */
  readonly sockets: readonly { readonly socketId: string; readonly channels: readonly string[] }[];
  /** Closes one socket. @returns whether it was open */
  disconnect(socketId: string, code?: number, reason?: string): boolean;
  /** The occupied channels of an app. @defaultValue the first app */
  channels(appId?: string): readonly ChannelSnapshot[];
  /** Calls the listener with every new activity. Returns the function that removes it. */
  subscribe(listener: (activity: RealtimeActivity) => void): () => void;
  /**
   * Resolves when a channel of the first app has a subscriber, now or later.
   *
   * @throws {Error} after `timeoutMs`, with the channels that do have one and the last refusal
   * @throws the signal's reason on abort
   */
  waitForSubscriber(channel: string, options?: SubscriberWait): Promise<ChannelSnapshot>;
  /** Signs a subscription or a sign-in, or takes a token, and tells whether the service accepts it. */
  testAuthorization(wish: AuthorizationWish): AuthorizationOutcome;
  /** Asks your application's endpoint on this machine for a token, and checks it. */
  testAuthEndpoint(wish: EndpointWish): Promise<EndpointOutcome>;
  /**
   * Sends an event as the application's server does. `data` is text, usually JSON. The app is the first one
   * without `appId`.
   */
  publish(publication: {
    readonly channel: string;
    readonly event: string;
    readonly data: string;
    readonly appId?: string;
  }): void;
  /**
   * Removes the recent activity, the frames, the cached and stored events, the webhooks that wait, used-up
   * limits and counts. Sockets and faults stay.
   */
  reset(): void;
  /**
   * Closes every client with 4200, waits briefly for their close frames, and frees the port. May be called
   * twice.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a server of the Pusher Channels protocol, version 7, with its signed REST API, on loopback only.
 *
 * @example
 * await using service = await startRealtimeService();
 * const { host, port, app } = service;
 * const realtime = createRealtimeClient({ host, port, key: app.key });
 *
 * @throws {TypeError} for an invalid app key, or a webhook URL that is not loopback
 * @throws {RangeError} for a duration that is not positive
 * @throws {PortInUseError} when the port is in use
 */
export async function startRealtimeService(
  options: RealtimeServiceOptions = {},
  parts = createSharedParts(),
): Promise<RealtimeService> {
  refuseUnknown(options, startRealtimeServiceNames, 'startRealtimeService()', meantOption);
  const contexts = createContexts(options, parts);
  const [first] = contexts;
  const contextOf = (name: 'id' | 'key', value: string | undefined): RealtimeContext | undefined =>
    contexts.find((context) => context.options.app[name] === value);
  const rest = createRestHandler(contexts);
  const server = await startHttpServer(rest.handler, {
    port: first.options.port,
    maxBodyBytes: first.options.limits.requestBytes,
    observer: parts.requests.observer('realtime'),
    ...{ onFailure: parts.failures.add, access: parts.access },
    onUpgrade: createUpgradeHandler(first, (key) => contextOf('key', key) ?? first),
  });
  const requireApp = (id = first.options.app.id): RealtimeContext => {
    const found = contextOf('id', id);
    if (found === undefined) throw new TypeError(`appId names no app of this service: ${id}`);
    return found;
  };
  const count = (of: (context: RealtimeContext) => number): number =>
    contexts.reduce((sum, context) => sum + of(context), 0);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= shutDown(contexts, server);
    return closing;
  };
  return {
    url: server.url,
    host: parts.access.name,
    port: server.port,
    app: first.options.app,
    apps: contexts.map((context) => context.options.app),
    faults: createRealtimeFaults(first.faults, () => listConnections(contexts)),
    get stats() {
      return {
        connections: count(({ connections }) => connections.size),
        channels: count(({ channels }) => channels.size),
        ...first.counters,
      };
    },
    get recentEvents() {
      return first.journal.list();
    },
    get frames() {
      return first.frames.list();
    },
    get sockets() {
      return listConnections(contexts).map(describeSocket);
    },
    disconnect(socketId, code = 4200, reason = 'Disconnected from the sandbox') {
      checkCloseCode(code);
      const found = listConnections(contexts).find((connection) => connection.socketId === socketId);
      found?.close(code, reason);
      return found !== undefined;
    },
    channels: (appId) => snapshotChannels(requireApp(appId)),
    subscribe: first.journal.subscribe,
    waitForSubscriber: (channel, wait) =>
      waitForSubscriber(
        { channels: () => snapshotChannels(first), subscribe: first.journal.subscribe },
        channel,
        wait,
      ),
    testAuthorization: (wish) => testAuthorization(contextOf('key', wish.key) ?? first, wish),
    testAuthEndpoint: (wish) => testAuthEndpoint(first, wish),
    publish({ appId, ...publication }) {
      requireText(publication.data);
      publish(requireApp(appId), publication);
    },
    reset: () => forget(contexts, rest),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createContexts(options: RealtimeServiceOptions, parts: SharedParts): Contexts {
  const [first, ...others] = resolveAppOptions(options);
  const shared = createAppParts(first, parts);
  const create = (app: ResolvedRealtimeOptions): RealtimeContext => createRealtimeContext(app, shared);
  return [create(first), ...others.map(create)];
}

const describeSocket = ({ socketId, channels }: Connection) => ({ socketId, channels: [...channels] });

function forget(contexts: Contexts, rest: RestHandler): void {
  rest.reset();
  for (const { journal, frames, cache, events, webhooks, counters } of contexts) {
    for (const part of [journal, frames, cache, events]) part?.clear();
    webhooks.reset();
    Object.assign(counters, createCounters());
  }
}

// A program without types would deliver a number to subscribers, and fail afterwards.
function requireText(data: unknown): void {
  if (typeof data !== 'string') throw new TypeError('data must be text, usually JSON');
}
