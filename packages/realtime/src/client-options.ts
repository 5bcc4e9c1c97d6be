import type { OrgError } from '@org/core';
import {
  createRuntime,
  numberOption,
  type OptionNames,
  positiveOption,
  type Runtime,
  readSetting,
  refuseUnknown,
} from '@org/core/basics';
import type { Authorizer, BatchAuthorizer } from './auth/authorizer.ts';
import type { RealtimeEvent } from './channels/realtime-events.ts';
import type { Codec } from './codecs/codec.ts';
import { requireCodec } from './codecs/require-codec.ts';
import type { PlatformSignals } from './connection/platform-signals.ts';
import type { ReconnectOptions, ReconnectSettings } from './connection/reconnect-delay.ts';
import type { OpenSocket } from './connection/socket.ts';
import { isRecord } from './internal/json.ts';
import { version } from './internal/product.ts';
import { misconfigured } from './internal/wrong-input.ts';
import type { NamesElsewhere } from './names-elsewhere.ts';
import type { RealtimeAddress } from './protocol/address.ts';
import { connectionUrl } from './protocol/connection-url.ts';
import { completeAddress } from './protocol/env-address.ts';
import { createNameCheck } from './protocol/name-check.ts';
import type { UserAuthenticator } from './user/user-authenticator.ts';

/** Options of a client: the service's address, the app's key, and settings. @public */
export type RealtimeClientOptions = RealtimeAddress & RealtimeClientSettings;

/** The app's key, and the settings of a client. @public */
export interface RealtimeClientSettings extends NamesElsewhere {
  /** The app key. It is public: anyone who opens your page can read it. @defaultValue REALTIME_APP_KEY */
  readonly key?: string | undefined;
  /** Not allowed: anyone who opens your page could read it. */
  readonly secret?: 'The app secret belongs on a server: createRealtimeServerClient of @org/realtime/server.';
  /** Gets the tokens of private and presence channels. See `httpAuthorizer` and `batchAuthorizer`. */
  readonly authorize?: Authorizer | BatchAuthorizer | undefined;
  /**
   * Whether a failed authorization is tried again. Called with the error, whose `status` is the endpoint's,
   * and whose `cause` is what your `authorize` threw.
   *
   * @defaultValue `error.retryable`: network, time limit, 408, 429 and 5xx
   */
  readonly retryAuthorization?: ((error: OrgError) => boolean) | undefined;
  /** Gets the token of the user for `signIn()`. See `httpUserAuthenticator`. */
  readonly authenticate?: UserAuthenticator | undefined;
  /** Called with every event of the client, for logs and metrics. */
  readonly onEvent?: ((event: RealtimeEvent) => unknown) | undefined;
  /** Whether the first subscription connects. @defaultValue true */
  readonly autoConnect?: boolean | undefined;
  /** Opens the client's sockets in place of the platform's WebSocket. See `webSocket`. */
  readonly socket?: OpenSocket | undefined;
  /**
   * Whether channel names above 164 characters, the documented limit, are refused. `false` allows 200.
   *
   * @defaultValue false, with one warning on the console
   */
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
  /** Limit of the service's response to a subscription, and of `subscribed()`. @defaultValue 10_000 */
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
  /**
   * What the platform reports of its network and its page, in place of a browser's events: `pageSignals` of
   * `@org/realtime/react-native`.
   */
  readonly signals?: PlatformSignals | undefined;
  /** Clock, randomness and `fetch`, for tests and other platforms. */
  readonly runtime?: Partial<Runtime> | undefined;
}

type Shared = 'authorize' | 'authenticate' | 'codec' | 'onEvent' | 'retryAuthorization' | 'signals';

/** The options, checked and with defaults. */
export interface RealtimeSettings
  extends Pick<RealtimeClientSettings, Shared>,
    Readonly<Record<keyof typeof aboveZero | keyof typeof fromZero, number>> {
  readonly key: string;
  /** The URL of the app's WebSocket endpoint. */
  readonly url: string;
  readonly openSocket: OpenSocket | undefined;
  readonly autoConnect: boolean;
  /** Checks a channel's name. */
  requireChannel(given: unknown): string;
  readonly reconnect: ReconnectSettings;
  readonly runtime: Runtime;
}

