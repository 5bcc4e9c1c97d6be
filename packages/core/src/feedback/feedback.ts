import type { RateObservation, RateReport } from '../constraints/usage.ts';
import type { FeedbackSnapshot } from './feedback-snapshot.ts';
import { InferredRate } from './inferred-rate.ts';
import type { RefusedSample } from './inferred-window.ts';
import type { ObservedAnswer } from './observed-answer.ts';
import { longestPauseMs, Pause } from './pause.ts';
import { QuotaBook } from './quota-book.ts';
import { ReportedWindow } from './reported-window.ts';

// Services tell a handful of limits; what comes beyond that is not believed.
const mostWindows = 8;
// Longer than any answer takes that could tell of a window that has run out.
const rememberMs = 60_000;
// A service that tells nothing is soon asked this much at the same time; from there on the width grows with the cube root of the
// answers, so that the first refusals, which come together, are few; a hundredth of the answers are few as well.
const quickWidth = 4;
const slowestWidening = 100;
// A rate is made of the best of so many refusals.
const mostSamples = 3;
/** A reset that is not told, or not exactly. */
const unknownResetMs = 1_000;

/**
 * What the service's answers teach about one gate. It only ever tightens: when what was learned runs out, the configured limits are
 * all that is left.
 *
 * @internal
 */
export class Feedback {
  readonly #maxPauseMs: number;
  readonly #probing: boolean;
  readonly #pause: Pause;
  readonly #quotas: QuotaBook;
  #windows: readonly ReportedWindow[] = [];
  #rate: InferredRate | undefined;
  /** What was borne before each of the last refusals. */
  #samples: readonly RefusedSample[] = [];
  #inFlight = 0;
  /** While probing: how much may be in flight without a report. */
  #width = 1;
  /** Does anybody say how calls went? Not known before the first comes back. */
  #isTold: boolean | undefined;
  /** Is there anything but the configured limits? Spares the usual case all the rest. */
  #active: boolean;

  constructor(maxPauseMs: number, probing: boolean) {
    this.#maxPauseMs = maxPauseMs;
    this.#probing = probing;
    this.#active = probing;
    this.#pause = new Pause(maxPauseMs);
    this.#quotas = new QuotaBook(maxPauseMs);
  }

  /** Do calls come back without a word about how they went? Then there is nothing to learn, and nothing was learned. */
  get isFeedbackDisabled(): boolean {
    return this.#isTold === false && !this.#active;
  }

