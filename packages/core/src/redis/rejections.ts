import { ThrottleRejectedError } from '../errors/transport-errors.ts';
import type { FleetLink } from './fleet-link.ts';

export function storeUnavailable(name: string, link: FleetLink, now: number): ThrottleRejectedError {
  return rejection(name, link, now, `no call starts without it (onStoreError: 'closed'). Retry later.`);
}

export function aboveShare(
  name: string,
  cost: number,
  shareCapacity: number,
  link: FleetLink,
  now: number,
): ThrottleRejectedError {
  const consequence =
    `this process's share of the limits, ${shareCapacity}, can never start a call of cost ${cost}. ` +
    'Retry later, split the call, or raise localShare.';
  return rejection(name, link, now, consequence);
}

function rejection(name: string, link: FleetLink, now: number, consequence: string): ThrottleRejectedError {
  const reason = `The store of the limiter "${name}" is unavailable (${link.failureReason})`;
  return new ThrottleRejectedError({
    message: `${reason}, and ${consequence}`,
    outcome: 'not-sent',
    retryable: true,
    retryAfterMs: Math.max(0, link.retryAt - now),
  });
}
