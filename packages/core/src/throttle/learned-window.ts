import type { RateReport } from './limiter.ts';

/** When an answer came, and what else was under way then. @internal */
export interface AnswerMoment {
  readonly now: number;
  /** Order of the answered request's start. */
  readonly sequence: number;
  /** Order of the latest start of all. */
  readonly latestSequence: number;
  /** Cost of the requests that have no answer yet. */
  readonly inFlight: number;
  /** Cost that we have started since this window began, as far as we can tell. */
  readonly ownCost: number;
  /** Until when the report may be believed. */
  readonly resetAt: number;
}

// Below this share of the limit (or this number, when the limit is not told) the rest is spread over the time that is left.
const lowShare = 0.1;
const lowRemaining = 5;

/**
 * One window of the service's, as its answers report it. Answers overtake each other, so a report is not the truth of now: requests
 * that had no answer when it came may or may not be counted in it. Until they are answered they are taken as not counted; once they are,
 * a higher number shows that they were counted, and a lower one is the better report.
 *
 * @internal
 */
export class LearnedWindow {
  resetAt = 0;
  /** Has it begun, and not run out? One that ran out still knows which reports are older than its last. */
  isLive = false;
  #report: RateReport;
  #remaining = 0;
  /** In flight when the report came, and not answered since. */
  #uncounted = 0;
  /** Started since the report came. */
  #spent = 0;
  #sequence = -1;
  #spread = false;
  #lastStartAt = 0;

  constructor(report: RateReport) {
    this.#report = report;
  }

  /** Do both speak of the same limit? */
  isOf(report: RateReport): boolean {
    return isSameLimit(this.#report, report);
  }

  /** Takes a report, unless it is older than the one it would replace and not tighter. */
  learn(report: RateReport, remaining: number, moment: AnswerMoment): void {
    if (!this.isOlderThan(moment.sequence) && !(this.isLive && remaining < this.#remaining)) return;
    this.isLive = true;
    this.#report = report;
    this.#remaining = remaining;
    this.#uncounted = moment.inFlight;
    this.#spent = 0;
    this.#sequence = moment.latestSequence;
    this.resetAt = moment.resetAt;
    this.#spread = isLow(report, remaining) && othersTake(report, remaining, moment.ownCost);
    if (this.#lastStartAt === 0) this.#lastStartAt = moment.now;
  }

  /** Did the request of that place start after everything this window tells of? */
  isOlderThan(sequence: number): boolean {
    return sequence > this.#sequence;
  }

  start(cost: number, now: number): void {
    this.#spent += cost;
    this.#lastStartAt = now;
  }

  end(cost: number, sequence: number): void {
    if (sequence <= this.#sequence) this.#uncounted = Math.max(0, this.#uncounted - cost);
  }

  earliest(cost: number, now: number): number {
    if (!this.isLive || now >= this.resetAt) return now;
    const left = this.#remaining - this.#uncounted - this.#spent;
    if (cost > left) return this.resetAt;
    if (!this.#spread) return now;
    return Math.max(now, this.#lastStartAt + (this.resetAt - this.#lastStartAt) / (left + 1));
  }

  /** A lower bound of the start, whatever the answers still to come count. */
  soonest(cost: number, now: number): number {
    return this.isLive && now < this.resetAt && cost > this.#remaining - this.#spent ? this.resetAt : now;
  }

  snapshot(now: number): RateReport {
    const remaining = Math.max(0, this.#remaining - this.#uncounted - this.#spent);
    return { ...this.#report, remaining, resetAfterMs: Math.max(0, this.resetAt - now) };
  }
}

/** Services have several limits, and tell them apart by name, by window, or not at all. @internal */
export function isSameLimit(left: RateReport, right: RateReport): boolean {
  return left.windowMs === right.windowMs && left.name === right.name && left.partition === right.partition;
}

function isLow({ limit }: RateReport, remaining: number): boolean {
  return limit === undefined ? remaining <= lowRemaining : remaining <= limit * lowShare;
}

/** Alone on a limit, our own constraints pace better than spreading would; it is for what others leave us. */
function othersTake({ limit }: RateReport, remaining: number, ownCost: number): boolean {
  return limit === undefined || limit - remaining - ownCost > limit * lowShare;
}
