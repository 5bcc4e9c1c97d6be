import { createRuntime, positive, type Runtime, settingFromEnv } from '@org/core';
import type { Authorizer } from './auth/authorizer.ts';
import type { ReconnectOptions, ReconnectSettings } from './connection/reconnect-delay.ts';
import { completeAddress } from './internal/env-address.ts';
import { misconfigured } from './internal/wrong-input.ts';
import { type RealtimeAddress, usesTls } from './protocol/address.ts';
import { connectionUrl } from './protocol/connection-url.ts';
import { isRecord } from './protocol/json.ts';
import type { RealtimeEvent } from './realtime-events.ts';

/** The app's key, where its service is, and how the client behaves. @public */
export type RealtimeClientOptions = RealtimeAddress & RealtimeClientSettings;

/** The app's key, and how the client behaves. @public */
export interface RealtimeClientSettings {
  /** The app key. It is public: everybody who opens your page can read it. @defaultValue REALTIME_APP_KEY */
  readonly key?: string | undefined;
  /** Never here: anyone who opens your page could read it. */
  readonly secret?: 'The app secret belongs on a server: createRealtimeServerClient of @org/realtime/server.';
  /** Gets the tokens of private and presence channels. See `httpAuthorizer`. */
  readonly authorize?: Authorizer | undefined;
  /** Listens to every event of the client, for logs and metrics. */
  readonly onEvent?: ((event: RealtimeEvent) => unknown) | undefined;
  /** The first subscription connects. @defaultValue true */
  readonly autoConnect?: boolean | undefined;
  /** The waits before the client reconnects. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** Name, TCP, TLS, upgrade and greeting together. @defaultValue 15_000 */
  readonly connectTimeoutMs?: number | undefined;
  /** Silence after which the client pings; the service may ask for less. @defaultValue 120_000 */
  readonly activityTimeoutMs?: number | undefined;
  /** Silence after a ping that means the connection is dead. @defaultValue 30_000 */
  readonly pongTimeoutMs?: number | undefined;
  /**
   * How long the service may take to answer one subscription, and `subscribed()` waits.
   *
   * @defaultValue 10_000
   */
  readonly subscribeTimeoutMs?: number | undefined;
  /** How long `authorize` may take for one channel. @defaultValue 10_000 */
  readonly authorizeTimeoutMs?: number | undefined;
  /** Calls of `authorize` at the same time. @defaultValue 6 */
  readonly authorizeConcurrency?: number | undefined;
  /** A larger message of the service ends the connection. @defaultValue 1_048_576 */
  readonly maxMessageBytes?: number | undefined;
  /** Of a client event's data, as JSON; dedicated services allow more. @defaultValue 10_240 */
  readonly maxEventBytes?: number | undefined;
  /** Client events within any second. @defaultValue 10 */
  readonly maxClientEventsPerSecond?: number | undefined;
  /** Clock, randomness and `fetch`, for tests and other platforms. */
  readonly runtime?: Partial<Runtime> | undefined;
}

/** Every option, checked and filled in. @internal */
export interface RealtimeSettings {
  readonly key: string;
  readonly address: RealtimeAddress;
  readonly isTls: boolean;
  readonly authorize: Authorizer | undefined;
  readonly onEvent: RealtimeClientOptions['onEvent'];
  readonly autoConnect: boolean;
  readonly reconnect: ReconnectSettings;
  readonly runtime: Runtime;
  readonly limits: Readonly<Record<keyof typeof defaults, number>>;
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
  ['authorize', 'function'],
  ['onEvent', 'function'],
  ['autoConnect', 'boolean'],
  ['reconnect', 'object'],
  ['runtime', 'object'],
] as const;

/** @throws ConfigurationError @internal */
export function resolveOptions(given: RealtimeClientOptions): RealtimeSettings {
  // Own properties only: what somebody hung on `Object.prototype` is not an option.
  const options: RealtimeClientOptions = Object.assign(Object.create(null), given);
  if (options.secret !== undefined)
    throw misconfigured('A realtime client must not have the app secret: it belongs on a server.');
  const { authorize, onEvent, reconnect = {}, runtime, autoConnect = true } = options;
  const key = options.key ?? settingFromEnv('REALTIME_APP_KEY');
  if (typeof key !== 'string' || key === '')
    throw misconfigured('key is missing: pass the app key, or set REALTIME_APP_KEY.');
  for (const [name, type] of shapes) {
    const value = options[name];
    if (value !== undefined && (type === 'object' ? !isRecord(value) : typeof value !== type))
      throw misconfigured(`${name} must be a ${type}.`);
  }
  const { cluster, host, port, useTls, pathPrefix } = options;
  const address = completeAddress({ cluster, host, port, useTls, pathPrefix } as RealtimeAddress);
  const isTls = usesTls(address);
  connectionUrl(address, key, '0', isTls); // finds what is wrong now, not at the first connection
  const limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof typeof defaults)[]) {
    limits[name] = positive(name, options[name], defaults[name]);
  }
  return {
    key,
    address,
    isTls,
    authorize,
    onEvent,
    autoConnect,
    reconnect: {
      baseMs: positive('reconnect.baseMs', reconnect.baseMs, 1_000),
      capMs: positive('reconnect.capMs', reconnect.capMs, 30_000),
      stableAfterMs: positive('reconnect.stableAfterMs', reconnect.stableAfterMs, 10_000),
    },
    runtime: createRuntime(runtime),
    limits,
  };
}
