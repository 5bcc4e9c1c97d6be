import { TimeRing } from '../constraints/time-ring.ts';

// What others have of a limit, up to this share of it, is taken for an error of ours.
const errorShare = 0.1;
// After a refusal others are believed to take from the limit: for one window, and so many times longer each time.
const distrustGrowth = 4;

/**
 * What the service frees of a limit between two of its reports. It often tells its reset late: in whole seconds, or of a window that slides.
 * But a place of ours is free again one window after its answer at the latest; and when far younger ones were let go of, this is a bucket,
 * which frees `limit` evenly over a window. Both hold only while nobody else takes from the limit.
 *
 * @internal
 */
export class ExpiredUsage {
  #limit = 0;
  #windowMs: number;
  #reportedAt = 0;
  /** In flight at the report: nobody knows whether it was counted. */
  #inFlight = 0;
  /** What the service let through, by the time of the answer. */
  readonly #answered: TimeRing;
  #answeredCost = 0;
  /** What ran out in the last window, by the time it did: a report that was made before may still count it. */
  readonly #ranOut: TimeRing;
  /** So much at the old end frees no place any more: the service has let go of it before its report. */
  #gone = 0;
  /** Is this a bucket? `false` once a refusal spoke against it. */
  #drips: boolean | undefined;
  /** What others have of it, as far as the reports tell. */
  #others = Number.POSITIVE_INFINITY;
  #isDistrusted = false;
  #distrustUntil = Number.NEGATIVE_INFINITY;
  #distrustMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#distrustMs = windowMs;
    this.#answered = new TimeRing(windowMs / 1_024);
    this.#ranOut = new TimeRing(windowMs / 1_024);
  }

  /** Do others take more than a little of this limit? */
  get othersTake(): boolean {
    return this.#isDistrusted || !(this.#others <= this.#limit * errorShare);
  }

  answered(cost: number, now: number): void {
    this.#expire(now);
    this.#answered.push(now, cost);
    this.#answeredCost += cost;
  }

  /**
   * The service counts `counted` of the limit, ours and others', at an instant between `askedAt` and `now`; `inFlight` of ours may be among
   * it.
   */
  report(
    counted: number,
    limit: number,
    windowMs: number,
    inFlight: number,
    askedAt: number,
    now: number,
  ): void {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#reportedAt = now;
    this.#inFlight = inFlight;
    this.#expire(now);
    const letGo = this.#answeredCost - counted;
    // A new window lets go of everything, a sliding one of the oldest.
    if (letGo > 0 && counted > limit / 2 && this.#isYoung(letGo, now)) this.#drips ??= true;
    // Beyond our own it counts others', or what ran out while the report was on its way, or both: then what was known of the others stands.
    const beyond = counted - this.#answeredCost - inFlight;
    const known = Number.isNaN(this.#others) ? Number.POSITIVE_INFINITY : this.#others;
    this.#others = Math.min(beyond, Math.max(beyond - this.#ranOut.amountSince(askedAt), known));
    this.#gone = Math.max(0, this.#others) - beyond;
    this.#isDistrusted = now < this.#distrustUntil;
  }

  refused(now: number): void {
    this.#isDistrusted = true;
    this.#drips = false;
    if (now < this.#distrustUntil) return;
    this.#distrustUntil = now + this.#distrustMs;
    this.#distrustMs *= distrustGrowth;
  }

  /** When places for `cost` are free that were not at the report; `Infinity` when nobody can tell. */
  freeAt(cost: number, now: number): number {
    this.#expire(now);
    if (this.othersTake) return Number.POSITIVE_INFINITY;
    if (this.#drips === true)
      return this.#reportedAt + ((this.#inFlight + cost) * this.#windowMs) / this.#limit;
    const missing = this.#gone + cost;
    return missing <= 0
      ? now
      : (this.#answered.instantOf(missing) ?? Number.POSITIVE_INFINITY) + this.#windowMs;
  }

  #isYoung(cost: number, now: number): boolean {
    return (this.#answered.instantOf(cost) ?? 0) > now - this.#windowMs / 2;
  }

  #expire(now: number): void {
    while (this.#answered.oldest + this.#windowMs <= now) {
      const ranOutAt = this.#answered.oldest + this.#windowMs;
      const cost = this.#answered.shift();
      this.#answeredCost -= cost;
      this.#gone -= cost;
      this.#ranOut.push(ranOutAt, cost);
    }
    while (this.#ranOut.oldest + this.#windowMs <= now) this.#ranOut.shift();
  }
}
