import type { RateObservation, RateReport } from '../constraints/usage.ts';
import { realWork } from '../time/real-work.ts';
import type { FeedbackSnapshot } from './feedback-snapshot.ts';
import type { Inference } from './inference.ts';
import type { ObservedResponse } from './observed-response.ts';
import { Pause } from './pause.ts';
import { QuotaBook } from './quota-book.ts';
import { ReportedWindow, validityMs } from './reported-window.ts';

// Services report a handful of limits; further ones are ignored.
const maxWindows = 8;
// Longer than the latency of any response that could report an ended window.
const rememberMs = 60_000;

export interface FeedbackOptions {
  readonly maxPauseMs: number;
  /** Without configured limits: how much may be in flight at first; more is inferred. Otherwise 0. */
  readonly probes: number;
  /** Called when waiters may start earlier than {@link Feedback.earliest} returned. */
  readonly onLoosened: () => void;
}

/**
 * What the service's responses teach about one set of limits: pauses, reported windows, quotas. A 429 loads
 * the {@link Inference} of limits that no response reports; until it has loaded, the pause alone applies.
 * Feedback only tightens: when it expires, only the configured limits apply.
 */
export class Feedback {
  readonly #options: FeedbackOptions;
  readonly #pause: Pause;
  readonly #quotas: QuotaBook;
  #windows: readonly ReportedWindow[] = [];
  #inference: Inference | undefined;
  #loading: Promise<void> | undefined;
  #inFlight = 0;
  /** Whether releases carry observations. Unknown before the first release. */
  #hasObservations: boolean | undefined;
  /** Whether anything but the configured limits applies. `false` is the fast path. */
  #isActive: boolean;

  constructor(options: FeedbackOptions) {
    this.#options = options;
    this.#isActive = options.probes > 0;
    this.#pause = new Pause(options.maxPauseMs, options.probes > 0);
    this.#quotas = new QuotaBook(options.maxPauseMs);
  }

  /** Whether releases carry no observations, and nothing has been learned. */
  get isFeedbackDisabled(): boolean {
    return this.#hasObservations === false && !this.#isActive;
  }

