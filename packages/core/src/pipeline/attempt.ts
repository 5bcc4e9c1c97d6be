import type { Credential } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { isOrgError } from '../errors/org-error.ts';
import { sentences } from '../errors/sentences.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import { worseOutcome } from '../errors/worse-outcome.ts';
import type { RateObservation } from '../rates.ts';
import type { Failure } from '../retry/failure.ts';
import type { TaskStep } from '../task.ts';
import { type StepLimit, TimeLimit, withinLimit } from '../time/timer.ts';
import type { Call } from './call.ts';
import { abortReasonOf, timeoutFailure } from './call-errors.ts';
import { emitAttemptEnd, emitQuotas, type ThrownEnd } from './call-events.ts';
import {
  type AttemptContext,
  AttemptFailure,
  type AttemptResult,
  type CallJob,
  type Executor,
  type FailedAttempt,
} from './executor.ts';
import { acquirePermit } from './permit.ts';

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
export async function runAttempt<Job extends CallJob>(
  call: Call,
  executor: Executor<Job>,
  job: Job,
  { controller, isRetry, onPermit }: AttemptOptions,
): Promise<AttemptResult<unknown>> {
  const { credentials, limiter, runtime } = call.engine;
  const { signal } = controller;
  const attempt = new Attempt(call, signal);
  // The clock of this attempt, read again after each wait.
  let nowMs = runtime.monotonic();
  try {
    signal.throwIfAborted();
    const loading = job.isCredentialRequired
      ? credentials?.get(signal, nowMs)
      : credentials?.find(signal, nowMs);
    if (loading instanceof Promise) {
      attempt.credential = await withinLimit(controller, attempt.limitFrom(nowMs), loading);
      nowMs = runtime.monotonic();
    } else attempt.credential = loading;
  } catch (error) {
    countAttempt(call);
    return { failure: toFailure(attempt, executor, job, error) };
  }
  const granted = limiter && acquirePermit(limiter, call, isRetry, controller, nowMs);
  const permit = granted instanceof Promise ? await granted : granted;
  if (permit !== granted) nowMs = runtime.monotonic();
  let observation: RateObservation | undefined;
  try {
    // A timer may be late, and a wait may end in the same moment as the call.
    if (call.endsAtMs <= nowMs) throw new TimeLimit('deadline');
    onPermit?.();
    const limit = attempt.begin(nowMs, permit?.waitedMs);
    let result: AttemptResult<unknown>;
    try {
      signal.throwIfAborted();
      result = await withinLimit(controller, limit, executor.run(job, attempt));
      if (isCredentialRefused(result)) result = attempt.withSource(result);
    } catch (error) {
      result = { failure: toFailure(attempt, executor, job, error) };
    }
    if (call.hasListener) {
      attempt.emitEnd(result);
      emitQuotas(call, attempt.attempt, result.rates?.limits);
    }
    observation = observationOf(result);
    return result;
  } finally {
    if (call.streaming === undefined) permit?.release(observation);
    else void call.streaming.then(() => permit?.release(observation));
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
  secret: string | undefined;
  phase: TimeoutPhase = 'credential';
  step: TaskStep | undefined;
  isStarted = false;
  #startedAtMs = 0;

  constructor(call: Call, signal: AbortSignal) {
    this.call = call;
    this.signal = signal;
  }

  /** Counts the attempt, which has its permit. Returns its time limit. */
  begin(nowMs: number, waitedMs = 0): StepLimit {
    const { credentials } = this.call;
    this.waitedMs = waitedMs;
    this.attempt = countAttempt(this.call);
    this.#startedAtMs = nowMs;
    const limit = this.limitFrom(nowMs);
    this.secret = this.credential?.secret.reveal();
    if (this.secret && !credentials.secrets.includes(this.secret))
      credentials.secrets = [...credentials.secrets, this.secret];
    return limit;
  }

  /** The time limit of an attempt, or the deadline, for a step that starts now. */
  limitFrom(nowMs: number): StepLimit {
    const { call } = this;
    const remainingMs = call.endsAtMs - nowMs;
    this.timeoutMs = Math.min(call.timeoutMs, remainingMs);
    const limit = remainingMs <= call.timeoutMs ? 'deadline' : 'attempt';
    return { runtime: call.engine.runtime, nowMs, limitMs: this.timeoutMs, limit };
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

/** The number of the attempt that starts, within the root. */
function countAttempt(call: Call): number {
  const { root } = call;
  call.attemptCount += 1;
  if (root !== call) root.attemptCount += 1;
  call.lastAttempt = root.attemptCount;
  return call.lastAttempt;
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
function toFailure<Job>(attempt: Attempt, executor: Executor<Job>, job: Job, thrown: unknown): Failure {
  const { call, signal, phase } = attempt;
  const error = abortReasonOf(signal, thrown);
  if (error instanceof AttemptFailure) return error.failure;
  if (error instanceof TimeLimit) {
    // Each of several hedged attempts has its own controller.
    if (signal === call.controller.signal) call.renewController();
    return timeoutFailure(call, error, attempt);
  }
  if (!signal.aborted && !isOrgError(error)) {
    const failure =
      phase === 'credential' ? unusableCredential(error) : executor.classifyThrown?.(job, error);
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

/**
 * What the limiter learns from an attempt: the response's numbers, and whether the service is in trouble.
 * `undefined` when the attempt says nothing about the service, because it never reached it.
 */
function observationOf(result: AttemptResult<unknown>): RateObservation | undefined {
  const { rates } = result;
  if ('decode' in result) return rates ?? {};
  const { throttled, retryAfterMs, replay, extra } = result.failure;
  const { status = 0 } = result;
  // A 503 or a 413 with a time to wait concerns the operation, whoever sends it.
  const part = status >= 500 || status === 413 ? { unavailable: true } : {};
  if (throttled) return { retryAfterMs, ...rates, throttled, ...part };
  if (replay === 'never' || extra?.['phase'] === 'credential') return rates;
  // A driver may know better: a full mailbox is not a failure of the server.
  return { failed: true, ...rates };
}
