import { createRuntime, numberOption, positive, type Runtime, settingFromEnv } from '@org/core/basics';
import type { Authorizer, BatchAuthorizer } from './auth/authorizer.ts';
import type { Codec } from './codecs/codec.ts';
import type { ReconnectOptions, ReconnectSettings } from './connection/reconnect-delay.ts';
import type { OpenSocket } from './connection/socket.ts';
import { completeAddress } from './internal/env-address.ts';
import { requireCodec } from './internal/require-codec.ts';
import { misconfigured } from './internal/wrong-input.ts';
import { type RealtimeAddress, usesTls } from './protocol/address.ts';
import { connectionUrl } from './protocol/connection-url.ts';
import { isRecord } from './protocol/json.ts';
import type { RealtimeEvent } from './realtime-events.ts';
import type { UserAuthenticator } from './user/user-authenticator.ts';

/** Options of a client: the service's address, the app's key, and settings. @public */
export type RealtimeClientOptions = RealtimeAddress & RealtimeClientSettings;

/** The app's key, and the settings of a client. @public */
export interface RealtimeClientSettings {
  /** The app key. It is public: anyone who opens your page can read it. @defaultValue REALTIME_APP_KEY */
  readonly key?: string | undefined;
  /** Not allowed: anyone who opens your page could read it. */
  readonly secret?: 'The app secret belongs on a server: createRealtimeServerClient of @org/realtime/server.';
  /** Gets the tokens of private and presence channels. See `httpAuthorizer` and `batchAuthorizer`. */
  readonly authorize?: Authorizer | BatchAuthorizer | undefined;
  /** Gets the token of the user for `signIn()`. See `httpUserAuthenticator`. */
  readonly authenticate?: UserAuthenticator | undefined;
  /** Called with every event of the client, for logs and metrics. */
  readonly onEvent?: ((event: RealtimeEvent) => unknown) | undefined;
  /** Whether the first subscription connects. @defaultValue true */
  readonly autoConnect?: boolean | undefined;
  /** Opens the client's sockets in place of the platform's WebSocket. See `webSocket`. */
  readonly socket?: OpenSocket | undefined;
  /** Refuse channel names above 164 characters, the documented limit. @defaultValue false: above 200 */
  readonly strictChannelNames?: boolean | undefined;
  /** How long a subscription at the service outlives the last `unsubscribe()`. @defaultValue 0 */
  readonly lingerMs?: number | undefined;
  /** The back-off before the client reconnects. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** Limit of DNS, TCP, TLS, upgrade and handshake together. @defaultValue 15_000 */
  readonly connectTimeoutMs?: number | undefined;
  /** Silence after which the client pings; the service may ask for less. @defaultValue 120_000 */
  readonly activityTimeoutMs?: number | undefined;
  /** Silence after a ping that ends the connection. @defaultValue 30_000 */
  readonly pongTimeoutMs?: number | undefined;
  /**
   * Limit of the service's response to a subscription, and of `subscribed()`.
   *
   * @defaultValue 10_000
   */
  readonly subscribeTimeoutMs?: number | undefined;
  /** Limit of one call of `authorize` or `authenticate`. @defaultValue 10_000 */
  readonly authorizeTimeoutMs?: number | undefined;
  /** Concurrent calls of `authorize`. @defaultValue 6 */
  readonly authorizeConcurrency?: number | undefined;
  /** A larger message of the service ends the connection. @defaultValue 1_048_576 */
  readonly maxMessageBytes?: number | undefined;
  /** Bytes of a client event's data, as JSON. Some services allow more. @defaultValue 10_240 */
  readonly maxEventBytes?: number | undefined;
  /** Client events in any second. @defaultValue 10 */
  readonly maxClientEventsPerSecond?: number | undefined;
  /**
   * Client events above that rate that wait for their turn. Without this option, `trigger` throws a
   * `RateLimitError` above the rate.
   *
   * @defaultValue 0
   */
  readonly maxQueuedClientEvents?: number | undefined;
  /** How the data of events becomes text, from `@org/realtime/codecs`. @defaultValue JSON */
  readonly codec?: Codec | undefined;
  /** Clock, randomness and `fetch`, for tests and other platforms. */
  readonly runtime?: Partial<Runtime> | undefined;
}

