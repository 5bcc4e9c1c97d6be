import type { RateReport } from '../constraints/usage.ts';

/** When an answer came, and what else was under way then. @internal */
export interface AnswerMoment {
  readonly now: number;
  /** When the answered request started; `NaN` when nobody looked. */
  readonly askedAt: number;
  /** Order of the answered request's start. */
  readonly sequence: number;
  /** Order of the latest start of all, which is the cost of all starts. */
  readonly latestSequence: number;
  /** Cost of the requests that have no answer yet. */
  readonly inFlight: number;
  /** Until when the report may be believed. */
  readonly resetAt: number;
}

/** Where an observation belongs in the order of starts. @internal */
export type ObservedAnswer = Pick<AnswerMoment, 'now' | 'askedAt' | 'sequence' | 'latestSequence'> & {
  readonly cost: number;
  /** What our own count leaves of the limit a report speaks of; `Infinity` when no constraint is set for it. */
  availableFor(report: RateReport): number;
};
