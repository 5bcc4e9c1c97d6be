import { requireMethod } from '../options/require-option.ts';
import type { Limiter, Permit, PermitRequest } from './limiter.ts';

/**
 * One limiter of several: a call needs a permit of each. They are asked one after the other, so put first what makes calls wait longest,
 * as a share of a tenant's own before the limit of the whole fleet: a permit that is already given counts while the next one is waited for.
 * Where limiters are combined more than once, keep to one order. What an answer says is told to all of them. There is no
 * `tryAcquire`: what one had given before the next refused would be used up for nothing.
 *
 * @example
 * ```ts
 * const limiter = combineLimiters(createLimiter({ limits: [concurrency(4)] }), fleetLimiter);
 * ```
 *
 * @throws ConfigurationError for what is no limiter
 * @public
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
          const permit = await limiter.acquire(laterBy(request, waitedMs));
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

function laterBy(request: PermitRequest, waitedMs: number): PermitRequest {
  const { maxWaitMs } = request;
  return maxWaitMs === undefined ? request : { ...request, maxWaitMs: Math.max(0, maxWaitMs - waitedMs) };
}