/** The options, checked and with defaults. @internal */
export interface RealtimeSettings {
  readonly key: string;
  readonly address: RealtimeAddress;
  readonly isTls: boolean;
  readonly authorize: Authorizer | BatchAuthorizer | undefined;
  readonly authenticate: UserAuthenticator | undefined;
  readonly onEvent: RealtimeClientOptions['onEvent'];
  readonly socket: OpenSocket | undefined;
  readonly autoConnect: boolean;
  readonly strictChannelNames: boolean;
  readonly lingerMs: number;
  readonly reconnect: ReconnectSettings;
  readonly codec: Codec | undefined;
  readonly runtime: Runtime;
  readonly limits: Readonly<Record<keyof typeof defaults | 'maxQueuedClientEvents', number>>;
}

const defaults = {
  connectTimeoutMs: 15_000,
  activityTimeoutMs: 120_000,
  pongTimeoutMs: 30_000,
  subscribeTimeoutMs: 10_000,
  authorizeTimeoutMs: 10_000,
  authorizeConcurrency: 6,
  maxMessageBytes: 1024 * 1024,
  maxEventBytes: 10 * 1024,
  maxClientEventsPerSecond: 10,
};

const shapes = [
  ['authenticate', 'function'],
  ['onEvent', 'function'],
  ['socket', 'function'],
  ['autoConnect', 'boolean'],
  ['strictChannelNames', 'boolean'],
  ['reconnect', 'object'],
  ['runtime', 'object'],
] as const;

/** @throws ConfigurationError @internal */
export function resolveOptions(given: RealtimeClientOptions): RealtimeSettings {
  // Own properties only: a property of `Object.prototype` is not an option.
  const options: RealtimeClientOptions = Object.assign(Object.create(null), given);
  if (options.secret !== undefined)
    throw misconfigured('secret is not allowed in a realtime client: it belongs on a server.');
  const { authorize, onEvent, socket, reconnect = {}, runtime, autoConnect = true } = options;
  const key = options.key ?? settingFromEnv('REALTIME_APP_KEY');
  if (typeof key !== 'string' || key === '')
    throw misconfigured('key is missing: pass the app key, or set REALTIME_APP_KEY.');
  for (const [name, type] of shapes) {
    const value = options[name];
    if (value !== undefined && (type === 'object' ? !isRecord(value) : typeof value !== type))
      throw misconfigured(`${name} must be a ${type}.`);
  }
  const authorizes = typeof authorize === 'object' ? authorize?.authorizeChannels : authorize;
  if (authorize !== undefined && typeof authorizes !== 'function')
    throw misconfigured('authorize must be a function, or a batchAuthorizer.');
  const { cluster, host, port, useTls, pathPrefix } = options;
  const address = completeAddress({ cluster, host, port, useTls, pathPrefix } as RealtimeAddress);
  const isTls = usesTls(address);
  connectionUrl(address, key, '0', isTls); // throws here for a wrong address, not at the first connection
  const limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof typeof defaults)[]) {
    limits[name] = positive(name, options[name], defaults[name]);
  }
  requireCodec(options.codec);
  return {
    key,
    address,
    codec: options.codec,
    isTls,
    authorize,
    authenticate: options.authenticate,
    onEvent,
    socket,
    autoConnect,
    strictChannelNames: options.strictChannelNames ?? false,
    lingerMs: numberOption('lingerMs', options.lingerMs, 0),
    reconnect: {
      baseMs: positive('reconnect.baseMs', reconnect.baseMs, 1_000),
      capMs: positive('reconnect.capMs', reconnect.capMs, 30_000),
      stableAfterMs: positive('reconnect.stableAfterMs', reconnect.stableAfterMs, 10_000),
    },
    runtime: createRuntime(runtime),
    limits: {
      ...limits,
      maxQueuedClientEvents: numberOption('maxQueuedClientEvents', options.maxQueuedClientEvents, 0),
    },
  };
}
