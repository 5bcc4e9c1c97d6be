import type { RateReport } from '../../rates.ts';

/** When a response arrived, and what was in flight then. */
export interface ResponseMoment {
  readonly now: number;
  /** When the request started; `NaN` when the clock was not read. */
  readonly startedAt: number;
  /** Order of the request's start. */
  readonly sequence: number;
  /** Order of the latest start: the cost of all starts. */
  readonly latestSequence: number;
  /** Cost of the requests without a response. */
  readonly inFlight: number;
  /** The report is valid until this instant. */
  readonly resetAt: number;
}

/** The position of an observation in the order of starts. */
export type ObservedResponse = Pick<ResponseMoment, 'now' | 'startedAt' | 'sequence' | 'latestSequence'> & {
  readonly cost: number;
  /** The units that our own count leaves of the reported limit; `Infinity` when no constraint matches. */
  availableFor(report: RateReport): number;
};
