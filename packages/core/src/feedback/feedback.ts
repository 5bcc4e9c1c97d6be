import type { RateObservation, RateReport } from '../constraints/usage.ts';
import type { FeedbackSnapshot } from './feedback-snapshot.ts';
import { InferredRate } from './inferred-rate.ts';
import type { ThrottledSample } from './inferred-window.ts';
import type { ObservedResponse } from './observed-response.ts';
import { longestPauseMs, Pause } from './pause.ts';
import { QuotaBook } from './quota-book.ts';
import { ReportedWindow } from './reported-window.ts';

// Services report a handful of limits; further ones are ignored.
const maxWindows = 8;
// Longer than the latency of any response that could report an ended window.
const rememberMs = 60_000;
// Without reports, the probe limit soon reaches this value. From there it grows with the cube root of the
// responses: the first 429s come together, and this keeps them few. One unit per a hundred responses is the
// slowest growth.
const fastProbeLimit = 4;
const slowestProbeGrowth = 100;
// A rate is inferred from the best of this many throttled samples.
const maxSamples = 3;
/** A reset without a time, or rounded down to 0. */
const unknownResetMs = 1_000;

/**
 * What the service's responses teach about one set of limits. Feedback only tightens: when it expires, only
 * the configured limits apply.
 *
 * @internal
 */
export class Feedback {
  readonly #maxPauseMs: number;
  readonly #canProbe: boolean;
  readonly #pause: Pause;
  readonly #quotas: QuotaBook;
  #windows: readonly ReportedWindow[] = [];
  #rate: InferredRate | undefined;
  /** What the service accepted before each of the last 429s. */
  #samples: readonly ThrottledSample[] = [];
  #inFlight = 0;
  /** While probing: the largest cost in flight without a report. */
  #probeLimit = 1;
  /** Whether releases carry observations. Unknown before the first release. */
  #hasObservations: boolean | undefined;
  /** Whether anything but the configured limits applies. `false` is the fast path. */
  #isActive: boolean;

  constructor(maxPauseMs: number, canProbe: boolean) {
    this.#maxPauseMs = maxPauseMs;
    this.#canProbe = canProbe;
    this.#isActive = canProbe;
    this.#pause = new Pause(maxPauseMs);
    this.#quotas = new QuotaBook(maxPauseMs);
  }

  /** Whether releases carry no observations, and nothing has been learned. */
  get isFeedbackDisabled(): boolean {
    return this.#hasObservations === false && !this.#isActive;
  }

