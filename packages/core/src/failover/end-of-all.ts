import { ConfigurationError } from '../errors/caller-errors.ts';
import { copyError } from '../errors/copy-error.ts';
import type { OrgError, Outcome } from '../errors/org-error.ts';
import { TimeoutError } from '../errors/transport-errors.ts';
import { worseOutcome } from '../errors/worse-outcome.ts';
import type { FailoverRules } from './rules.ts';

export interface CallEnd {
  /** In the order of the drivers. */
  readonly errors: readonly OrgError[];
  /** Some drivers were not asked. */
  readonly hasOthers: boolean;
  /** The deadline, where it has passed. */
  readonly limitMs: number | undefined;
}

/** The error of an earlier driver that may have acted. */
export function doubtIn(errors: readonly OrgError[]): OrgError | undefined {
  return errors.find(({ outcome }) => outcome === 'unknown' || outcome === 'sent');
}

/** The last error, with what is true of all drivers. */
export function endOfAll({ errors, hasOthers, limitMs }: CallEnd, rules: FailoverRules): OrgError {
  const last = errors.at(-1);
  if (last === undefined) throw new ConfigurationError({ message: 'The composition has no driver.' });
  const doubt = doubtIn(errors.slice(0, -1));
  const error = (doubt && rules.inDoubt?.(doubt, last)) ?? last;
  const outcomes = errors.flatMap(({ outcome }) => outcome ?? []);
  const outcome = outcomes.reduce<Outcome | undefined>(
    (all, each) => worseOutcome(all ?? each, each),
    undefined,
  );
  // A later call may start with another driver, which knows no idempotency key of this one.
  const mayRepeat = rules.isRepeatable || outcome === 'not-sent';
  const hasChance =
    last.retryable || (rules.mayTryNext(last) && (hasOthers || errors.some((each) => each.retryable)));
  const hints = errors.map(({ retryAfterMs }) => retryAfterMs ?? 0);
  const fields = {
    outcome,
    // A later call goes to the driver that is back first.
    retryAfterMs: error.retryAfterMs && Math.min(...hints.filter((hint) => hint > 0)),
    attempts: errors.reduce((sum, { attempts = 0 }) => sum + attempts, 0) || error.attempts,
    retryable: mayRepeat && hasChance,
    message:
      limitMs !== undefined && TimeoutError.isInstance(error)
        ? `No driver answered within ${Math.round(limitMs)} ms (deadlineMs).`
        : error.message,
  };
  const changed = Object.entries(fields).filter(([name, value]) => error[name as keyof OrgError] !== value);
  return changed.length === 0 ? error : copyError(error, Object.fromEntries(changed));
}
