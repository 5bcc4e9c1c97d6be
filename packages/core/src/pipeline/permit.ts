import type { Successor } from '../call-options.ts';
import type { Limiter, LimitWait, Permit, PermitRequest } from '../limits/limiter.ts';
import type { Call } from './call.ts';
import { toCallError } from './call-errors.ts';
import { emit, emitLimitWaitEnd } from './call-events.ts';

// Usual pacing takes less; behind a pause or a full window the next driver of a composition is faster.
const shortWaitMs = 250;

/** A permit for one attempt: at once where the limiter has one. */
export function acquirePermit(
  limiter: Limiter,
  call: Call,
  retry: boolean,
  controller: AbortController,
  nowMs: number,
): Permit | Promise<Permit> {
  const { cost, http, policy } = call;
  const { priority, successor, tenant } = call.options;
  const path = http?.template ?? http?.url.pathname ?? policy.name;
  const remainingMs = call.endsAtMs - nowMs;
  const isHurried = successor !== undefined && successorOf(call) !== undefined;
  const request = {
    cost,
    group: policy.limitGroup,
    path,
    priority,
    tenant,
    retry,
    maxWaitMs: isHurried ? Math.min(remainingMs, shortWaitMs) : remainingMs,
    signal: controller.signal,
  };
  return limiter.tryAcquire?.(request) ?? waitForPermit(limiter, request, call, controller);
}

/** The successor of the call, while nothing of it may have reached the service. */
export function successorOf({ options, outcome, root }: Call): Successor | undefined {
  return outcome === 'not-sent' && root.outcome === 'not-sent' ? options.successor : undefined;
}

/** A permit after a wait that the deadline bounds. */
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
  return call.untilDeadline(controller, permit).then(
    (granted) => {
      if (granted.waitedMs > 0 || waitsSinceMs !== undefined) emitLimitWaitEnd(call, granted.waitedMs, true);
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
