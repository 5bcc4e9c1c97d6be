/** Tokens with a constant refill rate; `now` is in milliseconds. */
export interface TokenBucket {
  /** Takes one token. Returns `false` without one. */
  take(now: number): boolean;
}

export function createTokenBucket(perSecond: number): TokenBucket {
  let tokens = perSecond;
  let filledAt: number | undefined;
  return {
    take(now) {
      const elapsedMs = Math.max(0, now - (filledAt ?? now));
      tokens = Math.min(perSecond, tokens + (elapsedMs * perSecond) / 1000);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
