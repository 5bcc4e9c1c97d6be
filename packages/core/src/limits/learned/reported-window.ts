import type { RateObservation, RateReport } from '../../rates.ts';
import { LearnedLimit } from '../limit.ts';
import type { ExpiredUsage } from './expired-usage.ts';
import type { ResponseMoment } from './observed-response.ts';
import { longestPauseMs } from './pause.ts';

// Below this share of the limit (or this number, when the limit is unknown) the remaining units are spread
// until the reset.
const lowShare = 0.1;
const lowRemaining = 5;

/**
 * One window of the service, as its responses report it. Responses overtake each other, so a report may be
 * outdated: it may or may not count the requests in flight. Until they have a response, they are treated as
 * not counted. After that, a higher number shows that they were counted, and a lower number is the better
 * report.
 */
export class ReportedWindow extends LearnedLimit {
  resetAt = 0;
  /** From this instant the reported units no longer hold. */
  staleAt = 0;
  /**
   * Whether a report holds. An ended window is kept to recognise reports that are older than its last one.
   */
  isLive = false;
  #report: RateReport;
  #remaining = 0;
  /** Of the last report. */
  #moment: ResponseMoment | undefined;
  /** Cost in flight at the report, and still without a response. */
  #uncounted = 0;
  /** Cost started since the report. */
  #spent = 0;
  #sequence = -1;
  #isPaced = false;
  #lastStartAt = 0;
  #inFlight = 0;
  /** The lowest remaining number since the last applied report, while a request was in flight. */
  #lowest = Infinity;
  /** The window's length: as reported, else the longest reported time to a reset. */
  #windowMs = 0;
  /** Without it, nothing is known before the reset. */
  #expiredUsage: ExpiredUsage | undefined;

  constructor(report: RateReport) {
    super();
    this.#report = report;
  }

  /** Whether `report` describes this window's limit. */
  matches(report: RateReport): boolean {
    return isSameLimit(this.#report, report);
  }

  /** Applies a report, unless it is older than the current one and not tighter. */
  learn(report: RateReport, reported: number, moment: ResponseMoment): void {
    const { now, sequence, latestSequence, inFlight, resetAt } = moment;
    // Earlier responses since the last applied report may have been counted later than this one.
    this.#lowest = Math.min(this.#lowest, reported);
    const remaining = this.#lowest;
    const isTighter = this.isLive && now < this.resetAt && remaining < this.#remaining;
    if (!this.isOlderThan(sequence) && !isTighter) return;
    this.#windowMs = report.windowMs ?? Math.max(this.#windowMs, report.resetAfterMs ?? 0);
    this.isLive = true;
    this.#report = report;
    this.#remaining = remaining;
    this.#moment = moment;
    this.#reportUsage();
    this.#lowest = Infinity;
    this.#inFlight = inFlight;
    this.#uncounted = inFlight;
    this.#spent = 0;
    this.#sequence = latestSequence;
    this.resetAt = resetAt;
    this.staleAt = Math.max(resetAt, now + this.#windowMs);
    if (this.#lastStartAt === 0) this.#lastStartAt = now;
  }

  /** Tracks our usage from the last report on, which counts only ours as far as we know. */
  track(openUsage: (windowMs: number) => ExpiredUsage): void {
    if (this.#expiredUsage !== undefined || this.#moment === undefined) return;
    const { latestSequence, inFlight, now } = this.#moment;
    const counted = (this.#report.limit ?? 0) - this.#remaining;
    this.#expiredUsage = openUsage(this.#windowMs);
    this.#expiredUsage.recordResponse(Math.max(0, Math.min(counted, latestSequence - inFlight)), now);
    this.#reportUsage();
  }

  /** Whether the request of this sequence started after the current report. */
  isOlderThan(sequence: number): boolean {
    return sequence > this.#sequence;
  }

  override take(cost: number, now: number): void {
    if (this.#inFlight === 0) this.#lowest = Infinity;
    this.#inFlight += cost;
    this.#spent += cost;
    this.#lastStartAt = now;
  }

  override release(
    cost: number,
    _startedAt: number,
    now: number,
    observation: RateObservation | undefined,
    sequence: number,
  ): void {
    this.#inFlight -= cost;
    if (observation?.throttled !== true) this.#expiredUsage?.recordResponse(cost, now);
    if (!this.isOlderThan(sequence) && now < this.resetAt)
      this.#uncounted = Math.max(0, this.#uncounted - cost);
  }

  recordThrottle(now: number): void {
    this.#expiredUsage?.recordThrottle(now);
  }

  override earliest(cost: number, now: number): number {
    if (!this.isLive) return now;
    const available = this.#available;
    if (cost > available) {
      // From the reset on, one request may probe while no other is in flight. A request in a unit that we
      // believe free probes, too.
      const probeAt = now >= this.resetAt && this.#inFlight > 0 ? Infinity : this.resetAt;
      const freeAt = available < 0 ? Infinity : this.#freeAt(cost - available, now);
      return Math.max(now, Math.min(probeAt, freeAt));
    }
    if (!this.#isPaced) return now;
    return Math.max(
      now,
      this.#lastStartAt + ((this.resetAt - this.#lastStartAt) * cost) / (available + cost),
    );
  }

  /** A lower bound of the start, whatever later responses report. */
  override soonest(cost: number, now: number): number {
    if (!this.isLive || cost <= this.#remaining - this.#spent) return now;
    return Math.min(this.resetAt, this.#freeAt(1, now));
  }

  snapshot(now: number): RateReport {
    return {
      ...this.#report,
      remaining: Math.max(0, this.#available),
      resetAfterMs: Math.max(0, this.resetAt - now),
    };
  }

  #reportUsage(): void {
    if (this.#moment === undefined) return;
    const { startedAt, inFlight, now } = this.#moment;
    // With an unknown limit (`NaN`), the limit counts as shared with other clients.
    const { limit = Number.NaN } = this.#report;
    this.#expiredUsage?.report(limit - this.#remaining, limit, this.#windowMs, inFlight, startedAt, now);
    this.#isPaced = isLow(this.#report, this.#remaining) && this.#expiredUsage?.isShared !== false;
  }

  #freeAt(cost: number, now: number): number {
    return this.#expiredUsage?.freeAt(cost, now) ?? Infinity;
  }

  get #available(): number {
    return this.#remaining - this.#uncounted - this.#spent;
  }
}

/** Whether both reports describe one limit. Services identify limits by name, by window, or not at all. */
export function isSameLimit(left: RateReport, right: RateReport): boolean {
  return left.windowMs === right.windowMs && left.name === right.name && left.partition === right.partition;
}

function isLow({ limit }: RateReport, remaining: number): boolean {
  return limit === undefined ? remaining <= lowRemaining : remaining <= limit * lowShare;
}

/** A reset without a time, or rounded down to 0. */
const unknownResetMs = 1_000;

/**
 * How long a report holds. A reset within its own window is a fact; anything else is a guess, bounded by
 * `maxPauseMs`.
 */
export function validityMs(
  { resetAfterMs, windowMs }: RateReport,
  remaining: number,
  maxPauseMs: number,
): number | undefined {
  const wholeMs = windowMs ?? (remaining === 0 ? unknownResetMs : undefined);
  // The service rounds a short time down to 0.
  const afterMs = resetAfterMs === 0 ? Math.min(wholeMs ?? 0, unknownResetMs) : (resetAfterMs ?? wholeMs);
  if (afterMs === undefined || !(afterMs >= 0)) return undefined;
  const isFact = windowMs !== undefined && afterMs <= windowMs;
  return Math.min(afterMs, isFact ? longestPauseMs : maxPauseMs);
}
