import type { Outcome } from './org-error.ts';

/** What two attempts together mean: `sent` outweighs `unknown`, and both outweigh `not-sent`. */
export function worseOutcome(a: Outcome, b: Outcome): Outcome {
  if (a === 'sent' || b === 'sent') return 'sent';
  return a === 'unknown' || b === 'unknown' ? 'unknown' : 'not-sent';
}
