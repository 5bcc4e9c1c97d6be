import { CubicRate } from './cubic-rate.ts';
import { InferredWindow, type ThrottledSample, type WindowEstimate, windowOf } from './inferred-window.ts';
import { slownessOf } from './slowness.ts';

// Timers are coarse: a start this early is allowed.
const toleranceMs = 10;
const forgetAfterMs = 60_000;
/** A 429 within this factor of a dropped window's limit shows that the window was right. */
const windowTolerance = 1.25;
/**
 * The share of a window that a 429 must block to look like one; a token bucket has the next token almost at
 * once.
 */
const minRestShare = 0.25;

/**
 * The limit of a service that publishes none, inferred from its 429s. At first it is modelled as a limit over
 * a window, all of which may be used at once. Sometimes one request probes beyond it. If the service accepts
 * the probe, there is no window or a larger one: from then on requests start evenly, at a rate
 * that grows along a cubic curve.
 */
export class InferredRate {
  #window: InferredWindow | undefined;
  #known: WindowEstimate;
  /** The rate without a window. */
  #curve = new CubicRate();
  #throttledAt: number;
  #nextAt = 0;

  /** `samples`, at least one: what was accepted before the last 429s. Requests may start again at `from`. */
  constructor(samples: readonly ThrottledSample[], inFlight: number, now: number, from: number) {
    const rates = samples.map(windowOf);
    this.#known = rates.reduce((best, one) => (ratePerSecond(one) > ratePerSecond(best) ? one : best));
    this.#window = new InferredWindow(this.#known, inFlight, now, from);
    this.#throttledAt = from;
  }

  isForgotten(now: number): boolean {
    const longMs = Math.max(
      forgetAfterMs * slownessOf(ratePerSecond(this.#known), 10),
      2 * this.#known.windowMs,
    );
    return now - this.#throttledAt > longMs;
  }

  /** Starts per second at `now`. */
  perSecond(now: number): number {
    if (this.#window !== undefined) return ratePerSecond(this.#window);
    return this.#curve.perSecond(now);
  }

  /** The longest time between two starts of a client that uses the whole rate. */
  gapMs(now: number): number {
    return this.#window?.windowMs ?? 2_000 / this.perSecond(now);
  }

  /** Records another 429. Requests may start again at `from`. `inFlight` is the cost without a response. */
  recordThrottle(sample: ThrottledSample, inFlight: number, now: number, from: number): void {
    this.#throttledAt = from;
    const detected = this.#detectWindow(sample);
    if (detected !== undefined) {
      this.#known = detected;
      this.#window = new InferredWindow(detected, inFlight, now, from);
      return;
    }
    if (this.#window !== undefined) {
      this.#window.recordThrottle(now, from);
      return;
    }
    if (this.perSecond(now) <= ratePerSecond(this.#known) * windowTolerance) {
      this.#window = new InferredWindow(this.#known, inFlight, now, from);
      return;
    }
    const current = this.#curve.perSecond(now);
    this.#curve = new CubicRate(1_000 * slownessOf(current, 15), current, now);
    this.#curve.recordThrottle(sample, now, from);
    this.#nextAt = Math.max(this.#nextAt, from);
  }

  earliest(cost: number, now: number): number {
    return this.#window?.earliest(cost, now) ?? Math.max(now, this.#nextAt - toleranceMs);
  }

  start(cost: number, now: number): void {
    if (this.#window !== undefined) this.#window.start(cost, now);
    else this.#nextAt = Math.max(this.#nextAt, now) + (cost * 1_000) / this.perSecond(now);
  }

  /** `isLate`: the request was in flight when the service throttled another one. */
  end(cost: number, accepted: boolean, isLate: boolean, now: number): void {
    if (this.#window?.end(cost, accepted, isLate, now) !== true) return;
    this.#known = { limit: this.#window.limit, windowMs: this.#window.windowMs };
    this.#window = undefined;
    const perSecond = ratePerSecond(this.#known);
    this.#curve = new CubicRate(probedPeriodMs(perSecond), perSecond, now);
    this.#nextAt = now;
  }

  /**
   * A longer window, detected by how long the service throttled; or the dropped window, detected by how long
   * it will throttle.
   */
  #detectWindow(sample: ThrottledSample): WindowEstimate | undefined {
    const { accepted, spanMs, retryAfterMs, throttledForMs } = sample;
    const { limit, windowMs } = this.#window ?? this.#known;
    const detected = windowOf(sample);
    if (throttledForMs > 0 && detected.windowMs > windowMs) return detected;
    const isLongBlock =
      retryAfterMs + throttledForMs > windowMs * minRestShare && detected.windowMs === windowMs;
    const isDroppedWindow = this.#window === undefined && isLongBlock && spanMs < windowMs;
    return isDroppedWindow && accepted <= limit * windowTolerance ? detected : undefined;
  }
}

function ratePerSecond({ limit, windowMs }: WindowEstimate): number {
  return (limit * 1_000) / windowMs;
}

/** The period with which a curve doubles any rate in about 2.6 s; few calls take longer. */
function probedPeriodMs(perSecond: number): number {
  return Math.max(1_620 / perSecond ** 0.25, 5_000 / perSecond);
}
