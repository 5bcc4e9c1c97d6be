import { AbortedError, InvalidInputError, isOrgError, type OrgError, type Outcome } from '@org/core';
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

/** The error for a field of a message, before a service has seen it. */
export function invalidField(path: string, problem: string): InvalidInputError {
  return new InvalidInputError({
    message: `The message cannot be sent: \`${path}\` ${problem}.`,
    issues: [{ path, message: problem }],
    outcome: 'not-sent',
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
