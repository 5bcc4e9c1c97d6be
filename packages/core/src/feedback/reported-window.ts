import type { RateReport } from '../constraints/usage.ts';
import { ExpiredUsage } from './expired-usage.ts';
import type { AnswerMoment } from './observed-answer.ts';

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
export class ReportedWindow {
  resetAt = 0;
  /** From then on what the report left is no longer believed. */
  staleAt = 0;
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
  #inFlight = 0;
  /** The least that answers told of since the last report that was taken, while something was under way. */
  #lowest = Number.POSITIVE_INFINITY;
  /** Its length: what the service says, else the longest time to a reset that it told. */
  #windowMs = 0;
  readonly #own: ExpiredUsage;

  constructor(report: RateReport) {
    this.#report = report;
    this.#own = new ExpiredUsage(report.windowMs ?? report.resetAfterMs ?? 0);
  }

  /** Do both speak of the same limit? */
  isOf(report: RateReport): boolean {
    return isSameLimit(this.#report, report);
  }

  /** Takes a report, unless it is older than the one it would replace and not tighter. */
  learn(report: RateReport, told: number, moment: AnswerMoment): void {
    const { now, askedAt, sequence, latestSequence, inFlight, resetAt } = moment;
    // Answers that came since the last report was taken may have been counted later than this one, and are under way no more.
    this.#lowest = Math.min(this.#lowest, told);
    const remaining = this.#lowest;
    const isTighter = this.isLive && now < this.resetAt && remaining < this.#remaining;
    if (!this.isOlderThan(sequence) && !isTighter) return;
    // Not known, everything beyond our own is taken for others'.
    const { limit = Number.NaN } = report;
    this.#windowMs = report.windowMs ?? Math.max(this.#windowMs, report.resetAfterMs ?? 0);
    if (this.#sequence === -1)
      this.#own.answered(Math.max(0, Math.min(limit - remaining, latestSequence - inFlight)) || 0, now);
    this.#own.report(limit - remaining, limit, this.#windowMs, inFlight, askedAt, now);
    this.isLive = true;
    this.#report = report;
    this.#remaining = remaining;
    this.#lowest = Number.POSITIVE_INFINITY;
    this.#inFlight = inFlight;
    this.#uncounted = inFlight;
    this.#spent = 0;
    this.#sequence = latestSequence;
    this.resetAt = resetAt;
    this.staleAt = Math.max(resetAt, now + this.#windowMs);
    this.#spread = isLow(report, remaining) && this.#own.othersTake;
    if (this.#lastStartAt === 0) this.#lastStartAt = now;
  }

  /** Did the request of that place start after everything this window tells of? */
  isOlderThan(sequence: number): boolean {
    return sequence > this.#sequence;
  }

  start(cost: number, now: number): void {
    if (this.#inFlight === 0) this.#lowest = Number.POSITIVE_INFINITY;
    this.#inFlight += cost;
    this.#spent += cost;
    this.#lastStartAt = now;
  }

  end(cost: number, sequence: number, accepted: boolean, now: number): void {
    this.#inFlight -= cost;
    if (accepted) this.#own.answered(cost, now);
    if (!this.isOlderThan(sequence) && now < this.resetAt)
      this.#uncounted = Math.max(0, this.#uncounted - cost);
  }

  /** The service refused a call. */
  refused(now: number): void {
    this.#own.refused(now);
  }

  earliest(cost: number, now: number): number {
    if (!this.isLive) return now;
    const left = this.#left;
    if (cost > left) {
      // From the reset on one call may ask what there is, when nothing else is under way; one in a place that we take for free asks as well.
      const askAt = now >= this.resetAt && this.#inFlight > 0 ? Number.POSITIVE_INFINITY : this.resetAt;
      const freeAt = left < 0 ? Number.POSITIVE_INFINITY : this.#own.freeAt(cost - left, now);
      return Math.max(now, Math.min(askAt, freeAt));
    }
    if (!this.#spread) return now;
    return Math.max(now, this.#lastStartAt + ((this.resetAt - this.#lastStartAt) * cost) / (left + cost));
  }

  /** A lower bound of the start, whatever the answers still to come count. */
  soonest(cost: number, now: number): number {
    if (!this.isLive || cost <= this.#remaining - this.#spent) return now;
    return Math.min(this.resetAt, this.#own.freeAt(1, now));
  }

  snapshot(now: number): RateReport {
    return {
      ...this.#report,
      remaining: Math.max(0, this.#left),
      resetAfterMs: Math.max(0, this.resetAt - now),
    };
  }

  get #left(): number {
    return this.#remaining - this.#uncounted - this.#spent;
  }
}

/** Services have several limits, and tell them apart by name, by window, or not at all. @internal */
export function isSameLimit(left: RateReport, right: RateReport): boolean {
  return left.windowMs === right.windowMs && left.name === right.name && left.partition === right.partition;
}

function isLow({ limit }: RateReport, remaining: number): boolean {
  return limit === undefined ? remaining <= lowRemaining : remaining <= limit * lowShare;
}
