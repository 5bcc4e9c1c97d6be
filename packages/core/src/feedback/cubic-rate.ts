// The numbers of CUBIC as AWS clients use it for request rates.
const decrease = 0.7;
const growth = 0.4;
const slowest = 0.5;

/** How much the service bore before it refused. @internal */
export interface BorneSample {
  readonly accepted: number;
  /** From the first start to the refusal. */
  readonly overMs: number;
}

/**
 * A rate that was found out by refusals: below the one that was refused at once, then back towards it along a cubic curve, slowly near it and
 * faster beyond.
 *
 * Where calls are few it takes as many calls, not as long, so that as few of them are refused: its second is then a longer period.
 *
 * Source: RFC 9438, with the constants of the AWS SDK reference guide's adaptive retry mode.
 *
 * @internal
 */
export class CubicRate {
  readonly #untilRefused: number;
  readonly #periodMs: number;
  /** The rate that was refused, in a period. */
  #refusedPerPeriod: number | undefined;
  #refusedAt = 0;
  /** Periods. */
  #plateau = 0;

  /** The rate before the first refusal, and how much slower than usual everything is. */
  constructor(perSecond = Number.POSITIVE_INFINITY, slowness = 1) {
    this.#untilRefused = perSecond;
    this.#periodMs = slowness * 1_000;
  }

  /** Starts a second at `now`. */
  perSecond(now: number): number {
    if (this.#refusedPerPeriod === undefined) return this.#untilRefused;
    const periods = Math.max(0, now - this.#refusedAt) / this.#periodMs - this.#plateau;
    return (Math.max(slowest, growth * periods ** 3 + this.#refusedPerPeriod) * 1_000) / this.#periodMs;
  }

  /** The service refused after it had accepted the sample; the new rate holds from `from`. */
  refused({ accepted, overMs }: BorneSample, now: number, from: number): void {
    const current = (this.perSecond(now) * this.#periodMs) / 1_000;
    // A short sample says little about the rate: services count in windows of a second and more.
    const measured = (accepted * this.#periodMs) / Math.max(this.#periodMs, overMs);
    const isShort = overMs < this.#periodMs && current !== Number.POSITIVE_INFINITY;
    this.#refusedPerPeriod = Math.max(slowest, isShort ? current : Math.min(measured, current));
    this.#refusedAt = from;
    this.#plateau = Math.cbrt((this.#refusedPerPeriod * (1 - decrease)) / growth);
  }
}
