import { ThrottleRejectedError } from '../errors/transport-errors.ts';
import type { FleetLink } from './fleet-link.ts';

/** @internal */
export function storeAway(name: string, link: FleetLink, now: number): ThrottleRejectedError {
  return new ThrottleRejectedError({
    message: `The store of the limiter "${name}" cannot be used (${link.trouble}), and nothing may start without it (onStoreError: 'closed').`,
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
    message: `The store of the limiter "${name}" cannot be used (${link.trouble}), and this process's share of the limits never lets a cost of ${cost} pass: it is ${shareCapacity}. Call later, split the call, or raise localShare.`,
    outcome: 'not-sent',
    retryable: true,
    retryAfterMs: Math.max(0, link.retryAt - now),
  });
}
