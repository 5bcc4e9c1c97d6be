import { CircuitOpenError } from '../errors/transport-errors.ts';
import type { Limiter, Permit, PermitRequest } from '../limits/limiter.ts';
import { callListener } from '../observe/call-listener.ts';
import { meantOption } from '../options/meant-option.ts';
import { positiveOption, requireNumber, wholeNumberOption } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { requireFunction, requireMethod } from '../options/require-option.ts';
import { followSignal } from '../time/follow-signal.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { Circuit, type CircuitPass, type CircuitSettings, type CircuitState } from './circuit.ts';

const breakerNames: OptionNames<BreakerOptions> = {
  limiter: 0,
  failureRate: 0,
  minCalls: 0,
  windowMs: 0,
  openMs: 0,
  maxOpenMs: 0,
  onStateChange: 0,
  name: 0,
  runtime: 0,
};

/** Options of `createBreaker()`. @public */
export interface BreakerOptions {
  /** The limiter of the calls that the breaker allows. */
  readonly limiter?: Limiter | undefined;
  /** The share of failed calls at which it opens, above 0 and up to 1. @defaultValue 0.5 */
  readonly failureRate?: number | undefined;
  /** The breaker never opens with fewer calls than this in `windowMs`. @defaultValue 10 */
  readonly minCalls?: number | undefined;
  /** The sliding window that counts failures, in milliseconds. @defaultValue 30_000 */
  readonly windowMs?: number | undefined;
  /**
   * How long the circuit stays open before one trial call, in milliseconds; doubles after every failed trial.
   *
   * @defaultValue 5_000
   */
  readonly openMs?: number | undefined;
  /**
   * The longest time before a trial call, in milliseconds; at least `openMs`.
   *
   * @defaultValue 60_000, or `openMs` when that is more
   */
  readonly maxOpenMs?: number | undefined;
  /**
   * Called synchronously at every change: do not block. An error that it throws becomes an uncaught error.
   */
  readonly onStateChange?: ((change: BreakerChange) => void) | undefined;
  /** Shown in errors. */
  readonly name?: string | undefined;
  readonly runtime?: Partial<Runtime> | undefined;
}

/** One change of a breaker's state. @public */
export interface BreakerChange {
  readonly from: CircuitState;
  readonly to: CircuitState;
}

/** The state of a breaker at one moment. A copy: it does not change. @public */
export interface BreakerSnapshot {
  readonly state: CircuitState;
  /** Calls of the last `windowMs` with an observation of the service, and how many of them failed. */
  readonly calls: number;
  readonly failures: number;
  /** Milliseconds until the next trial call; 0 when the circuit is not open. */
  readonly opensForMs: number;
}

/** A {@link Limiter} that rejects calls while the service is down. @public */
export interface Breaker extends Limiter {
  readonly state: CircuitState;
  snapshot(): BreakerSnapshot;
}

/**
 * A circuit breaker, used as the limiter of a client, alone or around another limiter. It opens when too many
 * calls fail: unreachable, timed out, 500 or equivalent. Rejected requests (4xx) and throttled calls do not
 * count as failures. While it is open, calls and the waiters of its limiter reject with a `CircuitOpenError`
 * before any I/O. After `openMs`, one trial call starts (half-open); its success closes the circuit. Share
 * one breaker among all clients of a service. @public
 *
 * @example
 * const limiter = createBreaker({ limiter: createLimiter({ limits: [perMinute(1000)] }) });
 * const email = createEmailClient({ driver: plunk(), limiter });
 *
 * @throws ConfigurationError for an invalid option.
 */
export function createBreaker(options: BreakerOptions = {}): Breaker {
  refuseUnknown(options, breakerNames, 'createBreaker()', meantOption);
  const given = ownCopy(options);
  const { failureRate = 0.5, limiter, name, onStateChange } = given;
  requireNumber('failureRate', failureRate, 'above 0 and at most 1', (rate) => rate > 0 && rate <= 1);
  requireMethod('limiter', limiter, 'acquire', 'createLimiter()');
  requireFunction('onStateChange', onStateChange);
  const openMs = positiveOption('openMs', given.openMs, 5_000);
  const maxOpenMs = positiveOption('maxOpenMs', given.maxOpenMs, Math.max(60_000, openMs));
  requireNumber('maxOpenMs', maxOpenMs, `at least openMs (${openMs})`, (ms) => ms >= openMs);
  const settings = {
    failureRate,
    minCalls: wholeNumberOption('minCalls', given.minCalls, 10, 1),
    windowMs: positiveOption('windowMs', given.windowMs, 30_000),
    openMs,
    maxOpenMs,
  };
  const { monotonic } = createRuntime(given.runtime);
  return new CircuitBreaker(limiter ?? unlimited, settings, monotonic, name, onStateChange);
}

