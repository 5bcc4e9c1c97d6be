import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { checkCloseCode } from '../faults/close-code.ts';
import { type RealtimeClock, systemClock } from './clock.ts';
import { hostedLimits, type RealtimeLimits } from './limits.ts';
import { randomSocketId } from './socket-id.ts';
import type { WebhookTarget } from './webhooks/target.ts';

/** The credentials of a service's app. */
export interface RealtimeApp {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

/**
 * The errors of refused connections and subscriptions. Servers of the protocol differ:
 * - `hosted` closes with a code, and sends `pusher:error` with a null code for a subscription.
 * - `soketi` sends an error before the close code, and a channel-scoped `pusher:subscription_error`.
 * - `reverb` closes without a code or not at all, and sends `pusher:error` 4009 with a JSON string as data.
 */
export type ErrorStyle = 'hosted' | 'soketi' | 'reverb';

/** Options that each app has on its own. */
type AppSettings = Partial<
  Pick<
    RealtimeServiceOptions,
    | 'disabled'
    | 'clientEvents'
    | 'subscriptionCount'
    | 'userAuthentication'
    | 'authorizedConnectionsTimeoutMs'
    | 'cacheTtlMs'
    | 'recovery'
    | 'recoveryTtlMs'
    | 'limits'
    | 'webhooks'
  >
>;

const appNames: OptionNames<RealtimeApp> = { id: 0, key: 0, secret: 0 };

const settingNames: OptionNames<AppSettings> = {
  disabled: 0,
  clientEvents: 0,
  subscriptionCount: 0,
  userAuthentication: 0,
  authorizedConnectionsTimeoutMs: 0,
  cacheTtlMs: 0,
  recovery: 0,
  recoveryTtlMs: 0,
  limits: 0,
  webhooks: 0,
};

/** One more app, with its own channels and users. Its settings are those of the service where absent. */
export type RealtimeAppOptions = RealtimeApp & AppSettings;

/** App, port and limits of the realtime service. */
export interface RealtimeServiceOptions {
  /** TCP port on 127.0.0.1. @default 0, any free port */
  readonly port?: number;
  /** @default { id: '1', key: 'sandbox-key', secret: 'sandbox-secret' } */
  readonly app?: Partial<RealtimeApp>;
  /** More apps on the same port. They share no channels, users and connections. */
  readonly apps?: readonly RealtimeAppOptions[];
  /** @default 'hosted' */
  readonly errorStyle?: ErrorStyle;
  /** Behave as a disabled app: sockets close with 4003, REST calls get a 403. @default false */
  readonly disabled?: boolean;
  /** Accept events that clients send to each other. @default true */
  readonly clientEvents?: boolean;
  /** Report the number of subscriptions to subscribers, and to REST callers that ask. @default false */
  readonly subscriptionCount?: boolean;
  /** Respond to `pusher:signin`. @default true */
  readonly userAuthentication?: boolean;
  /**
   * Close connections with 4009 that neither sign in nor join an authorized channel in this time.
   *
   * @default never
   */
  readonly authorizedConnectionsTimeoutMs?: number;
  /** Sent to clients in the handshake. @default 120 */
  readonly activityTimeoutSeconds?: number;
  /** The silence of a client before the server pings it. @default the activity timeout */
  readonly pingAfterMs?: number;
  /** The silence after that ping before the connection closes with 4201. @default 30_000 */
  readonly pongTimeoutMs?: number;
  /** How long a cache channel keeps its last event. @default 1_800_000, half an hour */
  readonly cacheTtlMs?: number;
  /**
   * Speak version 2 of the protocol (Sockudo's) to clients that ask for it: they get the events that they
   * missed after a reconnect, and stored ones with `rewind`.
   *
   * @default true with the error style `hosted`: soketi and Reverb have no version 2
   */
  readonly recovery?: boolean;
  /** How long events are stored for that. @default 120_000 */
  readonly recoveryTtlMs?: number;
  /** Close code for users whose connections are terminated over REST. @default 4009 */
  readonly terminateCloseCode?: number;
  /** Each limit can be changed alone. */
  readonly limits?: Partial<RealtimeLimits>;
  /** REST calls of one key in the window. Above it, calls get a 429. @default no limit */
  readonly rateLimit?: { readonly limit: number; readonly windowMs: number };
  /** The targets of webhooks: loopback URLs only, or the start fails. */
  readonly webhooks?: readonly WebhookTarget[];
  /**
   * The delay of `channel_vacated` and `member_removed`, which are dropped if the client returns.
   *
   * @default 3_000
   */
  readonly webhookDelayMs?: number;
  /** Webhook events in this time share one request; 0 sends each alone. @default 0 */
  readonly webhookBatchMs?: number;
  /** The first delay before a failed webhook is retried. It doubles each time. @default 1_000 */
  readonly webhookRetryDelayMs?: number;
  readonly clock?: RealtimeClock;
  /** Source of socket ids, each `digits.digits`. @default random */
  readonly nextSocketId?: () => string;
}

export type ResolvedRealtimeOptions = Required<
  Omit<RealtimeServiceOptions, 'rateLimit' | 'authorizedConnectionsTimeoutMs' | 'app' | 'apps' | 'limits'>
> & {
  readonly app: RealtimeApp;
  readonly limits: RealtimeLimits;
  readonly rateLimit: RealtimeServiceOptions['rateLimit'];
  readonly authorizedConnectionsTimeoutMs: number | undefined;
};

/** The options of each app, the first app first. @throws {TypeError} for two apps with one id or one key */
export function resolveAppOptions({
  apps = [],
  ...options
}: RealtimeServiceOptions): readonly [ResolvedRealtimeOptions, ...ResolvedRealtimeOptions[]] {
  const first = resolveRealtimeOptions(options);
  const others = apps.map((app) => {
    refuseUnknown(app, { ...appNames, ...settingNames }, 'startRealtimeService({ apps })', meantOption);
    const { id, key, secret, ...settings } = app;
    return resolveRealtimeOptions({ ...options, ...settings, app: { id, key, secret } });
  });
  const all = [first, ...others] as const;
  for (const name of ['id', 'key'] as const) {
    if (new Set(all.map(({ app }) => app[name])).size < all.length)
      throw new TypeError(`apps has two apps with the same ${name}`);
  }
  return all;
}

export function resolveRealtimeOptions(options: RealtimeServiceOptions): ResolvedRealtimeOptions {
  refuseUnknown(options.app, appNames, 'startRealtimeService({ app })', meantOption);
  refuseUnknown(options.limits, hostedLimits, 'startRealtimeService({ limits })', meantOption);
  refuseUnknown(
    options.rateLimit,
    { limit: 0, windowMs: 0 },
    'startRealtimeService({ rateLimit })',
    meantOption,
  );
  const activityTimeoutSeconds = positive(options.activityTimeoutSeconds ?? 120, 'activityTimeoutSeconds');
  const { authorizedConnectionsTimeoutMs: authorizedMs } = options;
  if (authorizedMs !== undefined) positive(authorizedMs, 'authorizedConnectionsTimeoutMs');
  return {
    port: options.port ?? 0,
    app: requireApp({ id: '1', key: 'sandbox-key', secret: 'sandbox-secret', ...options.app }),
    errorStyle: requireStyle(options.errorStyle ?? 'hosted'),
    disabled: options.disabled ?? false,
    clientEvents: options.clientEvents ?? true,
    subscriptionCount: options.subscriptionCount ?? false,
    userAuthentication: options.userAuthentication ?? true,
    authorizedConnectionsTimeoutMs: authorizedMs,
    activityTimeoutSeconds,
    pingAfterMs: positive(options.pingAfterMs ?? activityTimeoutSeconds * 1000, 'pingAfterMs'),
    pongTimeoutMs: positive(options.pongTimeoutMs ?? 30_000, 'pongTimeoutMs'),
    recovery: options.recovery ?? (options.errorStyle ?? 'hosted') === 'hosted',
    recoveryTtlMs: positive(options.recoveryTtlMs ?? 120_000, 'recoveryTtlMs'),
    cacheTtlMs: positive(options.cacheTtlMs ?? 1_800_000, 'cacheTtlMs'),
    terminateCloseCode: checkCloseCode(options.terminateCloseCode ?? 4009),
    limits: requireLimits({ ...hostedLimits, ...options.limits }),
    rateLimit: options.rateLimit,
    webhooks: options.webhooks ?? [],
    webhookDelayMs: notNegative(options.webhookDelayMs ?? 3_000, 'webhookDelayMs'),
    webhookBatchMs: notNegative(options.webhookBatchMs ?? 0, 'webhookBatchMs'),
    webhookRetryDelayMs: positive(options.webhookRetryDelayMs ?? 1_000, 'webhookRetryDelayMs'),
    clock: options.clock ?? systemClock,
    nextSocketId: options.nextSocketId ?? randomSocketId,
  };
}

function requireApp(app: RealtimeApp): RealtimeApp {
  for (const name of ['id', 'key'] as const) {
    if (/^[^:/?#\s]+$/.test(app[name])) continue;
    throw new TypeError(`app.${name} must be non-empty, without colon, slash, "?", "#" or space`);
  }
  if (app.secret === '') throw new TypeError('app.secret must be non-empty');
  return app;
}

const errorStyles: readonly ErrorStyle[] = ['hosted', 'soketi', 'reverb'];

function requireStyle(style: ErrorStyle): ErrorStyle {
  if (errorStyles.includes(style)) return style;
  throw new TypeError(`errorStyle must be one of ${errorStyles.join(', ')}, got ${style}`);
}

function requireLimits(limits: RealtimeLimits): RealtimeLimits {
  for (const [name, limit] of Object.entries(limits)) notNegative(limit, `limits.${name}`);
  return limits;
}

function positive(value: number, name: string): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive number, got ${value}`);
}

function notNegative(value: number, name: string): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new RangeError(`${name} must be a number of 0 or more, got ${value}`);
}
