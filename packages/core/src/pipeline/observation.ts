import type { RateObservation } from '../constraints/usage.ts';
import type { AttemptResult } from './attempts.ts';

/**
 * What the limiter learns from an attempt: the answer's numbers, and whether the service is in trouble, which is a failure that may go by
 * itself. `undefined`: the attempt says nothing about the service, because it never came to it.
 */
export function observationOf(result: AttemptResult<unknown>): RateObservation | undefined {
  const { rates } = result;
  if ('decode' in result) return rates ?? {};
  const { throttled, retryAfterMs, replay, extra } = result.failure;
  if (throttled) return { retryAfterMs, ...rates, throttled };
  if (replay === 'never' || extra?.['phase'] === 'credential') return rates;
  // A driver that knows better says so: a full mailbox is not a mail server in trouble.
  return { failed: true, ...rates };
}
