import type { Limiter, LimitWait, Permit, PermitRequest } from '../limits/limiter.ts';
import type { RateObservation } from '../rates.ts';
import { successorOf } from '../successor.ts';
import type { Call } from './call.ts';
import { toCallError } from './call-errors.ts';
import { emit, emitLimitWaitEnd } from './call-events.ts';
import type { AttemptResult } from './executor.ts';

// Usual pacing takes less; behind a pause or a full window the next driver of a composition is faster.
const shortWaitMs = 250;

/**
 * What the limiter learns from an attempt: the response's numbers, and whether the service is in trouble.
 * `undefined` when the attempt says nothing about the service, because it never reached it.
 */
export function observationOf(result: AttemptResult<unknown>): RateObservation | undefined {
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

/**
 * A permit for one attempt: at once where the limiter has one, else after a wait that the deadline bounds.
 */
export function acquirePermit(
  limiter: Limiter,
  call: Call,
  retry: boolean,
  controller: AbortController,
): Permit | Promise<Permit> {
  const { cost, http, policy } = call;
  const { priority, tenant } = call.options;
  const { signal } = controller;
  const group = policy.limitGroup;
  const path = http?.template ?? http?.url.pathname ?? policy.name;
  const maxWaitMs = Math.min(call.remainingMs(), successorOf(call) === undefined ? Infinity : shortWaitMs);
  const request = { cost, group, path, priority, tenant, retry, maxWaitMs, signal };
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
