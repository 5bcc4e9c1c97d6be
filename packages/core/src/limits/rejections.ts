import { ClosedError } from '../errors/caller-errors.ts';
import { QuotaExceededError } from '../errors/service-errors.ts';
import { ThrottleRejectedError } from '../errors/transport-errors.ts';
import type { WaitReason } from '../rates.ts';

export function limiterClosed(message: string): ClosedError {
  return new ClosedError({ message, outcome: 'not-sent' });
}

export function tooLarge(name: string | undefined, cost: number, capacity: number): ThrottleRejectedError {
  return new ThrottleRejectedError({
    message:
      `${subject(name)} cannot admit a cost of ${cost}: its smallest limit is ${capacity}. ` +
      'Split the call.',
    outcome: 'not-sent',
  });
}

export function queueFull(name: string | undefined, maxQueue: number): ThrottleRejectedError {
  return new ThrottleRejectedError({
    message: `${subject(name)} has ${maxQueue} calls waiting. Retry later, or raise maxQueue.`,
    outcome: 'not-sent',
    retryable: true,
  });
}

const causes: Readonly<Record<WaitReason, string>> = {
  rate: ' (its rate is used up)',
  concurrency: ' (too many calls run)',
  pause: ' (the service asked for a pause)',
  turn: ' (others wait before it)',
};

/** `startsInMs` is `Infinity` when the start is unknown. */
export function startTooLate(
  name: string | undefined,
  startsInMs: number,
  maxWaitMs: number,
  reason: WaitReason | undefined,
): ThrottleRejectedError {
  const isKnown = startsInMs !== Infinity;
  const when = isKnown ? `for another ${Math.ceil(startsInMs)} ms` : 'yet';
  return new ThrottleRejectedError({
    message:
      `${subject(name)} cannot start this call ${when}${reason === undefined ? '' : causes[reason]}; ` +
      `it may wait ${Math.floor(maxWaitMs)} ms.`,
    outcome: 'not-sent',
    retryable: true,
    retryAfterMs: isKnown ? startsInMs : undefined,
  });
}

export function quotaUsedUp(
  name: string | undefined,
  freesInMs: number,
  wallNowMs: number,
): QuotaExceededError {
  const resetAt = new Date(wallNowMs + freesInMs);
  return new QuotaExceededError({
    message:
      `${subject(name)} starts no calls: ` +
      `a quota of the service is exhausted until ${resetAt.toISOString()}.`,
    outcome: 'not-sent',
    retryable: true,
    retryAfterMs: freesInMs,
    resetAt,
  });
}

function subject(name: string | undefined): string {
  return name === undefined ? 'The limiter' : `The limiter "${name}"`;
}