  earliest(cost: number, now: number): number {
    const openAt = this.#quotas.exhaustedUntil(now) ?? now;
    if (!this.#isActive) return openAt;
    this.#expire(now);
    let at = Math.max(openAt, this.#pause.until, this.#rate?.earliest(cost, now) ?? now);
    for (const window of this.#windows) at = Math.max(at, window.earliest(cost, now));
    return this.#pause.isProbing || this.#exceedsProbeLimit(cost) ? Infinity : at;
  }

  soonest(cost: number, now: number): number {
    let at = Math.max(now, this.#pause.until);
    for (const window of this.#windows) at = Math.max(at, window.soonest(cost, now));
    return at;
  }

  start(cost: number, now: number): void {
    this.#inFlight += cost;
    if (this.isFeedbackDisabled) return;
    this.#quotas.start(cost);
    this.#pause.start(cost, now, this.#rate?.gapMs(now));
    if (!this.#isActive) return;
    this.#rate?.start(cost, now);
    for (const window of this.#windows) window.start(cost, now);
  }

  end(cost: number, sequence: number, observation: RateObservation | undefined, now: number): void {
    this.#inFlight -= cost;
    if (observation !== undefined) this.#hasObservations = true;
    else if (this.isFeedbackDisabled) return;
    else this.#hasObservations ??= false;
    const throttled = observation?.throttled === true;
    // A failed or aborted call most likely used its unit, too.
    this.#pause.end(cost, sequence, throttled);
    this.#rate?.end(cost, !throttled, !this.#pause.isNew(sequence), now);
    if (this.#canProbe && !throttled && observation?.failed !== true)
      this.#probeLimit +=
        this.#probeLimit < fastProbeLimit ? cost : cost / Math.min(this.#probeLimit ** 2, slowestProbeGrowth);
    for (const window of this.#windows) window.end(cost, sequence, !throttled, now);
  }

  observe(observation: RateObservation, response: ObservedResponse): void {
    const { limits = [] } = observation;
    const throttled = observation.throttled === true;
    this.#quotas.observe(observation, response);
    for (const report of limits) if (report.kind === 'rate') this.#applyReport(report, response, observation);
    if (throttled || observation.retryAfterMs !== undefined) this.#applyThrottle(observation, response);
    else if (observation.failed !== true) this.#pause.recordSuccess(response.sequence);
  }

  /** The instant at which an exhausted quota is available again, if one is exhausted. */
  exhaustedUntil(now: number): number | undefined {
    return this.#quotas.exhaustedUntil(now);
  }

  snapshot(now: number): FeedbackSnapshot {
    this.#expire(now);
    const perSecond = this.#rate?.perSecond(now);
    return {
      inFlight: this.#inFlight,
      pausedForMs: Math.max(0, this.#pause.until - now),
      learned: this.#windows.filter(({ isLive }) => isLive).map((window) => window.snapshot(now)),
      ...(perSecond === undefined ? {} : { ratePerSecond: perSecond }),
      quotas: this.#quotas.snapshot(now),
    };
  }

  #applyReport(
    report: RateReport,
    response: ObservedResponse,
    { throttled, retryAfterMs }: RateObservation,
  ): void {
    // A 429 without a number means that nothing remains.
    const remaining = throttled && report.remaining === undefined ? 0 : report.remaining;
    if (remaining === undefined || !(remaining >= 0)) return;
    // The service has at least as much available as our own count: no other client uses this limit, and our
    // own constraints are more exact.
    if (!throttled && remaining >= response.availableFor(report)) {
      this.#dropReport(report, response.sequence);
      return;
    }
    // A Retry-After takes precedence over the reset of an exhausted limit.
    const hasRetryAfter = throttled === true && remaining === 0 && retryAfterMs !== undefined;
    const effective = hasRetryAfter ? { ...report, resetAfterMs: retryAfterMs } : report;
    const resetAfterMs = this.#validityMs(effective, remaining);
    if (resetAfterMs === undefined) return;
    const resetAt = response.now + resetAfterMs;
    this.#windowFor(report)?.learn(report, remaining, { ...response, inFlight: this.#inFlight, resetAt });
  }

  /**
   * How long a report holds. A reset within its own window is a fact; anything else is a guess, bounded by
   * `maxPauseMs`.
   */
  #validityMs({ resetAfterMs, windowMs }: RateReport, remaining: number): number | undefined {
    const wholeMs = windowMs ?? (remaining === 0 ? unknownResetMs : undefined);
    // The service rounds a short time down to 0.
    const afterMs = resetAfterMs === 0 ? Math.min(wholeMs ?? 0, unknownResetMs) : (resetAfterMs ?? wholeMs);
    if (afterMs === undefined || !(afterMs >= 0)) return undefined;
    const isFact = windowMs !== undefined && afterMs <= windowMs;
    return Math.min(afterMs, isFact ? longestPauseMs : this.#maxPauseMs);
  }

  #dropReport(report: RateReport, sequence: number): void {
    if (this.#windows.length > 0)
      this.#windows = this.#windows.filter(
        (window) => !window.matches(report) || !window.isOlderThan(sequence),
      );
  }

  #windowFor(report: RateReport): ReportedWindow | undefined {
    const known = this.#windows.find((window) => window.matches(report));
    if (known !== undefined || this.#windows.length >= maxWindows) return known;
    const created = new ReportedWindow(report);
    this.#windows = [...this.#windows, created];
    this.#isActive = true;
    return created;
  }

  #applyThrottle({ retryAfterMs, limits = [] }: RateObservation, response: ObservedResponse): void {
    this.#isActive = true;
    const wasRecent = this.#pause.wasRecent(response.now);
    const accepted = this.#pause.recordThrottle(retryAfterMs, response, this.#rate !== undefined);
    if (accepted === undefined) return;
    const rates = limits.filter(({ kind }) => kind === 'rate');
    const usedUp = rates.find(({ remaining, windowMs = 0 }) => remaining === 0 && windowMs > 0);
    const sample = { ...accepted, windowMs: usedUp?.windowMs };
    for (const window of this.#windows) window.recordThrottle(response.now);
    this.#probeLimit = Math.max(1, this.#probeLimit / 2);
    // No rate is inferred from a single 429 where limits are configured, from a 429 with numbers (its numbers
    // are more exact), or from a 429 after which nothing was accepted (the service still throttles).
    if (sample.accepted > 0)
      this.#samples = wasRecent ? [...this.#samples, sample].slice(-maxSamples) : [sample];
    const hasNumbers = rates.some(({ remaining }) => remaining !== undefined);
    if ((hasNumbers && !wasRecent) || sample.accepted === 0 || !(wasRecent || this.#canProbe)) return;
    const from = Math.max(response.now, this.#pause.until);
    if (this.#rate === undefined)
      this.#rate = new InferredRate(this.#samples, this.#inFlight, response.now, from);
    else this.#rate.recordThrottle(sample, this.#inFlight, response.now, from);
  }

  #exceedsProbeLimit(cost: number): boolean {
    if (!this.#canProbe || this.#inFlight === 0 || this.#inFlight + cost <= this.#probeLimit) return false;
    return !this.#windows.some(({ isLive }) => isLive);
  }

  /** Drops expired feedback. */
  #expire(now: number): void {
    for (const window of this.#windows) {
      if (!window.isLive || now < window.resetAt) continue;
      this.#probeLimit = 1;
      // While probing, an ended window stays live: it admits one request at a time until the next report.
      window.isLive = this.#canProbe && now < window.staleAt;
    }
    if (this.#windows.some(({ resetAt }) => now - resetAt > rememberMs))
      this.#windows = this.#windows.filter(({ resetAt }) => now - resetAt <= rememberMs);
    if (this.#rate?.isForgotten(now)) this.#rate = undefined;
    this.#isActive =
      this.#canProbe || this.#windows.length > 0 || this.#rate !== undefined || !this.#pause.isForgotten(now);
  }
}
