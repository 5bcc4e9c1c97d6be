import { TimeRing } from '../kinds/time-ring.ts';

// Up to this share of a limit, usage of other clients is treated as an error of our count.
const errorShare = 0.1;
// After a 429 we assume that other clients use the limit: for one window, and this many times longer each
// time.
const distrustGrowth = 4;

/**
 * Our usage of a reported limit, to know what the service frees between two reports. A reported reset is
 * often late: in whole seconds, or of a sliding window. But a unit of ours is free again one window after its
 * response at the latest. When the service frees far younger units, the limit is a token bucket, which frees
 * `limit` evenly over a window. Both hold only while no other client uses the limit.
 */
export class ExpiredUsage {
  #limit = 0;
  #windowMs: number;
  #reportedAt = 0;
  /** In flight at the report: the report may or may not count it. */
  #inFlight = 0;
  /** Accepted cost, by the instant of the response. */
  readonly #responses: TimeRing;
  #respondedCost = 0;
  /** Cost that expired in the last window, by the instant of expiry: an earlier report may still count it. */
  readonly #expired: TimeRing;
  /** The oldest cost that the service freed before its report. Its expiry frees nothing more. */
  #alreadyFreed = 0;
  /** `undefined` until the reports show it; `false` after a 429 contradicts it. */
  #looksLikeTokenBucket: boolean | undefined;
  /** Usage of other clients, as the reports show it. */
  #othersUsage = Infinity;
  #isDistrusted = false;
  #distrustUntil = -Infinity;
  #distrustMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#distrustMs = windowMs;
    this.#responses = new TimeRing(windowMs / 1_024);
    this.#expired = new TimeRing(windowMs / 1_024);
  }

  /** Whether other clients use more than a little of this limit. */
  get isShared(): boolean {
    return this.#isDistrusted || !(this.#othersUsage <= this.#limit * errorShare);
  }

  recordResponse(cost: number, now: number): void {
    this.#expire(now);
    this.#responses.push(now, cost);
    this.#respondedCost += cost;
  }

  /**
   * Records that the service counts `counted` of the limit, ours and of other clients, at an instant between
   * `startedAt` and `now`. The count may include our `inFlight`.
   */
  report(
    counted: number,
    limit: number,
    windowMs: number,
    inFlight: number,
    startedAt: number,
    now: number,
  ): void {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#reportedAt = now;
    this.#inFlight = inFlight;
    this.#expire(now);
    const freed = this.#respondedCost - counted;
    // A new window frees everything, a sliding window frees the oldest units.
    if (freed > 0 && counted > limit / 2 && this.#isRecent(freed, now)) this.#looksLikeTokenBucket ??= true;
    // A count beyond our own includes usage of other clients, or units that expired while the report was on
    // its way, or both. In that case the known usage of other clients stands.
    const beyond = counted - this.#respondedCost - inFlight;
    const known = Number.isNaN(this.#othersUsage) ? Infinity : this.#othersUsage;
    this.#othersUsage = Math.min(beyond, Math.max(beyond - this.#expired.amountSince(startedAt), known));
    this.#alreadyFreed = Math.max(0, this.#othersUsage) - beyond;
    this.#isDistrusted = now < this.#distrustUntil;
  }

  recordThrottle(now: number): void {
    this.#isDistrusted = true;
    this.#looksLikeTokenBucket = false;
    if (now < this.#distrustUntil) return;
    this.#distrustUntil = now + this.#distrustMs;
    this.#distrustMs *= distrustGrowth;
  }

  /** When `cost` units beyond the reported ones are free; `Infinity` when unknown. */
  freeAt(cost: number, now: number): number {
    this.#expire(now);
    if (this.isShared) return Infinity;
    if (this.#looksLikeTokenBucket === true)
      return this.#reportedAt + ((this.#inFlight + cost) * this.#windowMs) / this.#limit;
    const missing = this.#alreadyFreed + cost;
    return missing <= 0 ? now : (this.#responses.instantOf(missing) ?? Infinity) + this.#windowMs;
  }

  #isRecent(cost: number, now: number): boolean {
    return (this.#responses.instantOf(cost) ?? 0) > now - this.#windowMs / 2;
  }

  #expire(now: number): void {
    while (this.#responses.oldest + this.#windowMs <= now) {
      const expiredAt = this.#responses.oldest + this.#windowMs;
      const cost = this.#responses.shift();
      this.#respondedCost -= cost;
      this.#alreadyFreed -= cost;
      this.#expired.push(expiredAt, cost);
    }
    while (this.#expired.oldest + this.#windowMs <= now) this.#expired.shift();
  }
}
