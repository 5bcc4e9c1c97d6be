import type { Credential } from '../credentials/source.ts';
import type { Outcome } from '../errors/org-error.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import type { RateObservation } from '../rates.ts';
import type { Failure } from '../retry/failure.ts';
import type { TaskStep } from '../task.ts';
import type { Call } from './call.ts';

/** Runs the attempts of calls, over HTTP or as a task. A job is the request of one call. */
export interface Executor<Job> {
  /** Runs one attempt. Follows the signal; stamps each phase before it begins; never repeats. */
  run(job: Job, attempt: AttemptContext): Promise<AttemptResult<unknown>>;
  /**
   * The meaning of a thrown error that is neither an abort nor an `OrgError`. Without it, such an error is a
   * bug.
   */
  classifyThrown?(job: Job, error: unknown): Failure;
  /** `false` when the body of the request is consumed and cannot be sent again. */
  isReplayable?(job: Job): boolean;
}

/** The request of one call, made once for all attempts. */
export interface CallJob {
  /** Whether an attempt fails without a credential. */
  readonly isCredentialRequired: boolean;
}

export interface AttemptContext {
  readonly call: Call;
  /** Its number within the call, from 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** How long it waited for its permit. */
  readonly waitedMs: number;
  /** What it waits for. The executor stamps it before each step. */
  phase: TimeoutPhase;
  /** What a task reports about itself, which is more exact than the phase. */
  step: TaskStep | undefined;
  /** It has reported its start, so it reports its end. */
  isStarted: boolean;
  /** The credential of this attempt; `undefined` where none is configured, or an optional one is missing. */
  readonly credential: Credential | undefined;
  /** Its text. */
  readonly secret: string | undefined;
}

/** How one attempt ended: with a complete response to decode, or with a failure. */
export type AttemptResult<Output> = {
  readonly rates?: RateObservation | undefined;
  readonly status?: number | undefined;
} & (CompleteResponse<Output> | FailedAttempt);

/** A response that is complete and no failure. */
export interface CompleteResponse<Output> {
  /** Reads the value: after the attempt, without its permit and its time limit. */
  readonly decode: () => Decoded<Output> | Promise<Decoded<Output>>;
  /** What the response proves before it is decoded. */
  readonly outcome: Outcome;
}

export interface FailedAttempt {
  readonly failure: Failure;
  /** The service refused the credential itself: a fresh one may help. */
  readonly credentialRefused?: boolean | undefined;
}

/** The value of a complete response, or why it has none. */
export type Decoded<Output> = { readonly value: Output } | { readonly failure: Failure };

/** Thrown inside an attempt to end it with a known failure. */
export class AttemptFailure {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}