const aboveZero = {
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
const fromZero = { lingerMs: 0, maxQueuedClientEvents: 0 };
const ofReconnect = { baseMs: 1_000, capMs: 30_000, stableAfterMs: 10_000 };

const shapes = {
  authenticate: 'function',
  retryAuthorization: 'function',
  onEvent: 'function',
  socket: 'function',
  autoConnect: 'boolean',
  strictChannelNames: 'boolean',
  reconnect: 'object',
  runtime: 'object',
  signals: 'object',
} as const;

const optionNames: OptionNames<Omit<RealtimeClientOptions, keyof NamesElsewhere>> = {
  key: 0,
  ...aboveZero,
  ...fromZero,
  ...shapes,
  cluster: 0,
  host: 0,
  port: 0,
  useTls: 0,
  pathPrefix: 0,
  secret: 0,
  authorize: 0,
  codec: 0,
};

// What pusher-js and Laravel Echo call them. The page pays for each word.
const otherNames = [
  [/^userAuth/, 'authenticate'],
  [/auth|bearer|csrf/i, 'authorize'],
  [/^(app|pusher)Key/i, 'key'],
  [/tls|encrypted|scheme/i, 'useTls'],
  [/^wsHost/, 'host'],
  [/^wss?Port/, 'port'],
  [/^wsPath/, 'pathPrefix'],
  [/^act/, 'activityTimeoutMs'],
  [/^pong/, 'pongTimeoutMs'],
] as const;

const findMeant = (name: string) => otherNames.find(([other]) => other.test(name))?.[1];

/** @throws ConfigurationError */
export function resolveOptions(given: RealtimeClientOptions): RealtimeSettings {
  refuseUnknown(given, optionNames, 'createRealtimeClient()', findMeant);
  // Own properties only: a property of `Object.prototype` is not an option.
  const options: RealtimeClientOptions = Object.assign(Object.create(null), given);
  const { authenticate, authorize, autoConnect = true, codec, onEvent, retryAuthorization } = options;
  const { cluster, host, pathPrefix, port, useTls } = options;
  const key = requireKey(options);
  refuseUnknown(options.reconnect, ofReconnect, 'reconnect');
  requireShapes(options);
  const address = completeAddress({ cluster, host, port, useTls, pathPrefix } as RealtimeAddress);
  return {
    authenticate,
    authorize,
    autoConnect,
    codec,
    key,
    onEvent,
    openSocket: options.socket,
    retryAuthorization,
    signals: options.signals,
    reconnect: numbers(ofReconnect, options.reconnect, positiveOption, 'reconnect.'),
    runtime: createRuntime(options.runtime),
    requireChannel: createNameCheck(options.strictChannelNames),
    url: connectionUrl(address, key, version),
    // Last: an object that begins with a spread is made ten times slower.
    ...numbers(aboveZero, options, positiveOption),
    ...numbers(fromZero, options, numberOption),
  };
}

function requireKey(options: RealtimeClientOptions): string {
  if (options.secret !== undefined)
    throw misconfigured('secret is not allowed here: it belongs on a server.');
  const key: unknown = options.key ?? readSetting('REALTIME_APP_KEY');
  if (typeof key === 'string' && key !== '') return key;
  throw misconfigured('key is missing: pass the app key, or set REALTIME_APP_KEY.');
}

function requireShapes(options: RealtimeClientOptions): void {
  for (const name of Object.keys(shapes) as (keyof typeof shapes)[]) {
    const value = options[name];
    const type = shapes[name];
    if (value !== undefined && (type === 'object' ? !isRecord(value) : typeof value !== type))
      throw misconfigured(`${name} must be a ${type}.`);
  }
  const { authorize } = options;
  const authorizes = typeof authorize === 'object' ? authorize?.authorizeChannels : authorize;
  if (authorize !== undefined && typeof authorizes !== 'function')
    throw misconfigured('authorize must be a function, or a batchAuthorizer.');
  requireCodec(options.codec);
}

/** The given numbers, and the defaults of the others. */
function numbers<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
  given: { readonly [Key in NoInfer<Name>]?: number | undefined } = {},
  check: (name: string, value: number | undefined, fallback: number) => number,
  group = '',
): Record<Name, number> {
  const values: Record<Name, number> = { ...defaults };
  for (const name of Object.keys(defaults) as Name[])
    values[name] = check(`${group}${name}`, given[name], defaults[name]);
  return values;
}
