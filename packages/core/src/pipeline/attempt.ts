import type { RateObservation } from '../constraints/usage.ts';
import { isOrgError } from '../errors/org-error.ts';
import type { Failure } from '../retry/failure.ts';
import { AttemptFailure } from './attempt-failure.ts';
import type { AttemptResult, Attempts } from './attempts.ts';
import { bounded, TimeLimit } from './bounded.ts';
import { type Call, worseOutcome } from './call.ts';
import { tellQuotas } from './call-events.ts';
import { timeoutFailure } from './failure-error.ts';
import { endOf, leavingError } from './leaving-error.ts';
import { observationOf } from './observation.ts';
import { RunningAttempt } from './running-attempt.ts';
import { takePermit } from './take-permit.ts';

/** What belongs to one of the attempts of a call, of which several may run beside each other. */
export interface AttemptTurn {
  readonly retry: boolean;
  /** Aborts with the call, when this attempt is no longer needed, and when its time is over. */
  readonly controller: AbortController;
  /** Called when it has its permit. */
  readonly begun?: (() => void) | undefined;
}

/** One permit, one attempt, one report back to the limiter. */
export async function attemptOnce<Output>(
  call: Call,
  attempts: Attempts<Output>,
  turn: AttemptTurn,
): Promise<AttemptResult<Output>> {
  const { limiter, runtime } = call.engine;
  const permit = limiter && (await takePermit(limiter, call, attempts, turn));
  let rates: RateObservation | undefined;
  try {
    // A timer may be late, and a wait may have ended in the same moment as the call.
    if (call.remainingMs() <= 0) throw new TimeLimit('deadline');
    turn.begun?.();
    const { controller } = turn;
    const attempt = new RunningAttempt(call, controller.signal);
    const { timeoutMs, limit } = attempt;
    let result: AttemptResult<Output>;
    try {
      result = await bounded(runtime, controller, timeoutMs, limit, () => attempts.run(attempt));
    } catch (error) {
      result = { failure: failureOf(attempt, attempts, error) };
    }
    attempt.tellEnd(result);
    tellQuotas(call, attempt.attempt, result.rates?.limits, attempts.secrets());
    rates = observationOf(result);
    return result;
  } finally {
    permit?.release(rates);
  }
}

/** What was thrown, as the end of this attempt. Throws what ends the call. */
function failureOf(attempt: RunningAttempt, attempts: Attempts<unknown>, thrown: unknown): Failure {
  const { call, signal, phase } = attempt;
  const error = endOf(signal, thrown);
  if (error instanceof AttemptFailure) return error.failure;
  if (error instanceof TimeLimit) {
    // Of attempts beside each other each has a controller of its own.
    if (signal === call.controller.signal) call.goOn();
    return timeoutFailure(call, error, phase, attempt.step);
  }
  const failure = signal.aborted || isOrgError(error) ? undefined : attempts.classifyThrown(error, phase);
  if (failure !== undefined) return failure;
  const ofCall = call.controller.signal;
  // Broken off while the request was under way: whether the service acted is not known.
  if (ofCall.aborted && attempt.isOpen) {
    call.outcome = worseOutcome(call.outcome, 'unknown');
    call.details = attempt.step?.details;
  }
  const leaving = leavingError(call, attempts, error, phase);
  attempt.tellEnd({ thrown: leaving, superseded: signal.reason !== ofCall.reason });
  throw leaving;
}
