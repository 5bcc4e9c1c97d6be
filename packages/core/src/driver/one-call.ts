import type { CallOptions } from '../call-options.ts';
import { isOrgError, type Outcome } from '../errors/org-error.ts';
import { worseOutcome } from '../errors/worse-outcome.ts';
import { callListener } from '../observe/call-listener.ts';

/** A call of a product that makes several calls of a driver. @public */
export interface OneCall<Given> {
  /** For each call of the driver. */
  readonly options: Given;
  /** Adds what is known of a call that ended. */
  readonly note: (outcome: Outcome) => void;
  /** Takes the error that ended the whole, and reports it if it is the abort or has that cause. */
  readonly ended: (error: unknown) => void;
}

/**
 * Makes several calls of a driver report an abort as one: once, with the worst outcome of all of them. A part
 * that the product itself aborts reports none. @public
 */
export function oneCall<Given extends Pick<CallOptions, 'onAborted' | 'signal'>>(
  given: Given,
): OneCall<Given> {
  // A polluted `Object.prototype` sets no option.
  const { onAborted, signal }: Given = { __proto__: null, ...given };
  let proven: Outcome = 'not-sent';
  const note = (outcome: Outcome) => {
    proven = worseOutcome(proven, outcome);
  };
  // What is not a function is refused by the call.
  const isAsked = typeof onAborted === 'function';
  return {
    options: isAsked ? { ...given, onAborted: note } : given,
    note,
    ended(error) {
      if (!isAsked || !signal?.aborted) return;
      const isOurs = isOrgError(error) && error.cause === signal.reason;
      if (isOurs) note(error.outcome ?? 'unknown');
      if (isOurs || error === signal.reason) callListener(() => onAborted(proven));
    },
  };
}
