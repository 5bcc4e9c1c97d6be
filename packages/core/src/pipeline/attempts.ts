import { type RateObservation } from '../constraints/usage.ts';
import { type TimeoutPhase } from '../errors/transport-errors.ts';
import { type Failure } from '../retry/failure.ts';
import { type Outcome } from '../errors/org-error.ts';
import { type TaskStep } from '../task.ts';
import type { Call } from './call.ts';

/** How one attempt ended. */
export type AttemptResult<Output> = {
  readonly rates?: RateObservation | undefined;
  readonly status?: number | undefined;
} & (
  | {
      /** Reads the value from the complete response: after the attempt, without its permit and its time limit. */
      readonly decode: () => Decoded<Output> | Promise<Decoded<Output>>;
      /** What the response proves before it is decoded. */
      readonly outcome: Outcome;
    }
  | {
      readonly failure: Failure;
      /** The service refused the credential itself: fetching a fresh one may help. */
      readonly credentialRefused?: boolean | undefined;
    }
);

/** The value of a complete response, or why it has none. */
export type Decoded<Output> = { readonly value: Output } | { readonly failure: Failure };

/** An operation made ready for the loop: everything that differs between HTTP and the rest. */
export interface Attempts<Output> {
  /** One attempt. Follows the signal; says when it begins a further phase; never repeats. */
  run(attempt: AttemptContext): Promise<AttemptResult<Output>>;
  /** What a thrown error means, when it is neither an abort nor an error of ours. `undefined`: a bug, which is passed on as it is. */
  classifyThrown(error: unknown, phase: TimeoutPhase): Failure | undefined;
  /** `false`: what would be sent again is used up. Always `true` when left out. */
  replayable?(): boolean;
  /** Fetches the credential anew. `false`: it is still the one that was refused. */
  refreshCredential(signal: AbortSignal): Promise<boolean>;
  /** Values that must not show in any error. */
  secrets(): readonly string[];
}

export interface AttemptContext {
  readonly call: Call;
  /** Its number within the call, from 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  enter(phase: TimeoutPhase, step?: TaskStep): void;
}
