/** Tokens with a constant refill rate; `now` is in milliseconds. */
export function createTokenBucket(perSecond: number) {
  let tokens = perSecond;
  let filledAt: number | undefined;
  return {
    /** Takes one token. Returns `false` without one. */
    take(now: number) {
      const elapsedMs = Math.max(0, now - (filledAt ?? now));
      tokens = Math.min(perSecond, tokens + (elapsedMs * perSecond) / 1000);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
