import { ConcurrencyState } from './concurrency.ts';
import type { ConcurrencyPolicy } from './concurrency-policy.ts';
import type { RateObservation } from './usage.ts';

/** At most as many at the same time as a policy makes of the answers. @internal */
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

  /** How long calls take is what it learns from. */
  override canReleaseWithoutClock(): boolean {
    return false;
  }

  override earliest(cost: number, now: number): number {
    // Alone, a cost above the limit may pass: nothing else could ever raise the limit to let it.
    return this.taken === 0 || this.taken + cost <= this.#limit ? now : Number.POSITIVE_INFINITY;
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
