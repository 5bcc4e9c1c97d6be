import { ThrottleRejectedError } from '../errors/transport-errors.ts';
import type { FleetLink } from './fleet-link.ts';

/** @internal */
export function storeUnavailable(name: string, link: FleetLink, now: number): ThrottleRejectedError {
  return new ThrottleRejectedError({
    message: `The store of the limiter "${name}" is unavailable (${link.failureReason}), and no call starts without it (onStoreError: 'closed'). Retry later.`,
    outcome: 'not-sent',
    retryable: true,
    retryAfterMs: Math.max(0, link.retryAt - now),
  });
}

/** @internal */
export function aboveShare(
  name: string,
  cost: number,
  shareCapacity: number,
  link: FleetLink,
  now: number,
): ThrottleRejectedError {
  return new ThrottleRejectedError({
    message: `The store of the limiter "${name}" is unavailable (${link.failureReason}), and this process's share of the limits, ${shareCapacity}, can never start a call of cost ${cost}. Retry later, split the call, or raise localShare.`,
    outcome: 'not-sent',
    retryable: true,
    retryAfterMs: Math.max(0, link.retryAt - now),
  });
}
