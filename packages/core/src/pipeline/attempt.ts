import { isOrgError } from '../errors/org-error.ts';
import type { TimeoutPhase } from '../errors/transport-errors.ts';
import type { LimitWait, Permit, PermitRequest, RateObservation } from '../throttle/limiter.ts';
import type { AttemptResult, Attempts } from './attempts.ts';
import { bounded, TimeLimit } from './bounded.ts';
import { type Call, worseOutcome } from './call.ts';
import {
  type ThrownEnd,
  tellAttemptEnd,
  tellLimitWaitEnd,
  tellLimitWaitStart,
  tellQuotas,
} from './call-events.ts';
import { isUnderWay, timeoutFailure } from './failure-error.ts';
import { leavingError } from './leaving-error.ts';
import { observationOf } from './observation.ts';

/** What belongs to one of the attempts of a call, of which several may run beside each other. */
export interface AttemptTurn {
  readonly retry: boolean;
  /** Aborts with the call, or when this attempt is no longer needed. */
  readonly signal: AbortSignal;
  /** Called when it has its permit. */
  readonly begun?: (() => void) | undefined;
}

/** One permit, one attempt, one report back to the limiter. */
export async function attemptOnce<Output>(
  call: Call,
  attempts: Attempts<Output>,
  turn: AttemptTurn,
): Promise<AttemptResult<Output>> {
  const permit = await takePermit(call, attempts, turn);
  let rates: RateObservation | undefined;
  try {
    turn.begun?.();
    const result = await timedAttempt(call, attempts, turn);
    rates = observationOf(result);
    return result;
  } finally {
    permit?.release(rates);
  }
}

async function takePermit(
  call: Call,
  attempts: Attempts<unknown>,
  { retry, signal: outer }: AttemptTurn,
): Promise<Permit | undefined> {
  const { engine, work } = call;
  const { limiter, runtime } = engine;
  if (limiter === undefined) return undefined;
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
    // A wait past the deadline ends the call, and its end aborts.
    signal: outer,
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
      (await bounded(runtime, outer, maxWaitMs, 'deadline', () => asked));
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

async function timedAttempt<Output>(
  call: Call,
  attempts: Attempts<Output>,
  turn: AttemptTurn,
): Promise<AttemptResult<Output>> {
  const { engine, controller } = call;
  const { runtime } = engine;
  const startedAtMs = runtime.monotonic();
  const remainingMs = call.remainingMs();
  const timeoutMs = Math.min(call.timeoutMs, remainingMs);
  const limit = remainingMs <= call.timeoutMs ? 'deadline' : 'attempt';
  let phase: TimeoutPhase = 'credential';
  const enter = (next: TimeoutPhase) => {
    phase = next;
  };
  call.attempts += 1;
  const attempt = call.attempts;
  const tellEnd = (end: AttemptResult<Output> | ThrownEnd) => {
    // Without a credential, say, it never began.
    if (isUnderWay(phase)) tellAttemptEnd(call, attempt, startedAtMs, end);
  };
  try {
    const result = await bounded(runtime, turn.signal, timeoutMs, limit, (signal) =>
      attempts.run({ call, attempt, signal, timeoutMs, enter }),
    );
    tellEnd(result);
    tellQuotas(call, attempt, result.rates?.limits);
    return result;
  } catch (error) {
    if (turn.signal.aborted || isOrgError(error)) {
      // Broken off while the request was under way: whether the service acted is not known.
      if (controller.signal.aborted && isUnderWay(phase)) {
        call.outcome = worseOutcome(call.outcome, 'unknown');
      }
      const leaving = leavingError(call, attempts, error, phase);
      tellEnd({ thrown: leaving, superseded: turn.signal.reason !== controller.signal.reason });
      throw leaving;
    }
    const failure =
      error instanceof TimeLimit
        ? timeoutFailure(error, phase, timeoutMs)
        : attempts.classifyThrown(error, phase);
    tellEnd({ failure });
    return { failure };
  }
}
