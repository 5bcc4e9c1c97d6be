/** The limit of requests of one key in any `windowMs`. */
export interface RateLimitOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** A monotonic clock in milliseconds. @default performance.now */
  readonly now?: () => number;
  /** The most keys. The one that is unused the longest is dropped. @default 10 000 */
  readonly maxKeys?: number;
}

/** The decision about one request. */
export interface RateLimitVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the whole limit is available. */
  readonly resetAfterMs: number;
  /** Milliseconds until a refused request is allowed; 0 for an allowed one. */
  readonly retryAfterMs: number;
}

/** The rate limit of a service: it refuses requests and never waits. */
export type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * An exact sliding window: at most `limit` allowed requests in any `windowMs`. Memory is bounded by `maxKeys`
 * × `limit` instants.
 *
 * @throws {RangeError} for a limit or window that is not positive, or a cost above the limit
 */
export function createRateLimit(options: RateLimitOptions) {
  const { limit, windowMs, now = () => performance.now(), maxKeys = 10_000 } = options;
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(`limit must be a positive integer, not ${limit}`);
  if (!Number.isFinite(windowMs) || windowMs <= 0)
    throw new RangeError(`windowMs must be positive, not ${windowMs}`);
  const takenAtByKey = new Map<string, number[]>();

  const recall = (key: string, at: number): number[] => {
    const takenAt = takenAtByKey.get(key) ?? [];
    let expired = 0;
    while ((takenAt[expired] ?? at) <= at - windowMs) expired += 1;
    takenAt.splice(0, expired);
    takenAtByKey.delete(key); // set again at the end, because a Map keeps its order of insertion
    takenAtByKey.set(key, takenAt);
    for (const oldest of takenAtByKey.keys()) {
      if (takenAtByKey.size <= maxKeys) break;
      takenAtByKey.delete(oldest);
    }
    return takenAt;
  };

  return {
    /** Counts `cost` requests of a key, if all are within the limit. A refused request is not counted. */
    take: (key: string, cost = 1) => {
      if (!Number.isInteger(cost) || cost < 1 || cost > limit)
        throw new RangeError(`cost must be 1 to ${limit}, not ${cost}`);
      const at = now();
      const takenAt = recall(key, at);
      const allowed = takenAt.length + cost <= limit;
      if (allowed) for (let unit = 0; unit < cost; unit += 1) takenAt.push(at);
      const freesAt = (index: number): number => Math.max(0, windowMs - (at - (takenAt[index] ?? at)));
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
 * `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds from now, rounded up), and for a refusal
 * `Retry-After` (seconds, at least 1), as of Plunk and the IETF draft of 2022.
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