  earliest(cost: number, now: number): number {
    const openAt = this.#quotas.exhaustedUntil(now) ?? now;
    if (!this.#active) return openAt;
    this.#forget(now);
    let at = Math.max(openAt, this.#pause.until, this.#rate?.earliest(cost, now) ?? now);
    for (const window of this.#windows) at = Math.max(at, window.earliest(cost, now));
    return this.#pause.isProbing || this.#isTooWide(cost) ? Number.POSITIVE_INFINITY : at;
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
    if (!this.#active) return;
    this.#rate?.start(cost, now);
    for (const window of this.#windows) window.start(cost, now);
  }

  end(cost: number, sequence: number, observation: RateObservation | undefined, now: number): void {
    this.#inFlight -= cost;
    if (observation !== undefined) this.#isTold = true;
    else if (this.isFeedbackDisabled) return;
    else this.#isTold ??= false;
    const throttled = observation?.throttled === true;
    // What failed or was given up has most likely used up its place, too.
    this.#pause.end(cost, sequence, throttled);
    this.#rate?.end(cost, !throttled, !this.#pause.isNew(sequence), now);
    if (this.#probing && !throttled && observation?.failed !== true)
      this.#width += this.#width < quickWidth ? cost : cost / Math.min(this.#width ** 2, slowestWidening);
    for (const window of this.#windows) window.end(cost, sequence, !throttled, now);
  }

  observe(observation: RateObservation, answer: ObservedAnswer): void {
    const { limits = [] } = observation;
    const throttled = observation.throttled === true;
    this.#quotas.observe(observation, answer);
    for (const report of limits) if (report.kind === 'rate') this.#learn(report, answer, observation);
    if (throttled || observation.retryAfterMs !== undefined) this.#hold(observation, answer);
    else if (observation.failed !== true) this.#pause.reopen(answer.sequence);
  }

  /** Until when a quota is used up, if it is. */
  exhaustedUntil(now: number): number | undefined {
    return this.#quotas.exhaustedUntil(now);
  }

  snapshot(now: number): FeedbackSnapshot {
    this.#forget(now);
    const perSecond = this.#rate?.perSecond(now);
    return {
      inFlight: this.#inFlight,
      pausedForMs: Math.max(0, this.#pause.until - now),
      learned: this.#windows.filter(({ isLive }) => isLive).map((window) => window.snapshot(now)),
      ...(perSecond === undefined ? {} : { ratePerSecond: perSecond }),
      quotas: this.#quotas.snapshot(now),
    };
  }

  #learn(report: RateReport, answer: ObservedAnswer, { throttled, retryAfterMs }: RateObservation): void {
    // A refusal says that nothing is left, whatever the number beside it.
    const remaining = throttled && report.remaining === undefined ? 0 : report.remaining;
    if (remaining === undefined || !(remaining >= 0)) return;
    // As much as we left ourselves, or more: nobody else takes from this limit, and our own constraints know better when it is free.
    if (!throttled && remaining >= answer.availableFor(report)) {
      this.#drop(report, answer.sequence);
      return;
    }
    // A Retry-After goes before the reset of what is used up.
    const isTold = throttled === true && remaining === 0 && retryAfterMs !== undefined;
    const told = isTold ? { ...report, resetAfterMs: retryAfterMs } : report;
    const resetAfterMs = this.#believe(told, remaining);
    if (resetAfterMs === undefined) return;
    const resetAt = answer.now + resetAfterMs;
    this.#windowFor(report)?.learn(report, remaining, { ...answer, inFlight: this.#inFlight, resetAt });
  }

  /** How long a report holds. A reset within its own window is a fact, anything else a guess and bounded as one. */
  #believe({ resetAfterMs, windowMs }: RateReport, remaining: number): number | undefined {
    const wholeMs = windowMs ?? (remaining === 0 ? unknownResetMs : undefined);
    // No time at all was rounded down.
    const afterMs = resetAfterMs === 0 ? Math.min(wholeMs ?? 0, unknownResetMs) : (resetAfterMs ?? wholeMs);
    if (afterMs === undefined || !(afterMs >= 0)) return undefined;
    const isFact = windowMs !== undefined && afterMs <= windowMs;
    return Math.min(afterMs, isFact ? longestPauseMs : this.#maxPauseMs);
  }

  #drop(report: RateReport, sequence: number): void {
    if (this.#windows.length > 0)
      this.#windows = this.#windows.filter((window) => !window.isOf(report) || !window.isOlderThan(sequence));
  }

  #windowFor(report: RateReport): ReportedWindow | undefined {
    const known = this.#windows.find((window) => window.isOf(report));
    if (known !== undefined || this.#windows.length >= mostWindows) return known;
    const created = new ReportedWindow(report);
    this.#windows = [...this.#windows, created];
    this.#active = true;
    return created;
  }

  #hold({ retryAfterMs, limits = [] }: RateObservation, answer: ObservedAnswer): void {
    this.#active = true;
    const wasRecent = this.#pause.wasRecent(answer.now);
    const held = this.#pause.hold(retryAfterMs, answer, this.#rate !== undefined);
    if (held === undefined) return;
    const rates = limits.filter(({ kind }) => kind === 'rate');
    const usedUp = rates.find(({ remaining, windowMs = 0 }) => remaining === 0 && windowMs > 0);
    const sample = { ...held, windowMs: usedUp?.windowMs };
    for (const window of this.#windows) window.refused(answer.now);
    this.#width = Math.max(1, this.#width / 2);
    // One refusal is a blip where limits are configured; one that comes with numbers is better kept by its numbers; and after one that
    // let nothing through, the service is still in the same mood.
    if (sample.accepted > 0)
      this.#samples = wasRecent ? [...this.#samples, sample].slice(-mostSamples) : [sample];
    const isTold = rates.some(({ remaining }) => remaining !== undefined);
    if ((isTold && !wasRecent) || sample.accepted === 0 || !(wasRecent || this.#probing)) return;
    const from = Math.max(answer.now, this.#pause.until);
    if (this.#rate === undefined)
      this.#rate = new InferredRate(this.#samples, this.#inFlight, answer.now, from);
    else this.#rate.refused(sample, this.#inFlight, answer.now, from);
  }

  #isTooWide(cost: number): boolean {
    if (!this.#probing || this.#inFlight === 0 || this.#inFlight + cost <= this.#width) return false;
    return !this.#windows.some(({ isLive }) => isLive);
  }

  /** Lets go of what has run out. */
  #forget(now: number): void {
    for (const window of this.#windows) {
      if (!window.isLive || now < window.resetAt) continue;
      this.#width = 1;
      // Where nothing is configured, what it left and its reset are asked for one by one until there is another report.
      window.isLive = this.#probing && now < window.staleAt;
    }
    if (this.#windows.some(({ resetAt }) => now - resetAt > rememberMs))
      this.#windows = this.#windows.filter(({ resetAt }) => now - resetAt <= rememberMs);
    if (this.#rate?.isForgotten(now)) this.#rate = undefined;
    this.#active =
      this.#probing || this.#windows.length > 0 || this.#rate !== undefined || !this.#pause.isForgotten(now);
  }
}
