import { ConcurrencyState } from '../limits/kinds/concurrency.ts';
import type { AdaptiveConcurrency } from '../limits/kinds/constraint-state.ts';
import type { RateObservation } from '../rates.ts';

/** The outcome of one call, for a {@link ConcurrencyPolicy}. @public */
export interface ConcurrencySample {
  /** Milliseconds from the start to the end of the call. */
  readonly durationMs: number;
  /** The cost in flight when the call ended, its own included. */
  readonly inFlight: number;
  /** Whether the service throttled the call, or failed. */
  readonly dropped: boolean;
}

/** Adapts the number of concurrent calls to their outcomes. `aimd()` makes one. @public */
export interface ConcurrencyPolicy extends AdaptiveConcurrency {
  /** The limit of a new limiter. */
  readonly initialLimit: number;
  /** The highest limit that `next` returns, and therefore the largest cost that can start. */
  readonly maxLimit: number;
  /** Returns the limit after the sample: a whole number of at least 1. */
  next(limit: number, sample: ConcurrencySample): number;
}

/** A semaphore whose limit a {@link ConcurrencyPolicy} adapts to the outcomes of calls. */
export class AdaptiveConcurrencyState extends ConcurrencyState {
  readonly #policy: ConcurrencyPolicy;

  constructor(policy: ConcurrencyPolicy) {
    super({ kind: 'concurrency', limit: policy.maxLimit });
    this.#policy = policy;
    this.constraint = { kind: 'concurrency', limit: policy.initialLimit };
  }

  override hasCapacity(): boolean {
    return false;
  }

  /** The policy learns from durations, so every release needs the clock. */
  override canReleaseWithoutClock(): boolean {
    return false;
  }

  override earliest(cost: number, now: number): number {
    // A cost above the limit may run alone: without it, no outcome would ever raise the limit.
    return this.taken === 0 || this.taken + cost <= this.constraint.limit ? now : Infinity;
  }

  override release(cost: number, startedAt: number, now: number, observation?: RateObservation): void {
    if (observation !== undefined) {
      const dropped = observation.throttled === true || observation.failed === true;
      const sample = { durationMs: now - startedAt, inFlight: this.taken, dropped };
      this.constraint = {
        kind: 'concurrency',
        limit: this.#policy.next(this.constraint.limit, sample),
      };
    }
    super.release(cost, startedAt, now);
  }
}
