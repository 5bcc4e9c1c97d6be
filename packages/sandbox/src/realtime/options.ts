import type { RealtimeClock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { RealtimeLimits } from './limits.ts';
import { hostedLimits } from './limits.ts';
import { checkCloseCode } from './socket/close-code.ts';
import { randomSocketId } from './socket-id.ts';
import type { WebhookTarget } from './webhooks/target.ts';

/** The credentials of the one app that a service serves. */
export interface RealtimeApp {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

/**
 * How a refused subscription is told to the client. Servers that speak the same protocol differ here:
 * `hosted` sends `pusher:error` with a null code, `soketi` a channel-scoped `pusher:subscription_error`,
 * `reverb` a `pusher:error` 4009 whose data is a JSON string.
 */
export type ErrorStyle = 'hosted' | 'soketi' | 'reverb';

/** Which app, which port, and which limits. */
export interface RealtimeServiceOptions {
  /** TCP port on 127.0.0.1. @default 0, any free port */
  readonly port?: number;
  /** @default { id: '1', key: 'sandbox-key', secret: 'sandbox-secret' } */
  readonly app?: Partial<RealtimeApp>;
  /** @default 'hosted' */
  readonly errorStyle?: ErrorStyle;
  /** Answer as a disabled app does: sockets close with 4003, REST calls get 403. @default false */
  readonly disabled?: boolean;
  /** Accept events that clients send to each other. @default true */
  readonly clientEvents?: boolean;
  /** Tell subscribers, and REST callers who ask, how many subscriptions a channel has. @default false */
  readonly subscriptionCount?: boolean;
  /** Answer `pusher:signin`; silence otherwise. @default true */
  readonly userAuthentication?: boolean;
  /** Close with 4009 what neither signed in nor joined an authorised channel in this time. @default never */
  readonly authorizedConnectionsTimeoutMs?: number;
  /** Told to clients in the handshake. @default 120 */
  readonly activityTimeoutSeconds?: number;
  /** Silence of a client after which the server pings it. @default the activity timeout */
  readonly pingAfterMs?: number;
  /** Silence after that ping which closes the connection with 4201. @default 30_000 */
  readonly pongTimeoutMs?: number;
  /** How long a cache channel remembers its last event. @default 1_800_000, half an hour */
  readonly cacheTtlMs?: number;
  /** Close code for users whose connections are terminated over REST. @default 4009 */
  readonly terminateCloseCode?: number;
  /** Every limit may be lowered or raised on its own. */
  readonly limits?: Partial<RealtimeLimits>;
  /** REST calls allowed per key and window; the rest gets 429. @default no limit */
  readonly rateLimit?: { readonly limit: number; readonly windowMs: number };
  /** Where webhooks go: loopback URLs only, anything else is refused at start. */
  readonly webhooks?: readonly WebhookTarget[];
  /**
   * `channel_vacated` and `member_removed` wait this long, and fall away if the client returns. @default
   * 3_000
   */
  readonly webhookDelayMs?: number;
  /** Webhook events of this long share one request; 0 sends each alone. @default 0 */
  readonly webhookBatchMs?: number;
  /** First wait before a failed webhook is posted again; doubles each time. @default 1_000 */
  readonly webhookRetryDelayMs?: number;
  readonly clock?: RealtimeClock;
  /** Source of socket ids, each `digits.digits`. @default random */
  readonly nextSocketId?: () => string;
}

export type ResolvedRealtimeOptions = Required<
  Omit<RealtimeServiceOptions, 'rateLimit' | 'authorizedConnectionsTimeoutMs' | 'app' | 'limits'>
> & {
  readonly app: RealtimeApp;
  readonly limits: RealtimeLimits;
  readonly rateLimit: RealtimeServiceOptions['rateLimit'];
  readonly authorizedConnectionsTimeoutMs: number | undefined;
};

export function resolveRealtimeOptions(options: RealtimeServiceOptions): ResolvedRealtimeOptions {
  const activityTimeoutSeconds = positive(options.activityTimeoutSeconds ?? 120, 'activityTimeoutSeconds');
  const app = { id: '1', key: 'sandbox-key', secret: 'sandbox-secret', ...options.app };
  if (app.key === '' || /[:/?#\s]/.test(app.key)) {
    throw new TypeError('app.key must be non-empty, without colon, slash, "?", "#" or space');
  }
  return {
    port: options.port ?? 0,
    app,
    errorStyle: options.errorStyle ?? 'hosted',
    disabled: options.disabled ?? false,
    clientEvents: options.clientEvents ?? true,
    subscriptionCount: options.subscriptionCount ?? false,
    userAuthentication: options.userAuthentication ?? true,
    authorizedConnectionsTimeoutMs: options.authorizedConnectionsTimeoutMs,
    activityTimeoutSeconds,
    pingAfterMs: positive(options.pingAfterMs ?? activityTimeoutSeconds * 1000, 'pingAfterMs'),
    pongTimeoutMs: positive(options.pongTimeoutMs ?? 30_000, 'pongTimeoutMs'),
    cacheTtlMs: positive(options.cacheTtlMs ?? 1_800_000, 'cacheTtlMs'),
    terminateCloseCode: checkCloseCode(options.terminateCloseCode ?? 4009),
    limits: { ...hostedLimits, ...options.limits },
    rateLimit: options.rateLimit,
    webhooks: options.webhooks ?? [],
    webhookDelayMs: options.webhookDelayMs ?? 3_000,
    webhookBatchMs: options.webhookBatchMs ?? 0,
    webhookRetryDelayMs: options.webhookRetryDelayMs ?? 1_000,
    clock: options.clock ?? systemClock,
    nextSocketId: options.nextSocketId ?? randomSocketId,
  };
}

function positive(value: number, name: string): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive number, got ${value}`);
}
