/// <reference lib="esnext.disposable" preserve="true" />

import type { LimitGroup } from '../limits/group.ts';
import type { Constraint } from '../limits/kinds/constraint.ts';
import type { Permit, PermitRequest } from '../limits/limiter.ts';
import type { LimiterSettings, PermitSource } from '../limits/permit-source.ts';
import { QueuedLimiter } from '../limits/queued-limiter.ts';
import type { LimiterSnapshot } from '../limits/snapshot.ts';
import { callListener } from '../observe/call-listener.ts';
import { FleetLimitSet, fleetLimitSetsOf } from './fleet-limit-set.ts';
import type { FleetLink } from './fleet-link.ts';
import type { RedisLimiter, RedisLimiterMode, StoreErrorMode } from './options.ts';
import { aboveShare, storeUnavailable } from './rejections.ts';
import { StoreSync } from './store-sync.ts';

export interface FleetSettings extends Omit<LimiterSettings, 'source'> {
  readonly name: string;
  readonly maxPauseMs: number;
  readonly localShare: number;
  readonly link: FleetLink;
  readonly leaseMs: number;
  readonly onStoreError: StoreErrorMode;
  readonly onModeChange: ((mode: RedisLimiterMode, reason: string | undefined) => void) | undefined;
}

/**
 * The limiter behind `createRedisLimiter`: queue, priorities, groups and feedback are those of the limiter in
 * memory. Its permits come from the store, or follow the mode for a store that cannot be used.
 */
export class FleetLimiter implements RedisLimiter, PermitSource {
  readonly #settings: FleetSettings;
  readonly #limitSets: FleetLimitSet[] = [];
  readonly #queue: QueuedLimiter;
  readonly #sync: StoreSync;
  #mode: RedisLimiterMode = 'fleet';
  #closing: Promise<void> | undefined;

  constructor(settings: FleetSettings) {
    const { leaseMs, link, runtime } = settings;
    this.#settings = settings;
    this.#queue = new QueuedLimiter({ ...settings, source: this });
    this.#sync = new StoreSync({
      queue: this.#queue,
      limitSets: this.#limitSets,
      link,
      runtime,
      leaseMs,
      onSynced: () => this.#followLink(),
    });
  }

  get mode(): RedisLimiterMode {
    return this.#mode;
  }

  get pending(): number {
    return this.#queue.pending;
  }

  /** A temporary set pauses a part of the service for this process alone; the store does not know it. */
  open(limits: readonly Constraint[], wake: () => void, _group?: string, isTemporary = false): FleetLimitSet {
    const { localShare, maxPauseMs } = this.#settings;
    const feedback = { maxPauseMs, probes: 0, onLoosened: wake };
    const limitSet = new FleetLimitSet(limits, feedback, localShare);
    if (!isTemporary) this.#limitSets.push(limitSet);
    return limitSet;
  }

  changed(): void {
    this.#sync.schedule();
  }

  acquire(request: PermitRequest = {}): Promise<Permit> {
    const rejection = this.#rejectionOf(request);
    if (rejection !== undefined) return Promise.reject(rejection);
    const permit = this.#queue.acquire(request);
    this.#sync.schedule();
    return permit;
  }

  clearPauses(): void {
    this.#queue.clearPauses();
  }

  snapshot(): LimiterSnapshot {
    return this.#queue.snapshot();
  }

  close(): Promise<void> {
    this.#queue.close();
    this.#closing ??= this.#sync.releaseLease();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The error of a call that cannot wait while the store is unavailable. */
  #rejectionOf(request: PermitRequest): unknown {
    const { cost = 1, signal } = request;
    const { link, name, runtime } = this.#settings;
    if (this.#mode === 'fleet' || this.#closing !== undefined || signal?.aborted) return undefined;
    const now = runtime.monotonic();
    // A call that arrives while the store is probed waits for the result.
    const isProbing = this.#sync.isSyncing || now >= link.retryAt;
    if (this.#mode === 'closed' && !isProbing) return storeUnavailable(name, link, now);
    return this.#mode === 'local'
      ? this.#rejectAboveShare(cost, this.#queue.groupOf(request), now)
      : undefined;
  }

  /** Sets the mode by the result of the last request to the store. */
  #followLink(): void {
    const { link, name, onModeChange, onStoreError, runtime } = this.#settings;
    const mode = link.failureReason === undefined ? 'fleet' : onStoreError;
    const isNew = mode !== this.#mode;
    this.#mode = mode;
    for (const { store } of this.#limitSets) store.mode = mode;
    const now = runtime.monotonic();
    const queue = this.#queue;
    if (mode === 'closed') queue.rejectWhere(() => storeUnavailable(name, link, now));
    if (mode === 'local' && isNew)
      queue.rejectWhere((waiter) => this.#rejectAboveShare(waiter.cost, waiter.queue.limitGroup, now));
    if (queue.limitGroups.some((limitGroup) => limitGroup.exhaustedUntil(now) !== undefined))
      queue.rejectExhausted(now);
    queue.wake();
    if (isNew && onModeChange !== undefined) callListener(() => onModeChange(mode, link.failureReason));
  }

  #rejectAboveShare(cost: number, limitGroup: LimitGroup, now: number): unknown {
    const { link, name } = this.#settings;
    const share = Math.min(...fleetLimitSetsOf(limitGroup).map(({ store }) => store.shareCapacity));
    return cost > share ? aboveShare(name, cost, share, link, now) : undefined;
  }
}
