import type { RedisLimiter } from '../../src/redis/index.ts';

/** Calls that begin as soon as they may, on one or more limiters of a fleet. */
export interface Traffic {
  /** When each call began, in order, on this process's clock. */
  readonly starts: readonly number[];
  /** Of each limiter. */
  readonly counts: readonly number[];
  /** Waits until so many more have begun on each. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

export function startTraffic(limiters: readonly RedisLimiter[], callers = 10): Traffic {
  const starts: number[] = [];
  const counts = limiters.map(() => 0);
  const end = new AbortController();
  const work = async (limiter: RedisLimiter, index: number) => {
    while (!end.signal.aborted) {
      const permit = await limiter.acquire({ signal: end.signal }).catch(() => undefined);
      if (permit === undefined) {
        // Refused, or at the end.
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      starts.push(performance.now());
      counts[index] = (counts[index] ?? 0) + 1;
      permit.release();
    }
  };
  const all = limiters.flatMap((limiter, index) =>
    Array.from({ length: callers }, () => work(limiter, index)),
  );
  return {
    starts,
    counts,
    async more(count) {
      const goals = counts.map((before) => before + count);
      while (counts.some((now, index) => now < (goals[index] ?? 0)))
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async stop() {
      end.abort();
      await Promise.all(all);
    },
  };
}

/** The most calls in any span of `spanMs`. */
export function mostWithin(instants: readonly number[], spanMs: number): number {
  const sorted = instants.toSorted((left, right) => left - right);
  let most = 0;
  let first = 0;
  for (const [index, instant] of sorted.entries()) {
    while (instant - (sorted[first] ?? 0) >= spanMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
