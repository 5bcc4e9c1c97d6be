/** The back-off before a client reconnects. @public */
export interface ReconnectOptions {
  /** Half of the longest first delay. @defaultValue 1_000 */
  readonly baseMs?: number | undefined;
  /** The longest delay, unless the service asks for a longer one. @defaultValue 30_000 */
  readonly capMs?: number | undefined;
  /** A connection that lasted this long resets the back-off. @defaultValue 10_000 */
  readonly stableAfterMs?: number | undefined;
}

export type ReconnectSettings = { readonly [Name in keyof Required<ReconnectOptions>]: number };

/** How soon to reconnect. `wait`: the service asked for a delay. `slow`: the platform is offline. */
export type Pace = 'soon' | 'lost' | 'wait' | 'slow';

export interface ReconnectPace {
  readonly pace: Pace;
  readonly failures: number;
  /** The delay that the service asked for. */
  readonly retryAfterMs?: number | undefined;
}

// Close codes 4100 to 4199: "reconnect after 1s or greater". Source: Pusher documentation, "Pusher Channels
// Protocol".
const minWaitMs = 1_000;
// A service may ask for at most an hour: a mistyped date must not stop a client for years.
const maxRetryAfterMs = 3_600_000;

// A process that lost many connections handles their ends first. Attempts that were due meanwhile would then
// start all at once.
const leastShare = 0.1;

/**
 * Jitter from a tenth of a ceiling to that ceiling, which doubles with each failure. The first ceiling is
 * twice the base: when a thousand clients lose the same server, fewer than a tenth reconnect within the same
 * 100 ms. Full jitter is added to a delay that the service asked for.
 */
export function reconnectDelay(
  { pace, failures, retryAfterMs = 0 }: ReconnectPace,
  { baseMs, capMs }: ReconnectSettings,
  random: () => number,
): number {
  if (pace === 'slow') return capMs * (0.5 + random() / 2);
  const doublings = Math.max(1, pace === 'soon' ? failures - 1 : failures);
  const ceilingMs = Math.min(capMs, baseMs * 2 ** doublings);
  const floorMs = pace === 'wait' ? Math.max(minWaitMs, Math.min(baseMs, capMs)) : 0;
  const askedMs = Math.max(floorMs, Math.min(retryAfterMs, maxRetryAfterMs));
  const leastMs = askedMs > 0 ? 0 : ceilingMs * leastShare;
  const jitterMs = leastMs + random() * (ceilingMs - leastMs);
  return askedMs < capMs ? Math.min(capMs, askedMs + jitterMs) : askedMs + jitterMs;
}
