import type { RateObservation, RateReport } from '../rates.ts';
import { realWork } from '../time/real-work.ts';
import type { ConstraintState } from './kinds/constraint-state.ts';
import type { Inference } from './learned/inference.ts';
import type { ObservedResponse } from './learned/observed-response.ts';
import { Pause } from './learned/pause.ts';
import { Probe } from './learned/probe.ts';
import { longestWaitMs, Quota } from './learned/quota.ts';
import { ReportedWindow, validityMs } from './learned/reported-window.ts';
import type { Limit } from './limit.ts';
import type { LimitSetSnapshot } from './snapshot.ts';

// Services report a handful of limits; further ones are ignored.
const maxWindows = 8;
// Longer than the latency of any response that could report an ended window.
const rememberMs = 60_000;

export interface LearningOptions {
  readonly maxPauseMs: number;
  /** Without configured limits: how much may be in flight at first; more is inferred. Otherwise 0. */
  readonly probes: number;
  /** Called when waiters may start earlier than a limit returned. */
  readonly onLoosened: () => void;
}

/**
 * Limits that are acquired together: the limits of every call, or those that a group adds. What responses
 * teach joins the list as it appears, and leaves it when it has expired: then only the others apply. A 429
 * loads the {@link Inference} of limits that no response reports; until it has loaded, the pause applies.
 */
export class LimitSet {
  readonly constraints: readonly ConstraintState[];
  /**
   * All that may delay a call now. A start is taken from the end on: the inference reads the last start
   * before the pause notes the next one.
   */
  limits: readonly Limit[] = [];
  readonly capacity: number;
  /** Cost of all starts so far. */
  started = 0;
  inFlight = 0;
  /** Nothing has been learned, and permits are released without observations. */
  isFeedbackDisabled = false;
  /** Whether releases carry observations. Unknown before the first release. */
  hasObservations: boolean | undefined;
  readonly pause: Pause;
  windows: readonly ReportedWindow[] = [];
  inference: Inference | undefined;
  readonly #options: LearningOptions;
  readonly #further: readonly Limit[];
  readonly #probe: Probe | undefined;
  #quota: Quota | undefined;
  #loading: Promise<void> | undefined;

  constructor(
    constraints: readonly ConstraintState[],
    options: LearningOptions,
    further: readonly (Limit & { readonly capacity: number })[] = [],
  ) {
    const { maxPauseMs, probes } = options;
    this.constraints = constraints;
    this.capacity = Math.min(...[...constraints, ...further].map(({ capacity }) => capacity));
    this.#options = options;
    this.#further = further;
    this.pause = new Pause(maxPauseMs, probes > 0);
    if (probes > 0) this.#probe = new Probe(probes, this);
    this.#list();
  }

  /** Lists the limits that apply. */
  #list(): void {
    const { hasObservations, inference, pause, windows } = this;
    this.isFeedbackDisabled = hasObservations === false && !pause.isActive;
    const learned = [...windows, pause, inference, this.#probe, this.#quota];
    const applied = this.isFeedbackDisabled ? [] : learned.filter((limit) => limit !== undefined);
    this.limits = [...this.constraints, ...applied, ...this.#further];
  }

  expectObservations(hasObservations: boolean): void {
    this.hasObservations = hasObservations;
    this.#list();
  }

  /** Learns from a response. What is learned only tightens. */
  observe(observation: RateObservation, response: ObservedResponse): void {
    const { pause } = this;
    if (observation.unavailable) {
      this.#activate();
      pause.recordOutage(observation.retryAfterMs, response);
      return;
    }
    const { limits = [], retryAfterMs, throttled } = observation;
    const isQuota = (retryAfterMs ?? 0) > longestWaitMs || limits.some(({ kind }) => kind === 'quota');
    if (isQuota) this.#quotaBook().observe(observation, response);
    for (const report of limits) if (report.kind === 'rate') this.#applyReport(report, response, observation);
    if (throttled || retryAfterMs !== undefined) this.#applyThrottle(observation, response);
    else if (observation.failed !== true && !pause.hasRecovered) pause.recordSuccess(response.sequence);
  }

  clearPauses(): void {
    this.pause.clear();
    this.#quota?.clear();
    this.windows = [];
    this.#list();
  }

  /** When an exhausted quota is available again. */
  exhaustedUntil(now: number): number | undefined {
    return this.#quota?.exhaustedUntil(now);
  }

  snapshot(now: number): LimitSetSnapshot {
    this.expire(now);
    const perSecond = this.inference?.rate?.perSecond(now);
    return {
      limits: this.constraints.map((state) => ({
        constraint: state.constraint,
        used: state.used(now),
        available: Math.max(0, state.available(now)),
      })),
      inFlight: this.inFlight,
      pausedForMs: Math.max(0, this.pause.until - now),
      learned: this.windows.filter(({ isLive }) => isLive).map((window) => window.snapshot(now)),
      ...(perSecond === undefined ? {} : { ratePerSecond: perSecond }),
      quotas: this.#quota?.snapshot(now) ?? [],
    };
  }

  /** Drops what has expired, before the limits are read. */
  expire(now: number): void {
    const { inference, pause, windows } = this;
    const { probes } = this.#options;
    for (const window of windows) {
      if (!window.isLive || now < window.resetAt) continue;
      if (inference !== undefined) inference.probeLimit = 1;
      // While probing, an ended window stays live: it admits one request at a time until the next report.
      window.isLive = probes > 0 && now < window.staleAt;
    }
    const kept = windows.filter(({ resetAt }) => now - resetAt <= rememberMs);
    inference?.expire(now);
    const isActive =
      probes > 0 || kept.length > 0 || inference?.rate !== undefined || !pause.isForgotten(now);
    if (kept.length === windows.length && isActive === pause.isActive) return;
    this.windows = kept;
    pause.isActive = isActive;
    this.#list();
  }

  loadInference(): void {
    this.#loading ??= this.#load();
  }

  #quotaBook(): Quota {
    if (this.#quota === undefined) {
      this.#quota = new Quota(this.#options.maxPauseMs);
      this.#list();
    }
    return this.#quota;
  }

