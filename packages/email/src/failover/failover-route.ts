import {
  CircuitOpenError,
  ConfigurationError,
  isOrgError,
  NetworkError,
  type OrgError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
} from '@org/core';
import { AccountSuspendedError, IncompleteSendError } from '../model/errors.ts';
import type { Route } from './compose-drivers.ts';

/** One driver after the other, under one deadline. */
export function failoverRoute(sendsAgain: boolean, monotonic: () => number, usualDeadlineMs: number): Route {
  return async (members, run, options) => {
    const { deadlineMs = usualDeadlineMs, signal } = options;
    const endsAtMs = monotonic() + deadlineMs;
    let unknown: OrgError | undefined;
    for (const [place, member] of members.entries()) {
      const remainingMs = endsAtMs - monotonic();
      try {
        return await run(member, place === 0 ? options : { ...options, deadlineMs: remainingMs });
      } catch (error) {
        // The caller's abort reason may be an error of ours, of another call.
        if (!isOrgError(error) || (signal?.aborted && error === signal.reason)) throw error;
        if (error.outcome === 'unknown') unknown ??= error;
        const isLast = place === members.length - 1 || endsAtMs <= monotonic();
        if (!isLast && canTryNext(error, sendsAgain)) continue;
        throw unknown === undefined || unknown === error ? error : mayBeSent(unknown, error);
      }
    }
    throw new ConfigurationError({ message: 'failover() has no driver.' });
  };
}

/** Failures of the service or the account, which say nothing about the message. */
const elsewhere = [
  AccountSuspendedError,
  CircuitOpenError,
  NetworkError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
];

function canTryNext(error: OrgError, sendsAgain: boolean): boolean {
  if (error.outcome === 'unknown') return sendsAgain;
  return error.outcome === 'not-sent' && elsewhere.some((family) => family.isInstance(error));
}

/** An earlier driver may have sent the mail: the last error alone would say that nothing is out. */
function mayBeSent(unknown: OrgError, last: OrgError): IncompleteSendError {
  return new IncompleteSendError({
    message:
      `${unknown.provider} may have sent the mail, and ${last.provider} failed after it. ` +
      'Look the mail up before you send it again.',
    provider: unknown.provider,
    operation: 'send',
    outcome: 'unknown',
    cause: last,
  });
}
