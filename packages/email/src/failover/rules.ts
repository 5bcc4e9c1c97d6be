import {
  AuthenticationError,
  CircuitOpenError,
  CredentialError,
  type OrgError,
  PermissionError,
  QuotaExceededError,
  ServerError,
  ThrottleRejectedError,
} from '@org/core';
import { type FailoverRules, isOutage } from '@org/core/failover';
import { AccountSuspendedError, IncompleteSendError } from '../model/errors.ts';

/** Failures of the account that the next mail meets as well. */
const accountFailures = [AccountSuspendedError, AuthenticationError, CredentialError, QuotaExceededError];

/** Failures of one call, or of one sender: 403 may be about the `from` of this message. */
const passingFailures = [CircuitOpenError, PermissionError, ThrottleRejectedError];

/** Which doubt the caller accepts, and how long a failed driver is left out. */
export interface EmailRules {
  readonly onUnknown: 'fail' | 'send-again';
  readonly onUnavailable: 'fail' | 'next';
  readonly leaveOutMs: number;
}

/** The rules of mail: nothing is sent twice, and only a failure that is not about the mail moves it. */
export function emailRules({ onUnknown, onUnavailable, leaveOutMs }: EmailRules): FailoverRules {
  const isTrusted = (error: OrgError) =>
    onUnavailable === 'next' && ServerError.isInstance(error) && error.status === 503;
  const isAccountFailure = (error: OrgError) => accountFailures.some((family) => family.isInstance(error));
  return {
    leaveOutMs,
    isRepeatable: false,
    isOutage: (error) => isOutage(error) || isAccountFailure(error),
    mayTryNext(error) {
      if (error.outcome === 'unknown') return onUnknown === 'send-again' || isTrusted(error);
      const isElsewhere = passingFailures.some((family) => family.isInstance(error));
      return error.outcome === 'not-sent' && (isElsewhere || isOutage(error) || isAccountFailure(error));
    },
    inDoubt: mayBeSent,
  };
}

/** An earlier driver may have sent the mail: the last error alone would say that nothing is out. */
export function mayBeSent(doubt: OrgError, last: OrgError | undefined): IncompleteSendError {
  const next = last?.provider ?? 'The next driver';
  return new IncompleteSendError({
    message:
      `${doubt.provider ?? 'A driver'} may have sent the mail, and ${next} failed after it. ` +
      'Look the mail up before you send it again.',
    provider: doubt.provider,
    operation: 'send',
    outcome: doubt.outcome,
    cause: last,
  });
}
