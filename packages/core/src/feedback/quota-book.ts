import type { RateObservation, RateReport } from '../constraints/usage.ts';
import type { ObservedAnswer } from './observed-answer.ts';
import { isSameLimit } from './reported-window.ts';

// Services have a handful of quotas; what comes beyond that is not believed.
const mostQuotas = 8;
/** Nobody sleeps that long: a refusal until later is a quota, whatever the service calls it. */
export const longestSleepMs = 3_600_000;
// No mistake of the service may stop us for longer than a day: then one may ask again.
const longestStopMs = 86_400_000;
// A year's quota and a little; what is later is no date that anybody means.
const longestToldMs = 367 * 86_400_000;

interface Entry {
  readonly report: RateReport;
  readonly at: number;
  /** The latest start when it was reported. */
  readonly sequence: number;
  /** Cost started since. */
  spent: number;
}

/**
 * What the service tells of its quotas (a day's, a month's, a plan's). They are counted down and shown, never paced and never slept through.
 * Only when the service refuses a call because of one does it keep others from starting, and those are refused, not kept waiting.
 *
 * @internal
 */
export class QuotaBook {
  readonly #unknownResetMs: number;
  #entries: Entry[] = [];
  #exhaustedUntil = Number.NEGATIVE_INFINITY;
  #closedUntil = Number.NEGATIVE_INFINITY;

  constructor(unknownResetMs: number) {
    this.#unknownResetMs = unknownResetMs;
  }

  start(cost: number): void {
    for (const entry of this.#entries) entry.spent += cost;
  }

  observe({ limits = [], throttled, retryAfterMs }: RateObservation, answer: ObservedAnswer): void {
    let resetMs = retryAfterMs !== undefined && retryAfterMs > longestSleepMs ? retryAfterMs : undefined;
    for (const report of limits) {
      if (report.kind !== 'quota') continue;
      this.#learn(report, answer);
      // What the service asks for with a Retry-After is its word; the rest is told by the reset.
      if (report.remaining === 0 && retryAfterMs === undefined) {
        const knownMs = report.resetGuessed ? undefined : report.resetAfterMs;
        resetMs = Math.max(resetMs ?? 0, knownMs ?? this.#unknownResetMs);
      }
    }
    if (!throttled || resetMs === undefined || !(resetMs > 0)) return;
    this.#exhaustedUntil = Math.max(this.#exhaustedUntil, answer.now + Math.min(resetMs, longestToldMs));
    this.#closedUntil = Math.min(this.#exhaustedUntil, answer.now + longestStopMs);
  }

  /** When the quota frees, as long as nobody is to ask because of it. */
  exhaustedUntil(now: number): number | undefined {
    return now < this.#closedUntil ? this.#exhaustedUntil : undefined;
  }

  /** As they were last reported, less what was started since; those whose reset has passed are unknown again. */
  snapshot(now: number): RateReport[] {
    this.#entries = this.#entries.filter(
      ({ at, report: { resetAfterMs = Number.POSITIVE_INFINITY } }) => at + resetAfterMs > now || at === now,
    );
    return this.#entries.map(({ report, at, spent }) => ({
      ...report,
      ...(report.remaining === undefined ? {} : { remaining: Math.max(0, report.remaining - spent) }),
      ...(report.resetAfterMs === undefined ? {} : { resetAfterMs: at + report.resetAfterMs - now }),
    }));
  }

  #learn(report: RateReport, { now, sequence, latestSequence }: ObservedAnswer): void {
    const index = this.#entries.findIndex((entry) => isSameLimit(entry.report, report));
    if (index === -1 && this.#entries.length >= mostQuotas) return;
    const known = this.#entries[index];
    // Answers overtake each other: an older one is only believed when it tells of less.
    if (
      known !== undefined &&
      sequence <= known.sequence &&
      (report.remaining ?? 0) >= (known.report.remaining ?? 0)
    )
      return;
    const entry = { report, at: now, sequence: latestSequence, spent: 0 };
    this.#entries.splice(index === -1 ? this.#entries.length : index, 1, entry);
  }
}
