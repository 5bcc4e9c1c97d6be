import type { Credential } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { isOrgError } from '../errors/org-error.ts';
import { sentences } from '../errors/sentences.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import { worseOutcome } from '../errors/worse-outcome.ts';
import type { RateObservation } from '../rates.ts';
import type { Failure } from '../retry/failure.ts';
import type { TaskStep } from '../task.ts';
import { type Call, TimeLimit } from './call.ts';
import { abortReasonOf, timeoutFailure } from './call-errors.ts';
import { emitAttemptEnd, emitQuotas, type ThrownEnd } from './call-events.ts';
import {
  type AttemptContext,
  AttemptFailure,
  type AttemptResult,
  type Executor,
  type FailedAttempt,
} from './executor.ts';
import { acquirePermit, observationOf } from './permit.ts';

/** What differs between the attempts of a call, of which several may run at the same time. */
export interface AttemptOptions {
  readonly isRetry: boolean;
  /** Aborts with the call, when this attempt is superseded, and after its time limit. */
  readonly controller: AbortController;
  /** Called when the attempt has its permit. */
  readonly onPermit?: (() => void) | undefined;
}

/**
 * One request: its credential, its permit, its run, and its observation for the limiter. The credential comes
 * first: its source may call through the same limiter, and would wait for the permit of this call.
 */
export async function runAttempt<Output>(
  call: Call,
  executor: Executor<Output>,
  options: AttemptOptions,
): Promise<AttemptResult<Output>> {
  const { limiter } = call.engine;
  const { controller } = options;
  const attempt = new Attempt(call, controller.signal);
  try {
    controller.signal.throwIfAborted();
    const loading = call.credentials.load(controller.signal, executor.isCredentialRequired === true);
    attempt.credential = loading instanceof Promise ? await attempt.loaded(controller, loading) : loading;
  } catch (error) {
    call.countAttempt();
    return { failure: toFailure(attempt, executor, error) };
  }
  const permit = limiter && (await acquirePermit(limiter, call, options.isRetry, controller));
  let observation: RateObservation | undefined;
  try {
    const nowMs = call.engine.runtime.monotonic();
    // A timer may be late, and a wait may end in the same moment as the call.
    if (call.endsAtMs <= nowMs) throw new TimeLimit('deadline');
    options.onPermit?.();
    attempt.begin(nowMs, permit?.waitedMs);
    let result: AttemptResult<Output>;
    try {
      result = await attempt.bounded(controller, nowMs, () => executor.run(attempt));
      if (isCredentialRefused(result)) result = attempt.withSource(result);
    } catch (error) {
      result = { failure: toFailure(attempt, executor, error) };
    }
    if (call.hasListener) {
      attempt.emitEnd(result);
      emitQuotas(call, attempt.attempt, result.rates?.limits);
    }
    observation = observationOf(result);
    return result;
  } finally {
    if (permit) call.whenComplete(() => permit.release(observation));
  }
}

/** The record of one attempt, from its credential to its end. Errors and events read it. */
class Attempt implements AttemptContext {
  readonly call: Call;
  attempt = 0;
  readonly signal: AbortSignal;
  timeoutMs = 0;
  waitedMs = 0;
  credential: Credential | undefined;
  phase: TimeoutPhase = 'credential';
  step: TaskStep | undefined;
  isStarted = false;
  #startedAtMs = 0;

  constructor(call: Call, signal: AbortSignal) {
    this.call = call;
    this.signal = signal;
  }

  /** Counts the attempt, which has its permit. */
  begin(nowMs: number, waitedMs = 0): void {
    this.waitedMs = waitedMs;
    this.attempt = this.call.countAttempt();
    this.#startedAtMs = nowMs;
    if (this.credential !== undefined) this.call.credentials.noteUse(this.credential);
  }

  loaded<Result>(controller: AbortController, loading: Promise<Result>): Promise<Result> {
    return this.bounded(controller, this.call.engine.runtime.monotonic(), () => loading);
  }

  /** Runs one step, which starts at `nowMs`, within the time limit of an attempt, or until the deadline. */
  bounded<Result>(controller: AbortController, nowMs: number, step: () => Promise<Result>): Promise<Result> {
    const { call } = this;
    const remainingMs = call.endsAtMs - nowMs;
    this.timeoutMs = Math.min(call.timeoutMs, remainingMs);
    const limit = remainingMs <= call.timeoutMs ? 'deadline' : 'attempt';
    return call.bounded(controller, nowMs, this.timeoutMs, limit, step);
  }

  /** Notes the refused credential, and names its source in the failure. */
  withSource(result: FailedAttempt): FailedAttempt {
    const { credential } = this;
    this.call.credentials.refused = credential;
    const source =
      credential === undefined ? 'The client was given none.' : `It came from ${credential.source}.`;
    const message = sentences(result.failure.message, source);
    return { ...result, failure: { ...result.failure, message } };
  }

  /** May the service have acted, if the attempt ends now? */
  get isOpen(): boolean {
    return this.step === undefined ? isInFlight(this.phase) : this.step.outcome === 'unknown';
  }

  emitEnd(end: AttemptResult<unknown> | ThrownEnd): void {
    // An attempt that ends before `attempt-start`, without a credential, has no `attempt-end` either.
    if (this.isStarted) emitAttemptEnd(this.call, this.attempt, this.#startedAtMs, end);
  }
}

/** May the service act while the attempt waits in this phase? */
function isInFlight(phase: TimeoutPhase): boolean {
  return phase === 'headers' || phase === 'body';
}

/** The service refused the credential itself, so a fresh one may help. */
export function isCredentialRefused(
  result: AttemptResult<unknown>,
): result is AttemptResult<unknown> & FailedAttempt {
  return 'failure' in result && (result.credentialRefused ?? result.failure.credentialRefused) === true;
}

/**
 * A credential source or a signature that throws is not a network failure: nothing was sent, and it would
 * throw again.
 */
export function unusableCredential(cause: unknown): Failure {
  const message = 'The credential could not be loaded or applied: see the cause.';
  return { type: CredentialError, message, outcome: 'not-sent', replay: 'never', cause };
}

/** The failure that a thrown value means for this attempt. Rethrows what ends the call. */
function toFailure(attempt: Attempt, executor: Executor<unknown>, thrown: unknown): Failure {
  const { call, signal, phase } = attempt;
  const error = abortReasonOf(signal, thrown);
  if (error instanceof AttemptFailure) return error.failure;
  if (error instanceof TimeLimit) {
    // Each of several hedged attempts has its own controller.
    if (signal === call.controller.signal) call.renewController();
    return timeoutFailure(call, error, attempt);
  }
  if (!signal.aborted && !isOrgError(error)) {
    const failure = phase === 'credential' ? unusableCredential(error) : executor.classifyThrown?.(error);
    if (failure !== undefined) return failure;
  }
  const ofCall = call.controller.signal;
  // After an abort in flight it is unknown whether the service acted.
  if (ofCall.aborted && attempt.isOpen) {
    call.outcome = worseOutcome(call.outcome, 'unknown');
    call.details = attempt.step?.details;
  }
  attempt.emitEnd({ thrown: error, superseded: signal.reason !== ofCall.reason });
  throw error;
}
