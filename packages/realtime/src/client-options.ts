import type { OrgError } from '@org/core';
import {
  createRuntime,
  type FindMeant,
  numberOption,
  positiveOption,
  type Runtime,
  readSetting,
} from '@org/core/basics';
import type { Authorizer, BatchAuthorizer } from './auth/authorizer.ts';
import type { RealtimeEvent } from './channels/realtime-events.ts';
import type { Recovery, RecoveryPort } from './channels/recovery-port.ts';
import type { Codec } from './codecs/codec.ts';
import { requireCodec } from './codecs/require-codec.ts';
import type { PlatformSignals } from './connection/platform-signals.ts';
import type { ReconnectOptions, ReconnectSettings } from './connection/reconnect-delay.ts';
import type { OpenSocket } from './connection/socket.ts';
import { isRecord } from './internal/json.ts';
import { version } from './internal/product.ts';
import { readOptions } from './internal/read-options.ts';
import { misconfigured } from './internal/wrong-input.ts';
import type { NamesElsewhere } from './names-elsewhere.ts';
import { completeAddress, connectionUrl, type RealtimeAddress } from './protocol/address.ts';
import { createNameCheck } from './protocol/channel-name.ts';
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
  /** Gets missed events from services that store them: `recovery()` of `@org/realtime/recovery`. */
  readonly recovery?: Recovery | undefined;
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

type Given = 'authorize' | 'authenticate' | 'codec' | 'onEvent' | 'retryAuthorization' | 'signals';

/** The options, checked and complete. */
export interface RealtimeSettings
  extends Readonly<Record<keyof typeof aboveZero | keyof typeof fromZero, number>>,
    Readonly<{ [Name in Given]: RealtimeClientSettings[Name] }> {
  readonly key: string;
  /** The URL of the app's WebSocket endpoint. */
  readonly url: string;
  readonly openSocket: OpenSocket | undefined;
  readonly recovery: RecoveryPort | undefined;
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

const defaults = {
  key: undefined,
  ...aboveZero,
  ...fromZero,
  authenticate: undefined,
  retryAuthorization: undefined,
  onEvent: undefined,
  socket: undefined,
  recovery: undefined,
  autoConnect: true,
  strictChannelNames: undefined,
  reconnect: undefined,
  runtime: undefined,
  signals: undefined,
  cluster: undefined,
  host: undefined,
  port: undefined,
  useTls: undefined,
  pathPrefix: undefined,
  secret: undefined,
  authorize: undefined,
  codec: undefined,
};

const shapes = {
  authenticate: 'function',
  retryAuthorization: 'function',
  onEvent: 'function',
  socket: 'function',
  recovery: 'function',
  autoConnect: 'boolean',
  strictChannelNames: 'boolean',
  runtime: 'object',
  signals: 'object',
} as const;

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

export const findMeant = (name: string) => otherNames.find(([other]) => other.test(name))?.[1];

type Options = ReturnType<typeof readAll>;

const readAll = (given: RealtimeClientOptions, more: object, findMeant?: FindMeant) =>
  readOptions<Omit<RealtimeClientOptions, keyof NamesElsewhere>, typeof defaults>(
    'createRealtimeClient()',
    given,
    { ...defaults, ...more },
    findMeant,
  );

/** `more`: further options, with their defaults. @throws ConfigurationError */
export function readClientOptions<More extends object>(
  given: RealtimeClientOptions,
  more = {} as More,
  findMeant?: FindMeant,
): RealtimeSettings & More {
  const options = readAll(given, more, findMeant);
  const key = requireKey(options);
  requireShapes(options);
  requireNumbers(aboveZero, options, positiveOption);
  requireNumbers(fromZero, options, numberOption);
  const reconnect = readOptions('reconnect', options.reconnect, ofReconnect);
  requireNumbers(ofReconnect, reconnect, positiveOption, 'reconnect.');
  const settings = {
    ...options,
    key,
    openSocket: options.socket,
    reconnect,
    url: connectionUrl(completeAddress(options as RealtimeAddress), key, version),
    runtime: createRuntime(options.runtime),
    requireChannel: createNameCheck(options.strictChannelNames),
  };
  return { ...settings, ...options.recovery?.(settings) } as object as RealtimeSettings & More;
}

function requireKey(options: Options): string {
  if (options.secret !== undefined)
    throw misconfigured('secret is not allowed here: it belongs on a server.');
  const key: unknown = options.key ?? readSetting('REALTIME_APP_KEY');
  if (typeof key === 'string' && key !== '') return key;
  throw misconfigured('key is missing: pass the app key, or set REALTIME_APP_KEY.');
}

function requireShapes(options: Options): void {
  for (const name of Object.keys(shapes) as (keyof typeof shapes)[]) {
    const value = options[name];
    const type = shapes[name];
    if (value !== undefined && (type === 'object' ? !isRecord(value) : typeof value !== type))
      throw misconfigured(`${name} must be a ${type}.`);
  }
  const { authorize, codec } = options;
  const authorizes = typeof authorize === 'object' ? authorize?.authorizeChannels : authorize;
  if (authorize !== undefined && typeof authorizes !== 'function')
    throw misconfigured('authorize must be a function, or a batchAuthorizer.');
  if (codec !== undefined) requireCodec(codec);
}

/** Checks the numbers that are not the defaults. */
function requireNumbers<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
  given: Readonly<Record<NoInfer<Name>, number>>,
  check: (name: string, value: number, fallback: number) => number,
  group = '',
): void {
  for (const name of Object.keys(defaults) as Name[])
    if (given[name] !== defaults[name]) check(group + name, given[name], defaults[name]);
}
