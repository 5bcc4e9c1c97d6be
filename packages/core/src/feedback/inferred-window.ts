import { TimeRing } from '../constraints/time-ring.ts';
import type { BorneSample } from './cubic-rate.ts';
import { slownessOf } from './slowness.ts';

/** Windows that services count in. */
const usualWindowsMs = [1_000, 10_000, 60_000, 900_000, 3_600_000];
const shortestSampleMs = 1_000;
// The clocks of both ends and the way there lengthen what is seen of a window.
const blur = 1.5;
// So much later than the last start one may try to get more than the limit: a bucket has refilled by then, a window has not; and not so
// late that another window may have begun.
const earliestPart = 0.03;
const latestPart = 0.4;
const sparePart = 0.05;
const firstTryMs = 2_500;
const latestTryMs = 40_000;
/** A try that was refused says again what is known: the next one comes that much later. */
const confirmed = 4;
const fewCalls = 10;
const longestGrownMs = 60_000;
// Others may have been quicker this once.
const greatestDecrease = 0.5;

/** A sample, and how long the service then wanted to be left alone; 0 when it did not say. @internal */
export interface RefusedSample extends BorneSample {
  readonly toldMs: number;
  /** Where it does not say: so long it went on refusing the last time, at least; else 0. */
  readonly closedMs: number;
  /** The window of the limit, where the service tells it. */
  readonly windowMs?: number | undefined;
}

/** @internal */
export interface FoundWindow {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * A limit over a window, as refusals show it: all of it may be used at once, and a place is free again one window after its answer. Now and
 * then one call more than that tries.
 *
 * @internal
 */
export class InferredWindow {
  limit: number;
  windowMs: number;
  /** Accepted in the last window, by the time of the answer. */
  readonly #answered: TimeRing;
  #answeredCost: number;
  #inFlight: number;
  #lastStartAt: number;
  /** Of one that was accepted. */
  #lastAnswerAt: number;
  #since: number;
  readonly #slowness: number;
  #tryMs: number;
  #isTrying = false;

  /** All of it has just been used; calls may go on at `from`. */
  constructor({ limit, windowMs }: FoundWindow, inFlight: number, now: number, from: number) {
    this.#slowness = slownessOf((limit * 1_000) / windowMs, 5);
    this.#tryMs = firstTryMs * this.#slowness;
    this.limit = limit;
    this.windowMs = windowMs;
    this.#answered = new TimeRing(windowMs / 1_024);
    this.#answered.push(now, limit);
    this.#answeredCost = limit;
    this.#inFlight = inFlight;
    this.#lastStartAt = now;
    this.#lastAnswerAt = now;
    this.#since = from;
  }

  earliest(cost: number, now: number): number {
    this.#expire(now);
    const used = this.#answeredCost + this.#inFlight;
    const over = used + cost - this.limit;
    // Alone, a cost above the limit may pass.
    if (over <= 0 || used === 0) return now;
    const answeredAt =
      this.#answered.instantOf(Math.min(over, this.#answeredCost)) ?? Number.POSITIVE_INFINITY;
    const tryAt = over > cost ? Number.POSITIVE_INFINITY : this.#tryAt();
    return Math.max(now, Math.min(answeredAt + this.windowMs, tryAt));
  }

  start(cost: number, now: number): void {
    this.#expire(now);
    if (this.#answeredCost + this.#inFlight + cost > this.limit) this.#isTrying = true;
    this.#inFlight += cost;
    this.#lastStartAt = now;
  }

  /** `isLate`: it was under way when the service refused another one. Returns whether the service bears more than this. */
  end(cost: number, accepted: boolean, isLate: boolean, now: number): boolean {
    this.#inFlight = Math.max(0, this.#inFlight - cost);
    if (!accepted) return false;
    this.#expire(now);
    this.#answered.push(now, cost);
    this.#lastAnswerAt = now;
    this.#answeredCost += cost;
    if (this.#answeredCost <= this.limit) return false;
    if (isLate) this.limit = this.#answeredCost;
    return !isLate;
  }

  /** The service refused; calls may go on at `from`. */
  refused(now: number, from: number): void {
    this.#expire(now);
    if (this.#isTrying) this.#tryMs = Math.min(latestTryMs * this.#slowness, this.#tryMs * confirmed);
    else {
      const least = Math.ceil(this.limit * greatestDecrease);
      if (this.#isLonger(from - now)) {
        const longerMs = Math.min(this.windowMs * (1 + 1 / this.limit), longestGrownMs);
        this.windowMs = Math.max(this.windowMs, longerMs);
      }
      this.limit = Math.min(this.limit, Math.max(1, least, this.#answeredCost));
      this.#tryMs = firstTryMs * this.#slowness;
    }
    this.#isTrying = false;
    this.#since = from;
  }

  /** Of few calls one less would be much less, or none: when the service takes one more seldom than this, it is a longer window. */
  #isLonger(toldMs: number): boolean {
    const isUsed = this.limit === 1 || (this.limit < fewCalls && this.#answeredCost >= this.limit);
    const apartMs = this.#lastStartAt - this.#lastAnswerAt + leastOf(toldMs);
    return isUsed && apartMs > this.windowMs / this.limit;
  }

  #tryAt(): number {
    const part = Math.min(latestPart, Math.max(earliestPart, 2 / this.limit));
    const fromAt = this.#lastStartAt + this.windowMs * part;
    const tryAt = Math.max(this.#since + this.#tryMs, fromAt);
    return tryAt <= fromAt + this.windowMs * sparePart ? tryAt : Number.POSITIVE_INFINITY;
  }

  #expire(now: number): void {
    while (this.#answered.oldest + this.windowMs <= now) this.#answeredCost -= this.#answered.shift();
  }
}

/** The limit that a first refusal points to: over the window that the service tells, or the shortest usual one that does not end before the service takes more. @internal */
export function windowOf({
  accepted,
  overMs,
  toldMs,
  closedMs,
  windowMs: known,
}: RefusedSample): FoundWindow {
  const told = leastOf(toldMs) + closedMs;
  // Long under way and soon to go on: many windows have passed, and what counts is the rate.
  const isLong = overMs > shortestSampleMs && told < overMs / 2;
  const leastMs = isLong ? told : overMs + told;
  const windowMs = known ?? usualWindowsMs.find((usualMs) => leastMs <= usualMs * blur) ?? leastMs;
  const limit = isLong || overMs > windowMs * blur ? Math.round((accepted / overMs) * windowMs) : accepted;
  return { windowMs, limit: Math.max(1, limit) };
}

/** A wait in whole seconds may be up to one too long. */
function leastOf(toldMs: number): number {
  return toldMs > 0 && toldMs % 1_000 === 0 ? toldMs - 1_000 : toldMs;
}
