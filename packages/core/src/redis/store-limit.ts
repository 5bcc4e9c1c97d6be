import type { Constraint } from '../limits/kinds/constraint.ts';
import type { Limit } from '../limits/limit.ts';
import type { RateObservation, WaitReason } from '../rates.ts';
import { LimitAccount } from './limit-account.ts';
import type { RedisLimiterMode } from './options.ts';

/**
 * The limits that a fleet shares, counted by its store. In `fleet` mode a request starts when the store has
 * granted it, in `local` mode within this process's share, in `open` mode always, in `closed` mode never.
 */
export class StoreLimit implements Limit {
  readonly accounts: readonly LimitAccount[];
  readonly capacity: number;
  /** The largest cost that the local share can ever start. */
  readonly shareCapacity: number;
  /** Of the last {@link earliest}. Until the store has replied, a request waits for the reply. */
  reason: WaitReason = 'turn';
  mode: RedisLimiterMode = 'fleet';
  /** Granted by the store and not started. */
  granted = 0;
  /** Started and not released. */
  running = 0;
  /** The next request for permits that the store did not grant waits until this instant. */
  requestAt = -Infinity;
  /** The store knows that no request starts before {@link requestAt}. */
  isWaitKnown = false;

  constructor(constraints: readonly Constraint[], localShare: number) {
    this.accounts = constraints.map((constraint) => new LimitAccount(constraint, localShare));
    this.capacity = Math.min(...this.accounts.map(({ capacity }) => capacity));
    this.shareCapacity = Math.min(...this.accounts.map(({ share }) => share.capacity));
  }

  /** Whether the store keeps a limit of this set. */
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

  earliest(cost: number, now: number): number {
    const waitsForReply = this.mode === 'fleet' && this.requestAt <= now;
    const isConcurrency = this.accounts.every(({ share }) => share.reason === 'concurrency');
    this.reason = waitsForReply ? 'turn' : isConcurrency ? 'concurrency' : 'rate';
    let at = now;
    if (this.mode === 'local')
      for (const { share } of this.accounts) at = Math.max(at, share.earliest(cost, now));
    if (!this.#needsGrant || this.granted >= cost) return at;
    return this.isWaitKnown && this.requestAt > now ? this.requestAt : Infinity;
  }

  soonest(_cost: number, now: number): number {
    return now;
  }

  take(cost: number, now: number): void {
    this.running += cost;
    if (this.#needsGrant) this.granted -= cost;
    for (const account of this.accounts) account.start(cost, now);
  }

  release(cost: number, startedAt: number, now: number, _observation: RateObservation | undefined): void {
    this.running -= cost;
    for (const account of this.accounts) account.end(cost, startedAt, now);
    // The release may have freed a unit without a known time.
    if (!this.isWaitKnown) this.requestAt = now;
  }
}
