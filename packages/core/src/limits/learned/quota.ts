import type { RateObservation, RateReport } from '../../rates.ts';
import { LearnedLimit } from '../limit.ts';
import type { ObservedResponse } from './observed-response.ts';
import { longestPauseMs } from './pause.ts';
import { isSameLimit } from './reported-window.ts';

// Services have a handful of quotas; further ones are ignored.
const maxQuotas = 8;
/**
 * A 429 with a longer wait is treated as an exhausted quota, whatever the service calls it: no call waits
 * that long.
 */
export const longestWaitMs = 3_600_000;
// A year's quota and a margin; a later reset is implausible.
const longestResetMs = 367 * 86_400_000;

interface Entry {
  readonly report: RateReport;
  readonly at: number;
  /** The latest start at the report. */
  readonly sequence: number;
  /** Cost started since the report. */
  spent: number;
}

/**
 * The service's quotas (of a day, a month, a plan) as it reports them. They are counted down and shown; no
 * call waits for one. After the service refuses a call because of a quota, further calls are rejected until
 * its reset.
 */
export class Quota extends LearnedLimit {
  readonly #unknownResetMs: number;
  #entries: Entry[] = [];
  #exhaustedUntil = -Infinity;
  #blockedUntil = -Infinity;

  constructor(unknownResetMs: number) {
    super();
    this.#unknownResetMs = unknownResetMs;
  }

  clear(): void {
    this.#blockedUntil = -Infinity;
  }

  override earliest(_cost: number, now: number): number {
    return this.exhaustedUntil(now) ?? now;
  }

  override take(cost: number): void {
    for (const entry of this.#entries) entry.spent += cost;
  }

  observe({ limits = [], throttled, retryAfterMs }: RateObservation, response: ObservedResponse): void {
    let resetMs = retryAfterMs !== undefined && retryAfterMs > longestWaitMs ? retryAfterMs : undefined;
    for (const report of limits) {
      if (report.kind !== 'quota') continue;
      this.#applyReport(report, response);
      // A Retry-After takes precedence over the reset.
      if (report.remaining === 0 && retryAfterMs === undefined) {
        const knownMs = report.resetGuessed ? undefined : report.resetAfterMs;
        resetMs = Math.max(resetMs ?? 0, knownMs ?? this.#unknownResetMs);
      }
    }
    if (!throttled || resetMs === undefined || !(resetMs > 0)) return;
    this.#exhaustedUntil = Math.max(this.#exhaustedUntil, response.now + Math.min(resetMs, longestResetMs));
    this.#blockedUntil = Math.min(this.#exhaustedUntil, response.now + longestPauseMs);
  }

  /** When the exhausted quota resets, while calls are rejected because of it. */
  exhaustedUntil(now: number): number | undefined {
    return now < this.#blockedUntil ? this.#exhaustedUntil : undefined;
  }

  /** The last reports, less the cost started since. Quotas after their reset are unknown and omitted. */
  snapshot(now: number): RateReport[] {
    this.#entries = this.#entries.filter(
      ({ at, report: { resetAfterMs = Infinity } }) => at + resetAfterMs > now || at === now,
    );
    return this.#entries.map(({ report, at, spent }) => ({
      ...report,
      ...(report.remaining === undefined ? {} : { remaining: Math.max(0, report.remaining - spent) }),
      ...(report.resetAfterMs === undefined ? {} : { resetAfterMs: at + report.resetAfterMs - now }),
    }));
  }

  #applyReport(report: RateReport, { now, sequence, latestSequence }: ObservedResponse): void {
    const index = this.#entries.findIndex((entry) => isSameLimit(entry.report, report));
    if (index === -1 && this.#entries.length >= maxQuotas) return;
    const known = this.#entries[index];
    // Responses overtake each other: an older report applies only when less remains.
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
