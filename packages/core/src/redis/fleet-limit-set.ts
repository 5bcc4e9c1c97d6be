import type { Constraint } from '../constraints/constraint.ts';
import type { RateObservation, WaitReason } from '../constraints/usage.ts';
import type { ObservedAnswer } from '../feedback/observed-answer.ts';
import { longestSleepMs } from '../feedback/quota-book.ts';
import { LimitSet, type StartedCost } from '../limiter/limit-set.ts';
import type { LimitSetSnapshot } from '../limiter/snapshot.ts';
import { LimitAccount } from './limit-account.ts';
import type { RedisLimiterMode } from './options.ts';

/**
 * A gate whose limits are the fleet's: in `fleet` mode it opens for as much as the store has granted, in `local` mode for this process's
 * share, in `open` mode for everybody, in `closed` mode for nobody. What the service's answers teach holds in every mode.
 *
 * @internal
 */
export class FleetLimitSet extends LimitSet {
  readonly accounts: readonly LimitAccount[];
  mode: RedisLimiterMode = 'fleet';
  /** Granted and not started. */
  granted = 0;
  /** Started and not finished. */
  running = 0;
  /** Not before this should the store be asked again for what it refused. */
  askAt = Number.NEGATIVE_INFINITY;
  /** Does the store know that nobody starts before {@link askAt}? */
  isTimed = false;
  readonly #constraints: readonly Constraint[];
  /** The largest cost that the local share can ever let pass. */
  readonly shareCapacity: number;
  readonly #capacity: number;
  /** Until when the service asked somebody of the fleet to stay away. */
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #pauseToTell = Number.NEGATIVE_INFINITY;
  #pauseTold = Number.NEGATIVE_INFINITY;

  constructor(constraints: readonly Constraint[], maxPauseMs: number, localShare: number) {
    super([], maxPauseMs, false);
    this.#constraints = constraints;
    this.accounts = constraints.map((constraint) => new LimitAccount(constraint, localShare));
    this.#capacity = Math.min(...constraints.map(capacityOf));
    this.shareCapacity = Math.min(...this.accounts.map(({ share }) => share.capacity));
  }

  override get capacity(): number {
    return this.#capacity;
  }

  /** What is granted is counted by the clock. */
  override get isFeedbackDisabled(): boolean {
    return false;
  }

  /** Is there a limit that is the store's to keep? */
  get isShared(): boolean {
    return this.accounts.length > 0;
  }

  get #needsStock(): boolean {
    return this.isShared && this.mode !== 'local' && this.mode !== 'open';
  }

  /** When the service's answers would let `cost` start, whatever the limits say. */
  opensHere(cost: number, now: number): number {
    return Math.max(super.earliest(cost, now), this.#pausedUntil);
  }

  /** Are starts being spaced, because the service refused some? Then a stock of many would only be given back. */
  isPaced(now: number): boolean {
    return super.snapshot(now).ratePerSecond !== undefined;
  }

  override earliest(cost: number, now: number): number {
    let at = this.opensHere(cost, now);
    if (this.mode === 'local')
      for (const { share } of this.accounts) at = Math.max(at, share.earliest(cost, now));
    if (!this.#needsStock || this.granted >= cost) return at;
    return this.isTimed && this.askAt > now ? Math.max(at, this.askAt) : Number.POSITIVE_INFINITY;
  }

  /** A pause of hours that another process was told is a quota here, too. */
  override exhaustedUntil(now: number): number | undefined {
    const isLong = this.#pausedUntil - now > longestSleepMs;
    return super.exhaustedUntil(now) ?? (isLong ? this.#pausedUntil : undefined);
  }

  override blocker(cost: number, now: number): WaitReason | undefined {
    if (this.opensHere(cost, now) > now) return 'pause';
    // Before the store has refused anything, the wait is for its answer.
    if (this.earliest(cost, now) <= now || (this.mode === 'fleet' && this.askAt <= now)) return undefined;
    return this.#constraints.every(({ kind }) => kind === 'concurrency') ? 'concurrency' : 'rate';
  }

  override soonest(cost: number, now: number): number {
    return Math.max(super.soonest(cost, now), this.#pausedUntil);
  }

  override take(cost: number, now: number): void {
    super.take(cost, now);
    this.running += cost;
    if (this.#needsStock) this.granted -= cost;
    for (const account of this.accounts) account.start(cost, now);
  }

  override release(permit: StartedCost, now: number, observation: RateObservation | undefined): void {
    super.release(permit, now, observation);
    this.running -= permit.cost;
    for (const account of this.accounts) account.end(permit.cost, permit.startedAt, now);
    // A place that only a finish could free may just have been freed.
    if (!this.isTimed) this.askAt = now;
  }

  override observe(observation: RateObservation, answer: ObservedAnswer): void {
    super.observe(observation, answer);
    if (observation.throttled !== true && observation.retryAfterMs === undefined) return;
    const until = answer.now + super.snapshot(answer.now).pausedForMs;
    if (until > this.#pausedUntil) this.#pauseToTell = Math.max(this.#pauseToTell, until);
  }

  hasPauseToTell(now: number): boolean {
    return this.#pauseToTell > now;
  }

  /** In microseconds; to be acknowledged by {@link learnPause}. */
  pauseToTell(now: number): number {
    this.#pauseTold = this.#pauseToTell;
    return Math.max(0, Math.ceil((this.#pauseToTell - now) * 1_000));
  }

  /** The store knows what it was told, and says how long all have to stay away. */
  learnPause(pausedForMs: number, now: number): void {
    if (this.#pauseToTell === this.#pauseTold) this.#pauseToTell = Number.NEGATIVE_INFINITY;
    this.#pausedUntil = now + pausedForMs;
  }

  override snapshot(now: number): LimitSetSnapshot {
    const limits = this.#constraints.map((constraint, index) => {
      const used = this.accounts[index]?.used ?? 0;
      return { constraint, used, available: Math.max(0, capacityOf(constraint) - used) };
    });
    const learned = super.snapshot(now);
    return { ...learned, limits, pausedForMs: Math.max(learned.pausedForMs, this.#pausedUntil - now) };
  }
}

function capacityOf(constraint: Constraint): number {
  return constraint.kind === 'bucket' ? constraint.burst : constraint.limit;
}
