// The numbers of CUBIC as AWS clients use it for request rates.
const decrease = 0.7;
const growth = 0.4;
const slowestPerSecond = 0.5;
const shortestSampleMs = 1_000;

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
 * Source: RFC 9438, with the constants of the AWS SDK reference guide's adaptive retry mode.
 *
 * @internal
 */
export class CubicRate {
  readonly #untilRefused: number;
  #refusedPerSecond: number | undefined;
  #refusedAt = 0;
  #plateauSeconds = 0;

  /** The rate before the first refusal. */
  constructor(perSecond = Number.POSITIVE_INFINITY) {
    this.#untilRefused = perSecond;
  }

  /** Starts a second at `now`. */
  perSecond(now: number): number {
    if (this.#refusedPerSecond === undefined) return this.#untilRefused;
    const seconds = Math.max(0, now - this.#refusedAt) / 1_000 - this.#plateauSeconds;
    return Math.max(slowestPerSecond, growth * seconds ** 3 + this.#refusedPerSecond);
  }

  /** The service refused after it had accepted the sample; the new rate holds from `from`. */
  refused({ accepted, overMs }: BorneSample, now: number, from: number): void {
    const current = this.perSecond(now);
    // A short sample says little about the rate: services count in windows of a second and more.
    const measured = (accepted * 1_000) / Math.max(shortestSampleMs, overMs);
    const isShort = overMs < shortestSampleMs && current !== Number.POSITIVE_INFINITY;
    this.#refusedPerSecond = Math.max(slowestPerSecond, isShort ? current : Math.min(measured, current));
    this.#refusedAt = from;
    this.#plateauSeconds = Math.cbrt((this.#refusedPerSecond * (1 - decrease)) / growth);
  }
}