  #activate(): void {
    if (this.pause.isActive) return;
    this.pause.isActive = true;
    this.#list();
  }

  #applyReport(report: RateReport, response: ObservedResponse, observation: RateObservation): void {
    const { throttled, retryAfterMs } = observation;
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
    this.loadInference();
    const moment = { ...response, inFlight: this.inFlight, resetAt };
    this.#windowFor(report)?.learn(report, remaining, moment);
    this.#trackUsage();
  }

  #dropReport(report: RateReport, sequence: number): void {
    const kept = this.windows.filter((window) => !window.matches(report) || !window.isOlderThan(sequence));
    if (kept.length === this.windows.length) return;
    this.windows = kept;
    this.#list();
  }

  #windowFor(report: RateReport): ReportedWindow | undefined {
    const known = this.windows.find((window) => window.matches(report));
    if (known !== undefined || this.windows.length >= maxWindows) return known;
    const created = new ReportedWindow(report);
    this.windows = [...this.windows, created];
    this.pause.isActive = true;
    this.#list();
    return created;
  }

  #applyThrottle({ retryAfterMs, limits = [] }: RateObservation, response: ObservedResponse): void {
    const { inference, pause } = this;
    const { now } = response;
    this.#activate();
    const isRepeated = pause.wasRecent(now);
    const accepted = pause.recordThrottle(retryAfterMs, response, inference?.rate !== undefined);
    if (accepted === undefined) return;
    for (const window of this.windows) window.recordThrottle(now);
    const rates = limits.filter(({ kind }) => kind === 'rate');
    const isReported = rates.some(({ remaining }) => remaining !== undefined);
    const usedUp = rates.find(({ remaining, windowMs = 0 }) => remaining === 0 && windowMs > 0);
    const sample = { ...accepted, windowMs: usedUp?.windowMs };
    const from = Math.max(now, pause.until);
    const throttle = { sample, isRepeated, isReported, inFlight: this.inFlight, now, from };
    if (inference !== undefined) {
      inference.recordThrottle(throttle);
      return;
    }
    this.loadInference();
    void this.#loading?.then(() => this.inference?.recordThrottle(throttle));
  }

  /** A load that failed is tried again by the next call. */
  async #load(): Promise<void> {
    const { probes, onLoosened } = this.#options;
    try {
      const { Inference } = await realWork.run(() => import('./learned/inference.ts'));
      this.inference = new Inference(probes, this);
      this.pause.pacing = this.inference;
      this.#list();
      this.#trackUsage();
      onLoosened();
    } catch {
      this.#loading = undefined;
    }
  }

  #trackUsage(): void {
    const { inference, windows } = this;
    if (inference === undefined) return;
    for (const window of windows) window.track((windowMs) => inference.openUsage(windowMs));
  }
}
