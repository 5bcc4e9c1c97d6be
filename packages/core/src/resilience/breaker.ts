import { CircuitOpenError } from '../errors/transport-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import type { Limiter, Permit, PermitRequest } from '../limiter/limiter.ts';
import { apart } from '../observe/apart.ts';
import { wholeNumber } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { requireFunction, requireMethod } from '../options/require-option.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { Circuit, type CircuitPass, type CircuitState } from './circuit.ts';

/** What `createBreaker()` takes. @public */
export interface BreakerOptions {
  /** Asked for every call that the breaker lets through. */
  readonly limiter?: Limiter | undefined;
  /** The share of failed calls at which it opens, above 0 and up to 1. @defaultValue 0.5 */
  readonly failureRate?: number | undefined;
  /** Fewer calls than this in `windowMs` say too little. @defaultValue 10 */
  readonly minCalls?: number | undefined;
  /** The time over which failures are counted. @defaultValue 30_000 */
  readonly windowMs?: number | undefined;
  /** How long it stays open before one call may try; twice as long after every try that fails. @defaultValue 5_000 */
  readonly openMs?: number | undefined;
  /** The longest it stays open before a try. @defaultValue 60_000, or `openMs` when that is more */
  readonly maxOpenMs?: number | undefined;
  /** Called at every change, in the middle of it: do not wait. What it throws surfaces as an uncaught error. */
  readonly onStateChange?: ((change: BreakerChange) => void) | undefined;
  /** Shown in errors. */
  readonly name?: string | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/** One change of a breaker’s state. @public */
export interface BreakerChange {
  readonly from: CircuitState;
  readonly to: CircuitState;
}

/** Where a breaker stands. A copy: it does not change any more. @public */
export interface BreakerSnapshot {
  readonly state: CircuitState;
  /** Calls of the last `windowMs` that said something about the service, and how many of them failed. */
  readonly calls: number;
  readonly failures: number;
  /** How long until one call may try; 0 when it is not open. */
  readonly opensForMs: number;
}

/** A {@link Limiter} that lets nobody through while the service is down. @public */
export interface Breaker extends Limiter {
  readonly state: CircuitState;
  snapshot(): BreakerSnapshot;
}

/**
 * A circuit breaker, to be used as the limiter of a client, around another limiter or alone. It opens when too many calls fail (unreachable,
 * too slow, 500 and its kin; not those turned down rightly or for their rate): calls are then refused with a `CircuitOpenError` before any
 * I/O, and so are those that wait in its limiter. After `openMs` one call may try: if it goes well, the circuit is closed again. Give the
 * same breaker to all clients of a service.
 *
 * @throws ConfigurationError for options that make no sense.
 * @public
 */
export function createBreaker(options: BreakerOptions = {}): Breaker {
  const given = ownCopy(options);
  const { failureRate = 0.5, limiter, name, onStateChange } = given;
  if (!(failureRate > 0 && failureRate <= 1))
    throw wrongOption(`failureRate must be more than 0 and at most 1, not ${failureRate}.`);
  requireMethod('limiter', limiter, 'acquire', 'createLimiter()');
  requireFunction('onStateChange', onStateChange);
  const openMs = duration('openMs', given.openMs, 5_000);
  const settings = {
    failureRate,
    minCalls: wholeNumber('minCalls', given.minCalls, 10, 1),
    windowMs: duration('windowMs', given.windowMs, 30_000),
    openMs,
    maxOpenMs: Math.max(openMs, duration('maxOpenMs', given.maxOpenMs, 60_000)),
  };
  const { monotonic } = createRuntime(given.runtime);
  /** Those that wait in the limiter. */
  const waiting = new Set<AbortController>();
  const circuit = new Circuit(settings, (from, to) => {
    if (to === 'open') for (const controller of waiting) controller.abort(refusal());
    if (onStateChange !== undefined) apart(() => onStateChange({ from, to }));
  });

  const opensForMs = (now: number) => (circuit.state === 'open' ? Math.max(0, circuit.openUntil - now) : 0);
  const refusal = () => {
    const { calls, failures } = circuit.reason;
    const inMs = circuit.state === 'open' ? opensForMs(monotonic()) : undefined;
    return circuitOpen(name, calls, failures, inMs);
  };
  const wait = async (request: PermitRequest): Promise<Permit | undefined> => {
    if (limiter === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = request;
    const follow = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', follow, { once: true });
    waiting.add(controller);
    try {
      return await limiter.acquire({ ...request, signal: controller.signal });
    } finally {
      waiting.delete(controller);
      signal?.removeEventListener('abort', follow);
    }
  };
  const givePermit = (pass: CircuitPass, permit: Permit | undefined): Permit => {
    let used = false;
    return {
      waitedMs: permit?.waitedMs ?? 0,
      release(observation) {
        if (used) return;
        used = true;
        circuit.leave(pass, observation && observation.failed === true, monotonic());
        permit?.release(observation);
      },
    };
  };

  const tryAcquire = (request: PermitRequest = {}): Permit | undefined => {
    const pass = request.signal?.aborted ? undefined : circuit.enter(monotonic());
    if (pass === undefined) return undefined;
    if (limiter === undefined) return givePermit(pass, undefined);
    let permit: Permit | undefined;
    try {
      permit = limiter.tryAcquire?.(request);
      return permit && givePermit(pass, permit);
    } finally {
      if (permit === undefined) circuit.leave(pass, undefined, monotonic());
    }
  };

  return {
    ...(limiter === undefined || limiter.tryAcquire ? { tryAcquire } : {}),
    get state() {
      return circuit.state;
    },
    snapshot() {
      const now = monotonic();
      return { state: circuit.state, ...circuit.counts(now), opensForMs: opensForMs(now) };
    },
    async acquire(request = {}) {
      request.signal?.throwIfAborted();
      const pass = circuit.enter(monotonic());
      if (pass === undefined) throw refusal();
      const permit = await wait(request).catch((error: unknown) => {
        circuit.leave(pass, undefined, monotonic());
        throw error;
      });
      if (circuit.isCurrent(pass)) return givePermit(pass, permit);
      // It changed in the same moment.
      permit?.release();
      throw refusal();
    },
  };
}

function duration(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw wrongOption(`${name} must be a positive number of milliseconds, not ${value}.`);
  return value;
}

function circuitOpen(
  name: string | undefined,
  calls: number,
  failures: number,
  opensInMs: number | undefined,
): CircuitOpenError {
  const subject = name === undefined ? 'The circuit' : `The circuit "${name}"`;
  const next = opensInMs === undefined ? 'one call is trying' : `one may try in ${Math.ceil(opensInMs)} ms`;
  return new CircuitOpenError({
    message: `${subject} is open, because ${failures} of the last ${calls} calls failed. Nothing was sent; ${next}.`,
    outcome: 'not-sent',
    retryable: true,
    retryAfterMs: opensInMs,
  });
}
