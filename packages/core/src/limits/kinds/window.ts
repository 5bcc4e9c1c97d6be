import { positiveOption, wholeNumberOption } from '../../options/numbers.ts';
import type { RateReport } from '../../rates.ts';
import type { Constraint, ConstraintOf } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import type { FleetKind } from './fleet-kind.ts';
import { TimeRing } from './time-ring.ts';

/**
 * At most `limit` calls in any span of `windowMs` milliseconds. A place is free again one window after the
 * response of its call, so that no window of the service, in any phase, sees more than the limit.
 *
 * @example
 * const limiter = createLimiter({ limits: [perWindow(500, 10_000)] });
 *
 * @throws ConfigurationError when a number is not positive, or `limit` is not whole
 * @public
 */
export function perWindow(limit: number, windowMs: number): Constraint {
  wholeNumberOption('limit', limit, undefined, 1);
  positiveOption('windowMs', windowMs);
  return { kind: 'window', limit, windowMs };
}

/**
 * At most `limit` calls in any second, like {@link perWindow} with 1000 ms. A limiter also learns from the
 * responses, and then only tightens.
 *
 * @example
 * const limiter = createLimiter({ limits: [perSecond(10), perMinute(300)] }); // both hold
 *
 * @throws ConfigurationError when `limit` is not a positive whole number
 * @public
 */
export function perSecond(limit: number): Constraint {
  return perWindow(limit, 1_000);
}

/**
 * At most `limit` calls in any minute, like {@link perWindow} with 60 000 ms.
 *
 * @example
 * const limiter = createLimiter({ limits: [perMinute(1000)] });
 *
 * @throws ConfigurationError when `limit` is not a positive whole number
 * @public
 */
export function perMinute(limit: number): Constraint {
  return perWindow(limit, 60_000);
}

// Up to this many responses have an entry each. Responses of larger limits share entries: this delays a start
// by up to windowMs / 4096, and allows up to limit / 4096 releases in a row without the clock.
const exactEntries = 4096;

/**
 * At most `limit` in any span of `windowMs`. The service counts a request between its start and its response.
 * A unit is therefore in use from the start until one window after the response: no window of the service, in
 * any phase, sees more than the limit.
 */
export class WindowState implements ConstraintState {
  readonly constraint: Constraint;
  readonly capacity: number;
  readonly reason = 'rate';
  readonly #windowMs: number;
  readonly #responses: TimeRing;
  readonly #maxUndated: number;
  /** Units in flight, plus units with a response less than a window ago. */
  #taken = 0;
  /** Units released since the last clock read. */
  #undated = 0;

  constructor(constraint: ConstraintOf<'window'>) {
    this.constraint = constraint;
    this.capacity = constraint.limit;
    this.#windowMs = constraint.windowMs;
    this.#maxUndated = Math.floor(constraint.limit / exactEntries);
    this.#responses = new TimeRing(constraint.limit > exactEntries ? constraint.windowMs / exactEntries : 0);
  }

  hasCapacity(cost: number): boolean {
    return this.#taken + cost <= this.capacity;
  }

  canReleaseWithoutClock(cost: number): boolean {
    return this.#undated + cost <= this.#maxUndated;
  }

  earliest(cost: number, now: number): number {
    if (this.hasCapacity(cost)) return now;
    this.#expire(now);
    const missing = this.#taken + cost - this.capacity;
    if (missing <= 0) return now;
    const respondedAt = this.#responses.instantOf(missing);
    return respondedAt === undefined ? Infinity : respondedAt + this.#windowMs;
  }

  soonest(cost: number, now: number): number {
    this.#expire(now);
    const missing = this.#taken + cost - this.capacity;
    if (missing <= 0) return now;
    // A unit that is released and used again takes another whole window.
    const rounds = Math.floor((missing - 1) / this.capacity);
    const respondedAt = this.#responses.instantOf(missing - rounds * this.capacity) ?? now;
    return respondedAt + this.#windowMs + rounds * this.#windowMs;
  }

  take(cost: number): void {
    this.#taken += cost;
  }

  release(cost: number, _startedAt: number, now: number): void {
    if (Number.isNaN(now)) {
      this.#undated += cost;
      return;
    }
    // Keeps the ring as short as a window even without waiters.
    this.#expire(now);
    this.#responses.push(now, cost);
  }

  used(now: number): number {
    this.#expire(now);
    return this.#taken;
  }

  available(now: number): number {
    return this.capacity - this.used(now);
  }

  describes({ limit, windowMs }: RateReport): boolean {
    return limit === this.capacity || windowMs === this.#windowMs;
  }

  #expire(now: number): void {
    const ring = this.#responses;
    if (this.#undated > 0) {
      ring.push(now, this.#undated);
      this.#undated = 0;
    }
    while (ring.oldest + this.#windowMs <= now) this.#taken -= ring.shift();
  }
}

export const windowInFleet: FleetKind<ConstraintOf<'window'>> = {
  nameOf: ({ windowMs }) => `window-${windowMs}`,
  capacityOf: ({ limit }) => limit,
  fieldsOf: ({ windowMs }) => ({ span: Math.ceil(windowMs * 1_000) }),
  // A share below one unit is one unit in a longer window. A window is never shorter: in one of the service,
  // a process would otherwise start its share twice.
  shareOf({ limit, windowMs }, share) {
    const own = Math.max(1, Math.floor(limit * share));
    return { kind: 'window', limit: own, windowMs: Math.max(1, own / (limit * share)) * windowMs };
  },
  rememberMsOf: ({ windowMs }) => windowMs,
  graceMsOf: () => Infinity,
};
