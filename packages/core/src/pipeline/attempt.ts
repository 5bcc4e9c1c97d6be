import { isOrgError } from '../errors/org-error.ts';
import type { Failure } from '../operation.ts';
import type { Limiter, LimitWait, Permit, PermitRequest, RateObservation } from '../throttle/limiter.ts';
import type { AttemptResult, Attempts } from './attempts.ts';
import { bounded, TimeLimit } from './bounded.ts';
import { type Call, worseOutcome } from './call.ts';
import { tellLimitWaitEnd, tellLimitWaitStart, tellQuotas } from './call-events.ts';
import { isUnderWay, timeoutFailure } from './failure-error.ts';
import { leavingError } from './leaving-error.ts';
import { observationOf } from './observation.ts';
import { RunningAttempt } from './running-attempt.ts';

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
  const permit = limiter && (await takePermit(call, limiter, attempts, turn));
  let rates: RateObservation | undefined;
  try {
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
    tellQuotas(call, attempt.attempt, result.rates?.limits);
    rates = observationOf(result);
    return result;
  } finally {
    permit?.release(rates);
  }
}

async function takePermit(
  call: Call,
  limiter: Limiter,
  attempts: Attempts<unknown>,
  { retry, controller }: AttemptTurn,
): Promise<Permit> {
  const { engine, work } = call;
  const { runtime } = engine;
  const maxWaitMs = call.remainingMs();
  let waitsSinceMs: number | undefined;
  const waits = (wait: LimitWait) => {
    // Several limiters made into one may each have it wait.
    if (waitsSinceMs !== undefined) return;
    waitsSinceMs = runtime.monotonic();
    tellLimitWaitStart(call, wait);
  };
  const request: PermitRequest = {
    cost: work.cost,
    group: work.limitGroup,
    priority: call.options.priority,
    tenant: call.options.tenant,
    retry,
    maxWaitMs,
    signal: controller.signal,
    onWait: engine.hears('limit-wait-start') ? waits : undefined,
  };
  let acquiring: Promise<Permit> | undefined;
  try {
    const free = limiter.tryAcquire?.(request);
    if (free !== undefined) return free;
    const asked = limiter.acquire(request);
    acquiring = asked;
    // A permit may still be there at once, where none can be had without asking: only a real wait is worth a timer.
    const permit =
      (await Promise.race([asked, undefined])) ??
      (await bounded(runtime, controller, maxWaitMs, 'deadline', () => asked));
    if (permit.waitedMs > 0 || waitsSinceMs !== undefined) tellLimitWaitEnd(call, permit.waitedMs, true);
    return permit;
  } catch (error) {
    // The limiter may have said yes in the same moment.
    acquiring?.then(
      (permit) => permit.release(),
      () => {},
    );
    if (waitsSinceMs !== undefined) tellLimitWaitEnd(call, runtime.monotonic() - waitsSinceMs, false);
    throw leavingError(call, attempts, error, 'queue');
  }
}

/** What was thrown, as the end of this attempt. Throws what ends the call. */
function failureOf(attempt: RunningAttempt, attempts: Attempts<unknown>, error: unknown): Failure {
  const { call, signal, phase, timeoutMs } = attempt;
  if (error instanceof TimeLimit) {
    // Of attempts beside each other each has a controller of its own.
    if (signal === call.controller.signal) call.goOn();
    return timeoutFailure(error, phase, timeoutMs);
  }
  if (!signal.aborted && !isOrgError(error)) return attempts.classifyThrown(error, phase);
  const ofCall = call.controller.signal;
  // Broken off while the request was under way: whether the service acted is not known.
  if (ofCall.aborted && isUnderWay(phase)) call.outcome = worseOutcome(call.outcome, 'unknown');
  const leaving = leavingError(call, attempts, error, phase);
  attempt.tellEnd({ thrown: leaving, superseded: signal.reason !== ofCall.reason });
  throw leaving;
}
