import { AbortedError, isOrgError, type OrgError, type Outcome } from '@org/core';
import { IncompleteSendError } from './errors.ts';

/** The error of a mail. The caller's own abort reason becomes the cause of one with an outcome. */
export function toMailError(thrown: unknown, signal: AbortSignal | undefined, proven: Outcome): OrgError {
  // The reason may be an error of ours, of another call.
  if (signal?.aborted && thrown === signal.reason) return aborted(thrown, proven);
  if (isOrgError(thrown)) return thrown;
  return new IncompleteSendError({
    message: 'The send ended with an error that is not ours: see the cause.',
    operation: 'send',
    outcome: proven,
    cause: thrown,
  });
}

export function aborted(reason: unknown, outcome: Outcome): AbortedError {
  const what = outcome === 'not-sent' ? 'before the mail was sent' : 'and the mail may be out';
  return new AbortedError({
    message: `The send was aborted ${what}.`,
    operation: 'send',
    outcome,
    retryable: outcome === 'not-sent',
    cause: reason,
  });
}
