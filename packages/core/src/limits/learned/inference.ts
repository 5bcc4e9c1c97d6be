import type { RateObservation } from '../../rates.ts';
import { LearnedLimit } from '../limit.ts';
import { ExpiredUsage } from './expired-usage.ts';
import { InferredRate } from './inferred-rate.ts';
import type { ThrottledSample } from './inferred-window.ts';
import type { Pause } from './pause.ts';

// Without reports, the probe limit soon reaches this value, or so many times the first value of several
// probes: it doubles with each round of responses. From there it grows with the cube root of the responses:
// the first 429s come together, and this keeps them few. One unit per a hundred responses is the slowest
// growth.
const fastProbeLimit = 4;
const fastProbeRounds = 16;
const slowestProbeGrowth = 100;
const slowMs = 2_000;
// A rate is inferred from the best of this many throttled samples.
const maxSamples = 3;

/** The limits for which it infers more. */
interface Observed {
  readonly inFlight: number;
  readonly pause: Pause;
}

/** A 429, and what was known when it arrived. */
export interface Throttle {
  readonly sample: ThrottledSample;
  /** Whether the 429 before it was recent. */
  readonly isRepeated: boolean;
  /** Whether the response reported the limit. */
  readonly isReported: boolean;
  readonly inFlight: number;
  readonly now: number;
  /** Requests may start again at this instant. */
  readonly from: number;
}

/**
 * What a limiter infers about a limit that no response reports: a rate, from 429s; and, without configured
 * limits, how many requests may be in flight. Loaded when it is first needed.
 */
export class Inference extends LearnedLimit {
  readonly #observed: Observed;
  readonly #canProbe: boolean;
  readonly #fastLimit: number;
  /** The rate inferred from 429s, while they are recent. */
  rate: InferredRate | undefined;
  /** What the service accepted before each of the last 429s. */
  #samples: readonly ThrottledSample[] = [];
  /** While probing: the largest cost in flight without a report. */
  probeLimit: number;

  /** `probes`: may be in flight at first; 0 with configured limits. */
  constructor(probes: number, observed: Observed) {
    super();
    this.#observed = observed;
    this.#canProbe = probes > 0;
    this.probeLimit = probes;
    this.#fastLimit = probes > 1 ? probes * fastProbeRounds : fastProbeLimit;
    if (probes > 0) for (let unit = 0; unit < observed.pause.accepted; unit += 1) this.#raiseProbeLimit(1);
  }

  /** Our usage of a reported limit over a window. */
  openUsage(windowMs: number): ExpiredUsage {
    return new ExpiredUsage(windowMs);
  }

  /**
   * The earliest start while probing. A service throttles at once, but its other responses may be slow: after
   * two seconds without a start, the probe limit doubles.
   */
  probeAt(cost: number, inFlight: number, lastStartAt: number): number {
    return lastStartAt + (inFlight + cost <= this.probeLimit ? 0 : slowMs);
  }

  override earliest(cost: number, now: number): number {
    return this.rate?.earliest(cost, now) ?? now;
  }

  /** Before the pause notes the start. */
  override take(cost: number, now: number): void {
    const { inFlight, pause } = this.#observed;
    this.rate?.start(cost, now);
    if (inFlight > this.probeLimit && now - pause.lastStartAt >= slowMs) this.probeLimit *= 2;
  }

  override release(
    cost: number,
    _startedAt: number,
    now: number,
    observation: RateObservation | undefined,
    sequence: number,
  ): void {
    const accepted = observation?.throttled !== true;
    // In flight when the service throttled another request.
    const isLate = !this.#observed.pause.isNew(sequence);
    this.rate?.end(cost, accepted, isLate, now);
    if (accepted && observation?.failed !== true) this.#raiseProbeLimit(cost);
  }

  recordThrottle({ sample, isRepeated, isReported, inFlight, now, from }: Throttle): void {
    this.probeLimit = Math.max(1, this.probeLimit / 2);
    // No rate is inferred from a single 429 where limits are configured, from a 429 with numbers (its numbers
    // are more exact), or from a 429 after which nothing was accepted (the service still throttles).
    if (sample.accepted === 0) return;
    this.#samples = isRepeated ? [...this.#samples, sample].slice(-maxSamples) : [sample];
    if (!isRepeated && (isReported || !this.#canProbe)) return;
    if (this.rate === undefined) this.rate = new InferredRate(this.#samples, inFlight, now, from);
    else this.rate.recordThrottle(sample, inFlight, now, from);
  }

  /** Drops an expired rate. */
  expire(now: number): void {
    if (this.rate?.isForgotten(now)) this.rate = undefined;
  }

  #raiseProbeLimit(cost: number): void {
    const limit = this.probeLimit;
    this.probeLimit += limit < this.#fastLimit ? cost : cost / Math.min(limit ** 2, slowestProbeGrowth);
  }
}