  earliest(cost: number, now: number): number {
    const openAt = this.#quotas.exhaustedUntil(now) ?? now;
    if (!this.#isActive) return openAt;
    this.#expire(now);
    let at = Math.max(openAt, this.#pause.until, this.#inference?.rate?.earliest(cost, now) ?? now);
    for (const window of this.#windows) at = Math.max(at, window.earliest(cost, now));
    return this.#pause.isProbing ? Infinity : Math.max(at, this.#probeAt(cost, now));
  }

  soonest(cost: number, now: number): number {
    let at = Math.max(now, this.#pause.until);
    for (const window of this.#windows) at = Math.max(at, window.soonest(cost, now));
    return at;
  }

  start(cost: number, now: number): void {
    this.#inFlight += cost;
    // Small, so that V8 inlines it.
    if (!this.isFeedbackDisabled) this.#recordStart(cost, now);
  }

  #recordStart(cost: number, now: number): void {
    const { lastStartAt } = this.#pause;
    this.#quotas.start(cost);
    this.#pause.start(cost, now, this.#inference?.rate?.gapMs(now));
    if (!this.#isActive) return;
    if (this.#options.probes > 0) this.#loading ??= this.#load();
    this.#inference?.start(cost, this.#inFlight, now, lastStartAt);
    for (const window of this.#windows) window.start(cost, now);
  }

  end(cost: number, sequence: number, observation: RateObservation | undefined, now: number): void {
    this.#inFlight -= cost;
    if (observation !== undefined || !this.isFeedbackDisabled)
      this.#recordEnd(cost, sequence, observation, now);
  }

  #recordEnd(cost: number, sequence: number, observation: RateObservation | undefined, now: number): void {
    if (observation !== undefined) this.#hasObservations = true;
    this.#hasObservations ??= false;
    const throttled = observation?.throttled === true;
    // A failed or aborted call most likely used its unit, too.
    this.#pause.end(cost, sequence, throttled);
    const isLate = !this.#pause.isNew(sequence);
    this.#inference?.end(cost, !throttled, observation?.failed === true, isLate, now);
    for (const window of this.#windows) window.end(cost, sequence, !throttled, now);
  }

  observe(observation: RateObservation, response: ObservedResponse): void {
    if (observation.unavailable) {
      this.#isActive = true;
      this.#pause.recordOutage(observation.retryAfterMs, response);
      return;
    }
    const { limits = [] } = observation;
    const throttled = observation.throttled === true;
    this.#quotas.observe(observation, response);
    for (const report of limits) if (report.kind === 'rate') this.#applyReport(report, response, observation);
    if (throttled || observation.retryAfterMs !== undefined) this.#applyThrottle(observation, response);
    else if (observation.failed !== true) this.#pause.recordSuccess(response.sequence);
  }

  clearPauses(): void {
    this.#pause.clear();
    this.#quotas.clear();
    this.#windows = [];
  }

  /** When an exhausted quota is available again. */
  exhaustedUntil(now: number): number | undefined {
    return this.#quotas.exhaustedUntil(now);
  }

  snapshot(now: number): FeedbackSnapshot {
    this.#expire(now);
    const perSecond = this.#inference?.rate?.perSecond(now);
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
    const resetAfterMs = validityMs(effective, remaining, this.#options.maxPauseMs);
    if (resetAfterMs === undefined) return;
    const resetAt = response.now + resetAfterMs;
    this.#loading ??= this.#load();
    const moment = { ...response, inFlight: this.#inFlight, resetAt };
    this.#windowFor(report)?.learn(report, remaining, moment);
    this.#trackUsage();
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
    const { now } = response;
    this.#isActive = true;
    const isRepeated = this.#pause.wasRecent(now);
    const accepted = this.#pause.recordThrottle(retryAfterMs, response, this.#inference?.rate !== undefined);
    if (accepted === undefined) return;
    for (const window of this.#windows) window.recordThrottle(now);
    const rates = limits.filter(({ kind }) => kind === 'rate');
    const isReported = rates.some(({ remaining }) => remaining !== undefined);
    const usedUp = rates.find(({ remaining, windowMs = 0 }) => remaining === 0 && windowMs > 0);
    const sample = { ...accepted, windowMs: usedUp?.windowMs };
    const from = Math.max(now, this.#pause.until);
    const throttle = { sample, isRepeated, isReported, inFlight: this.#inFlight, now, from };
    if (this.#inference !== undefined) {
      this.#inference.recordThrottle(throttle);
      return;
    }
    this.#loading ??= this.#load();
    void this.#loading.then(() => this.#inference?.recordThrottle(throttle));
  }

  /** A load that failed is tried again by the next call. */
  async #load(): Promise<void> {
    const { probes, onLoosened } = this.#options;
    try {
      const { Inference } = await realWork.run(() => import('./inference.ts'));
      this.#inference = new Inference(probes, this.#pause.accepted);
      this.#trackUsage();
      onLoosened();
    } catch {
      this.#loading = undefined;
    }
  }

  #trackUsage(): void {
    const { openUsage } = this.#inference ?? {};
    if (openUsage !== undefined) for (const window of this.#windows) window.track(openUsage);
  }

  /** The earliest start of a request that probes for an unknown limit. */
  #probeAt(cost: number, now: number): number {
    const inFlight = this.#inFlight;
    const { probes } = this.#options;
    if (probes === 0 || inFlight === 0 || this.#windows.some(({ isLive }) => isLive)) return now;
    const probeAt = this.#inference?.probeAt(cost, inFlight, this.#pause.lastStartAt);
    return probeAt ?? (inFlight + cost <= probes ? now : Infinity);
  }

  /** Drops expired feedback. */
  #expire(now: number): void {
    for (const window of this.#windows) {
      if (!window.isLive || now < window.resetAt) continue;
      if (this.#inference !== undefined) this.#inference.probeLimit = 1;
      // While probing, an ended window stays live: it admits one request at a time until the next report.
      window.isLive = this.#options.probes > 0 && now < window.staleAt;
    }
    if (this.#windows.some(({ resetAt }) => now - resetAt > rememberMs))
      this.#windows = this.#windows.filter(({ resetAt }) => now - resetAt <= rememberMs);
    this.#inference?.expire(now);
    this.#isActive =
      this.#options.probes > 0 ||
      this.#windows.length > 0 ||
      this.#inference?.rate !== undefined ||
      !this.#pause.isForgotten(now);
  }
}
