import type { RateObservation, RateReport } from './limiter.ts';

/** What the service's answers teach about one gate. @internal */
export class Feedback {
  inFlight = 0;
  readonly #maxPauseMs: number;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(maxPauseMs: number) {
    this.#maxPauseMs = maxPauseMs;
  }

  earliest(_cost: number, now: number): number {
    return Math.max(now, this.#pausedUntil);
  }

  soonest(now: number): number {
    return Math.max(now, this.#pausedUntil);
  }

  start(cost: number, _now: number): void {
    this.inFlight += cost;
  }

  end(cost: number, _sequence: number): void {
    this.inFlight -= cost;
  }

  observe(observation: RateObservation, _sequence: number, _latest: number, now: number): void {
    const { retryAfterMs, throttled } = observation;
    if (retryAfterMs !== undefined) this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfterMs);
    else if (throttled)
      this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(1_000, this.#maxPauseMs));
  }

  snapshot(now: number): {
    inFlight: number;
    pausedForMs: number;
    learned: readonly RateReport[];
    quotas: readonly RateReport[];
  } {
    return {
      inFlight: this.inFlight,
      pausedForMs: Math.max(0, this.#pausedUntil - now),
      learned: [],
      quotas: [],
    };
  }
}
