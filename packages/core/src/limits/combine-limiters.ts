import { wrongOption } from '../errors/wrong-option.ts';
import { requireMethod } from '../options/require-option.ts';
import type { Limiter, Permit, PermitRequest } from './limiter.ts';

/**
 * Combines limiters: a call needs a permit of each. Permits are acquired in the order of the arguments, and
 * an acquired permit counts while the call waits for the next one. Put the limiter with the longest wait
 * first: a tenant's own limit before the limit of the fleet. Limiters that were combined before keep their
 * order of then: with two orders, calls would wait for each other. Each limiter observes every response.
 * There is no `tryAcquire`: permits acquired before a refusal would be wasted. @public
 *
 * @example
 * ```ts
 * const limiter = combineLimiters(createLimiter({ limits: [maxConcurrency(4)] }), fleetLimiter);
 * ```
 *
 * @throws ConfigurationError when an argument is not a limiter, or a limiter is there twice
 */
export function combineLimiters(...limiters: readonly Limiter[]): Limiter {
  for (const [index, limiter] of limiters.entries())
    requireMethod(`combineLimiters(…)[${index}]`, limiter ?? null, 'acquire', 'createLimiter()');
  const members = inOneOrder(limiters.flatMap((limiter) => membersOf.get(limiter) ?? [limiter]));
  const combined: Limiter = {
    async acquire(request = {}) {
      const permits: Permit[] = [];
      let waitedMs = 0;
      try {
        for (const limiter of members) {
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
  membersOf.set(combined, members);
  return combined;
}

/** The limiters inside a combined one. */
const membersOf = new WeakMap<Limiter, readonly Limiter[]>();
/** The place of each limiter in the one order of all that were ever combined. */
const places = new WeakMap<Limiter, number>();
let first = 0;
let last = 0;

/** Sorts the limiters. A new one comes before the known ones that follow it, else after all others. */
function inOneOrder(limiters: readonly Limiter[]): readonly Limiter[] {
  if (new Set(limiters).size < limiters.length)
    throw wrongOption('combineLimiters() must not get a limiter twice: each call would wait for itself.');
  const lastKnown = limiters.findLastIndex((limiter) => places.has(limiter));
  for (const limiter of limiters.slice(0, Math.max(0, lastKnown)).reverse()) {
    first -= 1;
    if (!places.has(limiter)) places.set(limiter, first);
  }
  for (const limiter of limiters.slice(lastKnown + 1)) {
    last += 1;
    places.set(limiter, last);
  }
  return limiters.toSorted((left, right) => (places.get(left) ?? 0) - (places.get(right) ?? 0));
}

function reduceMaxWait(request: PermitRequest, waitedMs: number): PermitRequest {
  const { maxWaitMs } = request;
  return maxWaitMs === undefined ? request : { ...request, maxWaitMs: Math.max(0, maxWaitMs - waitedMs) };
}
