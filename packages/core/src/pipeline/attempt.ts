import type { RateObservation } from '../constraints/usage.ts';
import type { Credential } from '../credentials/source.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { isOrgError } from '../errors/org-error.ts';
import { sentences } from '../errors/sentences.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import type { Limiter, LimitWait, Permit, PermitRequest } from '../limiter/limiter.ts';
import type { Failure } from '../retry/failure.ts';
import type { TaskStep } from '../task.ts';
import { type Call, TimeLimit, worseOutcome } from './call.ts';
import { abortReasonOf, timeoutFailure, toCallError } from './call-errors.ts';
import { emit, emitAttemptEnd, emitLimitWaitEnd, emitQuotas, type ThrownEnd } from './call-events.ts';
import {
  type AttemptContext,
  AttemptFailure,
  type AttemptResult,
  type Executor,
  type FailedAttempt,
} from './executor.ts';

/** What differs between the attempts of a call, of which several may run at the same time. */
export interface AttemptOptions {
  readonly isRetry: boolean;
  /** Aborts with the call, when this attempt is superseded, and after its time limit. */
  readonly controller: AbortController;
  /** Called when the attempt has its permit. */
  readonly onPermit?: (() => void) | undefined;
}

/** One request: its permit, its run, and its observation for the limiter. */
export async function runAttempt<Output>(
  call: Call,
  executor: Executor<Output>,
  options: AttemptOptions,
): Promise<AttemptResult<Output>> {
  const { limiter } = call.engine;
  const permit = limiter && (await acquirePermit(limiter, call, options));
  let observation: RateObservation | undefined;
  try {
    // A timer may be late, and a wait may end in the same moment as the call.
    if (call.remainingMs() <= 0) throw new TimeLimit('deadline');
    options.onPermit?.();
    const { controller } = options;
    const attempt = new Attempt(call, controller.signal);
    const { timeoutMs, limit } = attempt;
    let result: AttemptResult<Output>;
    try {
      result = await call.bounded(controller, timeoutMs, limit, () => executor.run(attempt));
      if (isCredentialRefused(result)) result = attempt.withSource(result);
    } catch (error) {
      result = { failure: toFailure(attempt, executor, error) };
    }
    attempt.emitEnd(result);
    emitQuotas(call, attempt.attempt, result.rates?.limits);
    observation = observationOf(result);
    return result;
  } finally {
    permit?.release(observation);
  }
}

/** One attempt, from its permit to its end. */
class Attempt implements AttemptContext {
  readonly call: Call;
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Whose limit `timeoutMs` is. */
  readonly limit: TimeLimit['limit'];
  phase: TimeoutPhase = 'credential';
  /** What a task reports about itself, which is more exact than the phase. */
  step: TaskStep | undefined;
  #credential: Credential | undefined;
  #isStarted = false;
  readonly #startedAtMs: number;

  constructor(call: Call, signal: AbortSignal) {
    const remainingMs = call.remainingMs();
    this.call = call;
    this.attempt = call.countAttempt();
    this.signal = signal;
    this.timeoutMs = Math.min(call.timeoutMs, remainingMs);
    this.limit = remainingMs <= call.timeoutMs ? 'deadline' : 'attempt';
    this.#startedAtMs = call.engine.runtime.monotonic();
  }

  enter(phase: TimeoutPhase, step?: TaskStep): void {
    this.phase = phase;
    this.step = step;
    this.#isStarted ||= isInFlight(phase);
  }

  async credential(isRequired: boolean): Promise<Credential | undefined> {
    this.enter('credential');
    const { credentials } = this.call;
    const credential = await credentials.load(this.signal, isRequired);
    if (credential !== undefined) credentials.noteUse(credential);
    this.#credential = credential;
    return credential;
  }

  /** Notes the refused credential, and names its source in the failure. */
  withSource(result: FailedAttempt): FailedAttempt {
    const credential = this.#credential;
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
    if (this.#isStarted) emitAttemptEnd(this.call, this.attempt, this.#startedAtMs, end);
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
  const callError = toCallError(call, error, phase);
  attempt.emitEnd({ thrown: callError, superseded: signal.reason !== ofCall.reason });
  throw callError;
}

/**
 * What the limiter learns from an attempt: the response's numbers, and whether the service is in trouble.
 * `undefined` when the attempt says nothing about the service, because it never reached it.
 */
function observationOf(result: AttemptResult<unknown>): RateObservation | undefined {
  const { rates } = result;
  if ('decode' in result) return rates ?? {};
  const { throttled, retryAfterMs, replay, extra } = result.failure;
  if (throttled) return { retryAfterMs, ...rates, throttled };
  if (replay === 'never' || extra?.['phase'] === 'credential') return rates;
  // A driver may know better: a full mailbox is not a failure of the server.
  return { failed: true, ...rates };
}

/**
 * A permit for one attempt: at once where the limiter has one, else after a wait that the deadline bounds.
 */
function acquirePermit(
  limiter: Limiter,
  call: Call,
  { isRetry: retry, controller }: AttemptOptions,
): Permit | Promise<Permit> {
  const { cost, policy } = call;
  const { priority, tenant } = call.options;
  const { signal } = controller;
  const group = policy.limitGroup;
  const request = { cost, group, priority, tenant, retry, maxWaitMs: call.remainingMs(), signal };
  return limiter.tryAcquire?.(request) ?? waitForPermit(limiter, request, call, controller);
}

function waitForPermit(
  limiter: Limiter,
  request: PermitRequest,
  call: Call,
  controller: AbortController,
): Promise<Permit> {
  const { engine } = call;
  const { runtime } = engine;
  let waitsSinceMs: number | undefined;
  const onWait = ({ reason, queueLength }: LimitWait) => {
    // Each of several combined limiters may report a wait.
    if (waitsSinceMs !== undefined) return;
    waitsSinceMs = runtime.monotonic();
    emit(call, 'limit-wait-start', () => ({ attempt: call.root.attemptCount + 1, reason, queueLength }));
  };
  const isReported = engine.events.hasListener('limit-wait-start');
  const permit = limiter.acquire(isReported ? { ...request, onWait } : request);
  return call
    .untilDeadline(controller, () => permit)
    .then(
      (granted) => {
        if (granted.waitedMs > 0 || waitsSinceMs !== undefined)
          emitLimitWaitEnd(call, granted.waitedMs, true);
        return granted;
      },
      (error: unknown) => {
        // The limiter may have granted the permit in the same moment.
        permit.then(
          (granted) => granted.release(),
          () => {},
        );
        if (waitsSinceMs !== undefined) emitLimitWaitEnd(call, runtime.monotonic() - waitsSinceMs, false);
        throw toCallError(call, error, 'queue');
      },
    );
}
