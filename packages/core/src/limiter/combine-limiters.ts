import { requireMethod } from '../options/require-option.ts';
import type { Limiter, Permit, PermitRequest } from './limiter.ts';

/**
 * Combines limiters: a call needs a permit of each. Permits are acquired in the order of the arguments, and
 * an acquired permit counts while the call waits for the next one. Put the limiter with the longest wait
 * first: a tenant's own limit before the limit of the fleet. Combine limiters in the same order everywhere.
 * Each limiter observes every response. There is no `tryAcquire`: permits acquired before a refusal would be
 * wasted. @public
 *
 * @example
 * ```ts
 * const limiter = combineLimiters(createLimiter({ limits: [concurrency(4)] }), fleetLimiter);
 * ```
 *
 * @throws ConfigurationError when an argument is not a limiter
 */
export function combineLimiters(...limiters: readonly Limiter[]): Limiter {
  for (const [index, limiter] of limiters.entries())
    requireMethod(`combineLimiters(…)[${index}]`, limiter ?? null, 'acquire', 'createLimiter()');
  return {
    async acquire(request = {}) {
      const permits: Permit[] = [];
      let waitedMs = 0;
      try {
        for (const limiter of limiters) {
          const permit = await limiter.acquire(reduceMaxWait(request, waitedMs));
          permits.push(permit);
          waitedMs += permit.waitedMs;
        }
      } catch (error) {
        for (const permit of permits) permit.release();
        throw error;
      }
      return {
        waitedMs,
        release(observation) {
          for (const permit of permits) permit.release(observation);
        },
      };
    },
  };
}

function reduceMaxWait(request: PermitRequest, waitedMs: number): PermitRequest {
  const { maxWaitMs } = request;
  return maxWaitMs === undefined ? request : { ...request, maxWaitMs: Math.max(0, maxWaitMs - waitedMs) };
}
