import { ConcurrencyState } from './concurrency.ts';
import type { ConcurrencyPolicy } from './concurrency-policy.ts';
import type { RateObservation } from './usage.ts';

/** A semaphore whose limit a {@link ConcurrencyPolicy} adapts to the outcomes of calls. @internal */
export class AdaptiveConcurrencyState extends ConcurrencyState {
  readonly #policy: ConcurrencyPolicy;
  #limit: number;

  constructor(policy: ConcurrencyPolicy) {
    super({ kind: 'concurrency', limit: policy.maxLimit });
    this.#policy = policy;
    this.#limit = policy.initialLimit;
    this.constraint = { kind: 'concurrency', limit: this.#limit };
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
    return this.taken === 0 || this.taken + cost <= this.#limit ? now : Infinity;
  }

  override release(cost: number, startedAt: number, now: number, observation?: RateObservation): void {
    if (observation !== undefined) this.#learn(now - startedAt, observation);
    super.release(cost, startedAt, now);
  }

  #learn(durationMs: number, { throttled, failed }: RateObservation): void {
    const dropped = throttled === true || failed === true;
    this.#limit = this.#policy.next(this.#limit, { durationMs, inFlight: this.taken, dropped });
    this.constraint = { kind: 'concurrency', limit: this.#limit };
  }
}
