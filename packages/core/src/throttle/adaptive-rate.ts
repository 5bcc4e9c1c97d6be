import type { AcceptedSample } from './pause.ts';

// The numbers of CUBIC as AWS clients use it for request rates.
const decrease = 0.7;
const growth = 0.4;
const slowestPerSecond = 0.5;
// Timers are coarse: who is this close to its instant may start.
const toleranceMs = 10;
const shortestSampleMs = 1_000;
const forgetAfterMs = 60_000;

/**
 * The rate a service seems to bear, found out by its refusals: below the rate that was refused at once, then back towards it along a
 * cubic curve, slowly near it and faster beyond.
 *
 * Source: RFC 9438, with the constants of the AWS SDK reference guide's adaptive retry mode.
 *
 * @internal
 */
export class AdaptiveRate {
  #refusedPerSecond = Number.POSITIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #plateauSeconds = 0;
  #nextAt = Number.NEGATIVE_INFINITY;

  isForgotten(now: number): boolean {
    return now - this.#refusedAt > forgetAfterMs;
  }

  /** Starts a second at `now`. */
  perSecond(now: number): number {
    if (this.#refusedPerSecond === Number.POSITIVE_INFINITY) return this.#refusedPerSecond;
    const seconds = Math.max(0, now - this.#refusedAt) / 1_000 - this.#plateauSeconds;
    return Math.max(slowestPerSecond, growth * seconds ** 3 + this.#refusedPerSecond);
  }

  /** The service refused after it had accepted the sample; the new rate holds from `from`. */
  refused({ accepted, overMs }: AcceptedSample, now: number, from: number): void {
    const current = this.perSecond(now);
    // A short sample says little about the rate: services count in windows of a second and more.
    const measured = (accepted * 1_000) / Math.max(shortestSampleMs, overMs);
    const isShort = overMs < shortestSampleMs && current !== Number.POSITIVE_INFINITY;
    this.#refusedPerSecond = Math.max(slowestPerSecond, isShort ? current : Math.min(measured, current));
    this.#refusedAt = from;
    this.#plateauSeconds = Math.cbrt((this.#refusedPerSecond * (1 - decrease)) / growth);
    this.#nextAt = Math.max(this.#nextAt, from);
  }

  earliest(now: number): number {
    return Math.max(now, this.#nextAt - toleranceMs);
  }

  start(cost: number, now: number): void {
    this.#nextAt = Math.max(this.#nextAt, now) + (cost * 1_000) / this.perSecond(now);
  }
}
