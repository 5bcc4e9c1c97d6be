// The CUBIC constants that AWS clients use for request rates.
const decrease = 0.7;
const growth = 0.4;
const minPerPeriod = 0.5;

/** What the service accepted before it throttled. */
export interface AcceptedSample {
  /** Cost of the accepted requests. */
  readonly accepted: number;
  /** From the first start to the 429. */
  readonly spanMs: number;
}

/**
 * A rate that grows along a cubic curve: slowly near its level, faster beyond it. A 429 makes the throttled
 * rate the level, and starts below it.
 *
 * At low rates the period is longer than a second: growth takes as many calls, not as much time, so as few
 * calls are throttled.
 *
 * Source: RFC 9438, with the constants of the AWS SDK reference guide's adaptive retry mode.
 */
export class CubicRate {
  readonly #periodMs: number;
  #levelPerPeriod: number;
  /** When the curve is at its level. */
  #levelAt: number;

  /** `perSecond` is the rate at `now`. */
  constructor(periodMs = 1_000, perSecond = Infinity, now = 0) {
    this.#periodMs = periodMs;
    this.#levelPerPeriod = (perSecond * periodMs) / 1_000;
    this.#levelAt = now;
  }

  /** Starts per second at `now`. */
  perSecond(now: number): number {
    const periods = (now - this.#levelAt) / this.#periodMs;
    return (Math.max(minPerPeriod, growth * periods ** 3 + this.#levelPerPeriod) * 1_000) / this.#periodMs;
  }

  /** Records a 429 after the accepted sample. The new rate holds from the instant `from`. */
  recordThrottle({ accepted, spanMs }: AcceptedSample, now: number, from: number): void {
    const current = (this.perSecond(now) * this.#periodMs) / 1_000;
    // A short sample shows little about the rate: services count in windows of a second and more.
    const measured = (accepted * this.#periodMs) / Math.max(this.#periodMs, spanMs);
    const isShort = spanMs < this.#periodMs && current !== Infinity;
    this.#levelPerPeriod = Math.max(minPerPeriod, isShort ? current : Math.min(measured, current));
    const periods = Math.cbrt((this.#levelPerPeriod * (1 - decrease)) / growth);
    this.#levelAt = from + periods * this.#periodMs;
  }
}
