/** How many requests one key may make in any span of `windowMs`. */
export interface RateLimitOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** A clock in milliseconds that never goes back. @default performance.now */
  readonly now?: () => number;
  /** Keys remembered at most; the one that was silent longest is forgotten first. @default 10 000 */
  readonly maxKeys?: number;
}

/** What a limiter says about one request. */
export interface RateLimitVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the whole limit is free again, in milliseconds. */
  readonly resetAfterMs: number;
  /** Until the refused request would be allowed, in milliseconds; 0 when it was allowed. */
  readonly retryAfterMs: number;
}

/** A limiter as a service has it: it never waits, it says yes or no. */
export interface RateLimit {
  /** Counts `cost` requests for a key, if they all fit. A refused request costs nothing. */
  take(key: string, cost?: number): RateLimitVerdict;
}

/**
 * A sliding window kept exactly: of all requests that were allowed, never more than `limit` lie in any span
 * of `windowMs`. Memory is bounded by `maxKeys` × `limit` instants.
 *
 * @throws {RangeError} for a limit or window that is not a positive number, or a cost that could never fit
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { limit, windowMs, now = () => performance.now(), maxKeys = 10_000 } = options;
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(`limit must be a positive integer, not ${limit}`);
  if (!Number.isFinite(windowMs) || windowMs <= 0)
    throw new RangeError(`windowMs must be positive, not ${windowMs}`);
  const takenAtByKey = new Map<string, number[]>();

  const recall = (key: string, at: number): number[] => {
    const takenAt = (takenAtByKey.get(key) ?? []).filter((instant) => instant > at - windowMs);
    takenAtByKey.delete(key); // set again at the end: the Map's order is the order of last use
    takenAtByKey.set(key, takenAt);
    for (const oldest of takenAtByKey.keys()) {
      if (takenAtByKey.size <= maxKeys) break;
      takenAtByKey.delete(oldest);
    }
    return takenAt;
  };

  return {
    take: (key, cost = 1) => {
      if (!Number.isInteger(cost) || cost < 1 || cost > limit)
        throw new RangeError(`cost must be 1 to ${limit}, not ${cost}`);
      const at = now();
      const takenAt = recall(key, at);
      const allowed = takenAt.length + cost <= limit;
      if (allowed) for (let unit = 0; unit < cost; unit += 1) takenAt.push(at);
      const freesAt = (index: number): number => Math.max(0, (takenAt[index] ?? at) + windowMs - at);
      return {
        allowed,
        limit,
        remaining: limit - takenAt.length,
        resetAfterMs: takenAt.length === 0 ? 0 : freesAt(takenAt.length - 1),
        retryAfterMs: allowed ? 0 : freesAt(takenAt.length + cost - limit - 1),
      };
    },
  };
}

/**
 * `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds from now, rounded up), and on a refusal `Retry-After`
 * (seconds, at least 1), which is how Plunk and the IETF draft of 2022 write them.
 */
export function renderRateLimitHeaders(verdict: RateLimitVerdict): Record<string, string> {
  return {
    'ratelimit-limit': String(verdict.limit),
    'ratelimit-remaining': String(verdict.remaining),
    'ratelimit-reset': String(Math.ceil(verdict.resetAfterMs / 1000)),
    ...(verdict.allowed
      ? undefined
      : { 'retry-after': String(Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))) }),
  };
}
