import type { Constraint } from '../limits/kinds/constraint.ts';
import type { Limiter, Permit, PermitRequest } from '../limits/limiter.ts';
import { queueFull, startTooLate, tooLarge } from '../limits/rejections.ts';
import type { RateObservation, WaitReason } from '../rates.ts';
import type { Runtime } from '../time/runtime.ts';
import { startTimer } from '../time/timer.ts';
import { openPace, type Pace } from './pace.ts';

interface Waiter extends PermitRequest {
  readonly paces: readonly Pace[];
  readonly cost: number;
  readonly queuedAt: number;
  readonly start: (permit: Permit) => void;
}

const maxQueue = 10_000;
const longestPauseMs = 86_400_000;
// Of a 429 without a time.
const guessedPauseMs = 1_000;

/**
 * The limiter of a light client that was given none: keeps the limits that the service publishes, in the
 * order of arrival, and pauses after a 429. It learns no limits, and has no priorities and no tenants:
 * `limiter: createLimiter(…)` adds them.
 */
class Pacer implements Limiter {
  readonly #common: readonly Pace[];
  readonly #byGroup: ReadonlyMap<string, readonly Pace[]>;
  readonly #runtime: Runtime;
  #waiters: Waiter[] = [];
  #pausedUntil = -Infinity;
  #clearTimer = () => {};

  constructor(
    limits: readonly Constraint[],
    groups: Readonly<Record<string, readonly Constraint[]>>,
    runtime: Runtime,
  ) {
    const common = limits.map(openPace);
    const own = Object.entries(groups);
    this.#byGroup = new Map(own.map(([name, more]) => [name, [...common, ...more.map(openPace)]]));
    this.#common = common;
    this.#runtime = runtime;
  }

  async acquire(request: PermitRequest = {}): Promise<Permit> {
    const { cost = 1, group = '', onWait, retry, signal } = request;
    signal?.throwIfAborted();
    const paces = this.#byGroup.get(group) ?? this.#common;
    const now = this.#runtime.monotonic();
    const isFirst = this.#waiters.every((each) => each.paces !== paces);
    if (isFirst && this.#earliest(paces, cost, now) <= now) return this.#take(paces, cost, 0);
    const refusal = this.#refusal(request, paces, cost, now);
    if (refusal !== undefined) throw refusal;
    return new Promise<Permit>((resolve, reject) => {
      const waiter: Waiter = {
        ...request,
        paces,
        cost,
        queuedAt: now,
        start(permit) {
          signal?.removeEventListener('abort', leave);
          resolve(permit);
        },
      };
      const leave = () => {
        this.#waiters = this.#waiters.filter((each) => each !== waiter);
        reject(signal?.reason);
        this.#dispatch();
      };
      signal?.addEventListener('abort', leave, { once: true });
      if (retry) this.#waiters.unshift(waiter);
      else this.#waiters.push(waiter);
      this.#dispatch();
      if (this.#waiters.includes(waiter))
        onWait?.({ reason: this.#reason(now), queueLength: this.#waiters.length });
    });
  }

  #reason(now: number): WaitReason {
    return this.#pausedUntil > now ? 'pause' : 'rate';
  }

  #earliest(paces: readonly Pace[], cost: number, now: number): number {
    return paces.reduce(
      (at, pace) => Math.max(at, pace.earliest(cost, now)),
      Math.max(now, this.#pausedUntil),
    );
  }

  #take(paces: readonly Pace[], cost: number, waitedMs: number): Permit {
    for (const pace of paces) pace.take(cost);
    let isReleased = false;
    const release = (observation?: RateObservation) => {
      if (isReleased) return;
      isReleased = true;
      const now = this.#runtime.monotonic();
      for (const pace of paces) pace.release(cost, now);
      this.#observe(observation, now);
      if (this.#waiters.length > 0) this.#dispatch();
    };
    return { waitedMs, release };
  }

  /** A 503 says something about one path: the retry of its call waits, and nobody else. */
  #observe({ throttled, unavailable, retryAfterMs }: RateObservation = {}, now: number): void {
    if (!throttled || unavailable) return;
    const pauseMs = retryAfterMs || guessedPauseMs;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(pauseMs, longestPauseMs));
  }

  /** Starts every waiter that may start, and sets the timer for the others. */
  #dispatch(): void {
    this.#clearTimer();
    const now = this.#runtime.monotonic();
    let wakeAt = Infinity;
    // A group that waits does not hold up the others; nobody overtakes within a group.
    const busy = new Set<readonly Pace[]>();
    this.#waiters = this.#waiters.filter((waiter) => {
      const { cost, paces } = waiter;
      if (busy.has(paces)) return true;
      const at = this.#earliest(paces, cost, now);
      if (at > now) {
        busy.add(paces);
        wakeAt = Math.min(wakeAt, at);
        return true;
      }
      waiter.start(this.#take(paces, cost, now - waiter.queuedAt));
      return false;
    });
    const wake = () => this.#dispatch();
    this.#clearTimer = startTimer(this.#runtime, Math.ceil(wakeAt - now), wake);
  }

  /** Why a request does not wait; `undefined` when it does. */
  #refusal(
    { maxWaitMs = Infinity, retry }: PermitRequest,
    paces: readonly Pace[],
    cost: number,
    now: number,
  ) {
    const capacity = Math.min(...paces.map((pace) => pace.capacity));
    if (cost > capacity) return tooLarge(undefined, cost, capacity);
    if (this.#waiters.length >= maxQueue) return queueFull(undefined, maxQueue);
    const ahead = retry ? [] : this.#waiters.filter((each) => each.paces === paces);
    const units = ahead.reduce((sum, each) => sum + each.cost, cost);
    const paused = Math.max(now, this.#pausedUntil);
    const startsAt = paces.reduce((at, pace) => Math.max(at, pace.soonest(units, now)), paused);
    if (startsAt <= now + maxWaitMs) return undefined;
    return startTooLate(undefined, startsAt - now, maxWaitMs, this.#reason(now));
  }
}

export function createPacer(...given: ConstructorParameters<typeof Pacer>): Limiter {
  return new Pacer(...given);
}
