// The CUBIC constants that AWS clients use for request rates.
const decrease = 0.7;
const growth = 0.4;
const minPerPeriod = 0.5;

/** What the service accepted before it throttled. @internal */
export interface AcceptedSample {
  /** Cost of the accepted requests. */
  readonly accepted: number;
  /** From the first start to the 429. */
  readonly spanMs: number;
}

/**
 * A rate inferred from 429s. It drops below the throttled rate at once, then grows back along a cubic curve:
 * slowly near the throttled rate, faster beyond it.
 *
 * At low rates the period is longer than a second: growth takes as many calls, not as much time, so as few
 * calls are throttled.
 *
 * Source: RFC 9438, with the constants of the AWS SDK reference guide's adaptive retry mode.
 *
 * @internal
 */
export class CubicRate {
  readonly #initialPerSecond: number;
  readonly #periodMs: number;
  /** The throttled rate, per period. */
  #throttledPerPeriod: number | undefined;
  #throttledAt = 0;
  /** Periods until the curve is back at the throttled rate. */
  #plateau = 0;

  /** `perSecond` is the rate before the first 429; `slowness` multiplies the period of one second. */
  constructor(perSecond = Infinity, slowness = 1) {
    this.#initialPerSecond = perSecond;
    this.#periodMs = slowness * 1_000;
  }

  /** Starts per second at `now`. */
  perSecond(now: number): number {
    if (this.#throttledPerPeriod === undefined) return this.#initialPerSecond;
    const periods = Math.max(0, now - this.#throttledAt) / this.#periodMs - this.#plateau;
    return (
      (Math.max(minPerPeriod, growth * periods ** 3 + this.#throttledPerPeriod) * 1_000) / this.#periodMs
    );
  }

  /** Records a 429 after the accepted sample. The new rate holds from the instant `from`. */
  recordThrottle({ accepted, spanMs }: AcceptedSample, now: number, from: number): void {
    const current = (this.perSecond(now) * this.#periodMs) / 1_000;
    // A short sample shows little about the rate: services count in windows of a second and more.
    const measured = (accepted * this.#periodMs) / Math.max(this.#periodMs, spanMs);
    const isShort = spanMs < this.#periodMs && current !== Infinity;
    this.#throttledPerPeriod = Math.max(minPerPeriod, isShort ? current : Math.min(measured, current));
    this.#throttledAt = from;
    this.#plateau = Math.cbrt((this.#throttledPerPeriod * (1 - decrease)) / growth);
  }
}
