/** How a client comes back after a loss. @public */
export interface ReconnectOptions {
  /** Half of the longest first wait. @defaultValue 1_000 */
  readonly baseMs?: number | undefined;
  /** No wait is longer, unless the service asks for a longer one. @defaultValue 30_000 */
  readonly capMs?: number | undefined;
  /** A connection that stayed this long makes the next wait a first one again. @defaultValue 10_000 */
  readonly stableAfterMs?: number | undefined;
}

/** @internal */
export type ReconnectSettings = { readonly [Name in keyof Required<ReconnectOptions>]: number };

/** How soon to come back. `wait`: the service asked for it. `slow`: the platform is offline. @internal */
export type Pace = 'soon' | 'lost' | 'wait' | 'slow';

/** @internal */
export interface ReconnectPace {
  readonly pace: Pace;
  readonly failures: number;
  /** What the service asked for. */
  readonly retryAfterMs?: number | undefined;
}

// Close codes 4100 to 4199: "reconnect after 1s or greater". Source: Pusher documentation, "Pusher Channels
// Protocol".
const shortestWaitMs = 1_000;
// A service may ask for an hour at most: a mistyped date must not stop a client for years.
const longestHintMs = 3_600_000;

/**
 * Full jitter: anything up to a ceiling that doubles with each failure. The first ceiling is twice the base:
 * of a thousand clients that lost the same server, no tenth comes back within the same 100 ms. The jitter
 * comes on top of a wait that the service asked for.
 *
 * @internal
 */
export function reconnectDelay(
  { pace, failures, retryAfterMs = 0 }: ReconnectPace,
  { baseMs, capMs }: ReconnectSettings,
  random: () => number,
): number {
  if (pace === 'slow') return capMs * (0.5 + random() / 2);
  const doublings = Math.max(1, pace === 'soon' ? failures - 1 : failures);
  const jitterMs = random() * Math.min(capMs, baseMs * 2 ** doublings);
  const floorMs = pace === 'wait' ? Math.max(shortestWaitMs, Math.min(baseMs, capMs)) : 0;
  const askedMs = Math.max(floorMs, Math.min(retryAfterMs, longestHintMs));
  return askedMs < capMs ? Math.min(capMs, askedMs + jitterMs) : askedMs + jitterMs;
}
