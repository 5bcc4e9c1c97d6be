import type { Constraint } from '../constraints/constraint.ts';
import type { RateObservation, WaitReason } from '../constraints/usage.ts';
import { Feedback, type FeedbackOptions } from '../feedback/feedback.ts';
import type { ObservedResponse } from '../feedback/observed-response.ts';
import { longestWaitMs } from '../feedback/quota-book.ts';
import type { LimitGroup } from '../limiter/limit-group.ts';
import type { LimitSet, StartedCost } from '../limiter/limit-set.ts';
import type { LimitSetSnapshot } from '../limiter/snapshot.ts';
import { LimitAccount } from './limit-account.ts';
import type { RedisLimiterMode } from './options.ts';

/**
 * Limits that a fleet shares. In `fleet` mode a request starts when the store has granted it, in `local` mode
 * within this process's share, in `open` mode always, in `closed` mode never. Feedback of the service holds
 * in every mode.
 */
export class FleetLimitSet implements LimitSet {
  // The store counts, so the limiter has no constraints of its own.
  readonly constraints = [];
  readonly accounts: readonly LimitAccount[];
  mode: RedisLimiterMode = 'fleet';
  started = 0;
  /** Granted by the store and not started. */
  granted = 0;
  /** Started and not released. */
  running = 0;
  /** The next request for permits that the store did not grant waits until this instant. */
  requestAt = -Infinity;
  /** The store knows that no request starts before {@link requestAt}. */
  isWaitKnown = false;
  readonly isFeedbackDisabled = false;
  readonly capacity: number;
  /** The largest cost that the local share can ever start. */
  readonly shareCapacity: number;
  readonly #feedback: Feedback;
  /** The end of a pause that the service requested from any process of the fleet. */
  #pausedUntil = -Infinity;
  #pauseToReport = -Infinity;
  #reportedPause = -Infinity;

  constructor(constraints: readonly Constraint[], feedback: FeedbackOptions, localShare: number) {
    this.#feedback = new Feedback(feedback);
    this.accounts = constraints.map((constraint) => new LimitAccount(constraint, localShare));
    this.capacity = Math.min(...this.accounts.map(({ capacity }) => capacity));
    this.shareCapacity = Math.min(...this.accounts.map(({ share }) => share.capacity));
  }

  /** Whether the store keeps a limit for this set. */
  get isShared(): boolean {
    return this.accounts.length > 0;
  }

  get #needsGrant(): boolean {
    return this.isShared && this.mode !== 'local' && this.mode !== 'open';
  }

  hasCapacity(): boolean {
    return false;
  }

  canReleaseWithoutClock(): boolean {
    return false;
  }

  /** The earliest start of `cost` that feedback allows; the limits are not considered. */
  feedbackAllowsAt(cost: number, now: number): number {
    return Math.max(this.#feedback.earliest(cost, now), this.#pausedUntil);
  }

  /** Whether an inferred rate spaces starts: more than one grant would only be returned. */
  isPaced(now: number): boolean {
    return this.#feedback.snapshot(now).ratePerSecond !== undefined;
  }

  earliest(cost: number, now: number): number {
    let at = this.feedbackAllowsAt(cost, now);
    if (this.mode === 'local')
      for (const { share } of this.accounts) at = Math.max(at, share.earliest(cost, now));
    if (!this.#needsGrant || this.granted >= cost) return at;
    return this.isWaitKnown && this.requestAt > now ? Math.max(at, this.requestAt) : Infinity;
  }

  blocker(cost: number, now: number): WaitReason | undefined {
    if (this.feedbackAllowsAt(cost, now) > now) return 'pause';
    // Until the store has replied without a grant, the request waits for the reply, not for a limit.
    if (this.earliest(cost, now) <= now || (this.mode === 'fleet' && this.requestAt <= now)) return undefined;
    return this.accounts.every(({ share }) => share.reason === 'concurrency') ? 'concurrency' : 'rate';
  }

  soonest(cost: number, now: number): number {
    return Math.max(this.#feedback.soonest(cost, now), this.#pausedUntil);
  }

  /** A pause of hours that another process received is an exhausted quota here, too. */
  exhaustedUntil(now: number): number | undefined {
    const isLong = this.#pausedUntil - now > longestWaitMs;
    return this.#feedback.exhaustedUntil(now) ?? (isLong ? this.#pausedUntil : undefined);
  }

  take(cost: number, now: number): void {
    this.#feedback.start(cost, now);
    this.started += cost;
    this.running += cost;
    if (this.#needsGrant) this.granted -= cost;
    for (const account of this.accounts) account.start(cost, now);
  }

  release(permit: StartedCost, now: number, observation: RateObservation | undefined): void {
    const { cost, sequence, startedAt } = permit;
    this.#feedback.end(cost, sequence, observation, now);
    this.running -= cost;
    for (const account of this.accounts) account.end(cost, startedAt, now);
    // The release may have freed a unit without a known time.
    if (!this.isWaitKnown) this.requestAt = now;
  }

  observe(observation: RateObservation, response: ObservedResponse): void {
    this.#feedback.observe(observation, response);
    if (observation.throttled !== true && observation.retryAfterMs === undefined) return;
    const until = response.now + this.#feedback.snapshot(response.now).pausedForMs;
    if (until > this.#pausedUntil) this.#pauseToReport = Math.max(this.#pauseToReport, until);
  }

  hasPauseToReport(now: number): boolean {
    return this.#pauseToReport > now;
  }

  /** Whether another process may have cleared the pause that the store reported. */
  isPausedByStore(now: number): boolean {
    return this.#pausedUntil > now;
  }

  /**
   * The pause to report, in microseconds; -1 clears it. {@link acknowledgePause} confirms that the store has
   * it.
   */
  reportPause(now: number): number {
    this.#reportedPause = this.#pauseToReport;
    if (this.#pauseToReport === Infinity) return -1;
    return Math.max(0, Math.ceil((this.#pauseToReport - now) * 1_000));
  }

  /** Records that the store has the reported pause, and how long the fleet pauses. */
  acknowledgePause(pausedForMs: number, now: number): void {
    if (this.#pauseToReport === this.#reportedPause) this.#pauseToReport = -Infinity;
    this.#pausedUntil = now + pausedForMs;
  }

  clearPauses(): void {
    this.#feedback.clearPauses();
    this.#pausedUntil = -Infinity;
    this.#pauseToReport = Infinity;
  }

  snapshot(now: number): LimitSetSnapshot {
    const limits = this.accounts.map(({ constraint, capacity, used }) => ({
      constraint,
      used,
      available: Math.max(0, capacity - used),
    }));
    const learned = this.#feedback.snapshot(now);
    return { ...learned, limits, pausedForMs: Math.max(learned.pausedForMs, this.#pausedUntil - now) };
  }
}

/** The limit sets of a group of a shared limiter, the common set first. */
export function fleetLimitSetsOf({ common, own }: LimitGroup): FleetLimitSet[] {
  return (own === undefined ? [common] : [common, own]) as FleetLimitSet[];
}
