import { TimeRing } from '../kinds/time-ring.ts';
import type { AcceptedSample } from './cubic-rate.ts';
import { slownessOf } from './slowness.ts';

/** Window lengths that services use. */
const usualWindowsMs = [1_000, 10_000, 60_000, 900_000, 3_600_000];
const shortestSampleMs = 1_000;
// Clock differences and latency lengthen a window as we see it.
const windowTolerance = 1.5;
// When a probe may start, as shares of the window after the last start: a token bucket has refilled by then,
// a window has not. A later probe could fall into the next window.
const earliestProbeShare = 0.03;
const latestProbeShare = 0.4;
const spareProbeShare = 0.05;
const firstProbeDelayMs = 2_500;
const longestProbeDelayMs = 40_000;
/** A throttled probe confirms the limit and multiplies the delay of the next probe. */
const probeBackoff = 4;
const fewCalls = 10;
const longestGrownMs = 60_000;
// Another client may have used the limit this once.
const greatestDecrease = 0.5;

/** What the service accepted before a 429, and how long it throttles. */
export interface ThrottledSample extends AcceptedSample {
  /** The service's Retry-After; 0 without one. */
  readonly retryAfterMs: number;
  /** Without a Retry-After: how long the service throttled the last time, at least; else 0. */
  readonly throttledForMs: number;
  /** The window of the limit, if the service reports it. */
  readonly windowMs?: number | undefined;
}

export interface WindowEstimate {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * A limit over a window, inferred from 429s. All of it may be used at once, and a unit is available again one
 * window after its response. Sometimes one request probes beyond the limit.
 */
export class InferredWindow {
  limit: number;
  windowMs: number;
  /** Cost accepted in the last window, by the instant of the response. */
  readonly #responses: TimeRing;
  #respondedCost: number;
  #inFlight: number;
  #lastStartAt: number;
  /** Of an accepted request. */
  #lastResponseAt: number;
  #resumedAt: number;
  readonly #slowness: number;
  #probeDelayMs: number;
  #isProbing = false;

  /** The whole limit has just been used. Requests may start again at `from`. */
  constructor({ limit, windowMs }: WindowEstimate, inFlight: number, now: number, from: number) {
    this.#slowness = slownessOf((limit * 1_000) / windowMs, 5);
    this.#probeDelayMs = firstProbeDelayMs * this.#slowness;
    this.limit = limit;
    this.windowMs = windowMs;
    this.#responses = new TimeRing(windowMs / 1_024);
    this.#responses.push(now, limit);
    this.#respondedCost = limit;
    this.#inFlight = inFlight;
    this.#lastStartAt = now;
    this.#lastResponseAt = now;
    this.#resumedAt = from;
  }

  earliest(cost: number, now: number): number {
    this.#expire(now);
    const used = this.#respondedCost + this.#inFlight;
    const over = used + cost - this.limit;
    // A cost above the limit may run alone.
    if (over <= 0 || used === 0) return now;
    const respondedAt = this.#responses.instantOf(Math.min(over, this.#respondedCost)) ?? Infinity;
    const probeAt = over > cost ? Infinity : this.#probeAt();
    return Math.max(now, Math.min(respondedAt + this.windowMs, probeAt));
  }

  start(cost: number, now: number): void {
    this.#expire(now);
    if (this.#respondedCost + this.#inFlight + cost > this.limit) this.#isProbing = true;
    this.#inFlight += cost;
    this.#lastStartAt = now;
  }

  /**
   * `isLate`: the request was in flight when the service throttled another one. Returns whether the service
   * accepts more than the limit.
   */
  end(cost: number, accepted: boolean, isLate: boolean, now: number): boolean {
    this.#inFlight = Math.max(0, this.#inFlight - cost);
    if (!accepted) return false;
    this.#expire(now);
    this.#responses.push(now, cost);
    this.#lastResponseAt = now;
    this.#respondedCost += cost;
    if (this.#respondedCost <= this.limit) return false;
    if (isLate) this.limit = this.#respondedCost;
    return !isLate;
  }

  /** Records a 429. Requests may start again at `from`. */
  recordThrottle(now: number, from: number): void {
    this.#expire(now);
    if (this.#isProbing)
      this.#probeDelayMs = Math.min(longestProbeDelayMs * this.#slowness, this.#probeDelayMs * probeBackoff);
    else {
      const least = Math.ceil(this.limit * greatestDecrease);
      if (this.#isLonger(from - now)) {
        const longerMs = Math.min(this.windowMs * (1 + 1 / this.limit), longestGrownMs);
        this.windowMs = Math.max(this.windowMs, longerMs);
      }
      this.limit = Math.min(this.limit, Math.max(1, least, this.#respondedCost));
      this.#probeDelayMs = firstProbeDelayMs * this.#slowness;
    }
    this.#isProbing = false;
    this.#resumedAt = from;
  }

  /**
   * A small limit cannot shrink by one: that would be much less, or nothing. When the service accepts a
   * request less often than the limit says, its window is longer.
   */
  #isLonger(retryAfterMs: number): boolean {
    const isUsed = this.limit === 1 || (this.limit < fewCalls && this.#respondedCost >= this.limit);
    const apartMs = this.#lastStartAt - this.#lastResponseAt + lowerBoundOf(retryAfterMs);
    return isUsed && apartMs > this.windowMs / this.limit;
  }

  #probeAt(): number {
    const probeShare = Math.min(latestProbeShare, Math.max(earliestProbeShare, 2 / this.limit));
    const fromAt = this.#lastStartAt + this.windowMs * probeShare;
    const probeAt = Math.max(this.#resumedAt + this.#probeDelayMs, fromAt);
    return probeAt <= fromAt + this.windowMs * spareProbeShare ? probeAt : Infinity;
  }

  #expire(now: number): void {
    while (this.#responses.oldest + this.windowMs <= now) this.#respondedCost -= this.#responses.shift();
  }
}

/**
 * The limit inferred from a first 429: over the reported window, or over the shortest usual window that does
 * not end before the service accepts more.
 */
export function windowOf({
  accepted,
  spanMs,
  retryAfterMs,
  throttledForMs,
  windowMs: known,
}: ThrottledSample): WindowEstimate {
  const waitMs = lowerBoundOf(retryAfterMs) + throttledForMs;
  // A long sample and a short wait: many windows have passed, so the rate counts.
  const isLong = spanMs > shortestSampleMs && waitMs < spanMs / 2;
  const leastMs = isLong ? waitMs : spanMs + waitMs;
  const windowMs = known ?? usualWindowsMs.find((usualMs) => leastMs <= usualMs * windowTolerance) ?? leastMs;
  const limit =
    isLong || spanMs > windowMs * windowTolerance ? Math.round((accepted / spanMs) * windowMs) : accepted;
  return { windowMs, limit: Math.max(1, limit) };
}

/** A wait in whole seconds may be up to one second too long. */
function lowerBoundOf(retryAfterMs: number): number {
  return retryAfterMs > 0 && retryAfterMs % 1_000 === 0 ? retryAfterMs - 1_000 : retryAfterMs;
}
