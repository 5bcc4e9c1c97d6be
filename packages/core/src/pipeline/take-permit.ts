import type { Limiter, LimitWait, Permit, PermitRequest } from '../limiter/limiter.ts';
import type { AttemptTurn } from './attempt.ts';
import type { Attempts } from './attempts.ts';
import { untilDeadline } from './bounded.ts';
import type { Call } from './call.ts';
import { tell, tellLimitWaitEnd } from './call-events.ts';
import { leavingError } from './leaving-error.ts';

/** Leave for one attempt: at once where the limiter has it, or else a wait until the deadline. */
export function takePermit(
  limiter: Limiter,
  call: Call,
  attempts: Attempts<unknown>,
  { retry, controller }: AttemptTurn,
): Permit | Promise<Permit> {
  const { cost, work } = call;
  const { limitGroup: group } = work;
  const { priority, tenant } = call.options;
  const { signal } = controller;
  const request = { cost, group, priority, tenant, retry, maxWaitMs: call.remainingMs(), signal };
  return limiter.tryAcquire?.(request) ?? waitForPermit(limiter, request, call, attempts, controller);
}

function waitForPermit(
  limiter: Limiter,
  request: PermitRequest,
  call: Call,
  attempts: Attempts<unknown>,
  controller: AbortController,
): Promise<Permit> {
  const { engine } = call;
  const { runtime } = engine;
  let waitsSinceMs: number | undefined;
  const onWait = ({ reason, queueLength }: LimitWait) => {
    // Several limiters made into one may each have it wait.
    if (waitsSinceMs !== undefined) return;
    waitsSinceMs = runtime.monotonic();
    tell(call, 'limit-wait-start', () => ({ attempt: call.attempts + 1, reason, queueLength }));
  };
  const asked = limiter.acquire(engine.hears('limit-wait-start') ? { ...request, onWait } : request);
  return untilDeadline(call, controller, () => asked).then(
    (permit) => {
      if (permit.waitedMs > 0 || waitsSinceMs !== undefined) tellLimitWaitEnd(call, permit.waitedMs, true);
      return permit;
    },
    (error: unknown) => {
      // The limiter may have said yes in the same moment.
      asked.then(
        (permit) => permit.release(),
        () => {},
      );
      if (waitsSinceMs !== undefined) tellLimitWaitEnd(call, runtime.monotonic() - waitsSinceMs, false);
      throw leavingError(call, attempts, error, 'queue');
    },
  );
}