const freePermit: Permit = { waitedMs: 0, release() {} };
const unlimited: Limiter = { acquire: async () => freePermit, tryAcquire: () => freePermit };

class CircuitBreaker implements Breaker {
  readonly tryAcquire?: NonNullable<Limiter['tryAcquire']>;
  readonly #limiter: Limiter;
  readonly #monotonic: () => number;
  readonly #name: string | undefined;
  readonly #circuit: Circuit;
  /** The calls that wait in the limiter. */
  readonly #waiting = new Set<AbortController>();

  constructor(
    limiter: Limiter,
    settings: CircuitSettings,
    monotonic: () => number,
    name: string | undefined,
    onStateChange: BreakerOptions['onStateChange'],
  ) {
    this.#limiter = limiter;
    this.#monotonic = monotonic;
    this.#name = name;
    this.#circuit = new Circuit(settings, (from, to) => {
      if (to === 'open') for (const controller of this.#waiting) controller.abort(this.#refusal());
      if (onStateChange !== undefined) callListener(() => onStateChange({ from, to }));
    });
    if (limiter.tryAcquire !== undefined) this.tryAcquire = (request = {}) => this.#tryAcquire(request);
  }

  get state(): CircuitState {
    return this.#circuit.state;
  }

  snapshot(): BreakerSnapshot {
    const now = this.#monotonic();
    return { state: this.state, ...this.#circuit.counts(now), opensForMs: this.#opensForMs(now) };
  }

  async acquire(request: PermitRequest = {}): Promise<Permit> {
    request.signal?.throwIfAborted();
    const pass = this.#circuit.enter(this.#monotonic());
    if (pass === undefined) throw this.#refusal();
    const permit = await this.#wait(request).catch((error: unknown) => {
      this.#circuit.leave(pass, undefined, this.#monotonic());
      throw error;
    });
    if (this.#circuit.isCurrent(pass)) return this.#createPermit(pass, permit);
    // The state changed while the permit arrived.
    permit.release();
    throw this.#refusal();
  }

  #tryAcquire(request: PermitRequest): Permit | undefined {
    const pass = request.signal?.aborted ? undefined : this.#circuit.enter(this.#monotonic());
    if (pass === undefined) return undefined;
    let permit: Permit | undefined;
    try {
      permit = this.#limiter.tryAcquire?.(request);
      return permit && this.#createPermit(pass, permit);
    } finally {
      if (permit === undefined) this.#circuit.leave(pass, undefined, this.#monotonic());
    }
  }

  async #wait(request: PermitRequest): Promise<Permit> {
    const controller = new AbortController();
    const unfollow = followSignal(request.signal, controller);
    this.#waiting.add(controller);
    try {
      return await this.#limiter.acquire({ ...request, signal: controller.signal });
    } finally {
      this.#waiting.delete(controller);
      unfollow();
    }
  }

  #createPermit(pass: CircuitPass, permit: Permit): Permit {
    let isReleased = false;
    return {
      waitedMs: permit.waitedMs,
      release: (observation) => {
        if (isReleased) return;
        isReleased = true;
        this.#circuit.leave(pass, observation && observation.failed === true, this.#monotonic());
        permit.release(observation);
      },
    };
  }

  #opensForMs(now: number): number {
    return this.state === 'open' ? Math.max(0, this.#circuit.openUntil - now) : 0;
  }

  #refusal(): CircuitOpenError {
    const { calls, failures } = this.#circuit.reason;
    const opensInMs = this.state === 'open' ? this.#opensForMs(this.#monotonic()) : undefined;
    const subject = this.#name === undefined ? 'The circuit' : `The circuit "${this.#name}"`;
    const next =
      opensInMs === undefined
        ? 'a trial call is running'
        : `the next trial call starts in ${Math.ceil(opensInMs)} ms`;
    const why = `${subject} is open: ${failures} of the last ${calls} calls failed.`;
    return new CircuitOpenError({
      message: `${why} Nothing was sent; ${next}.`,
      outcome: 'not-sent',
      retryable: true,
      retryAfterMs: opensInMs,
    });
  }
}
