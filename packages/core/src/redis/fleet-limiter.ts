/// <reference lib="esnext.disposable" preserve="true" />

import type { RateObservation } from '../constraints/usage.ts';
import type { LimitGroup } from '../limiter/limit-group.ts';
import type { Permit, PermitRequest } from '../limiter/limiter.ts';
import type { IssuedPermit } from '../limiter/permit.ts';
import { type LimiterSettings, QueuedLimiter } from '../limiter/queued-limiter.ts';
import { apart } from '../observe/apart.ts';
import type { FleetLimitSet } from './fleet-limit-set.ts';
import type { FleetLink } from './fleet-link.ts';
import type { RedisLimiter, RedisLimiterMode, StoreErrorMode } from './options.ts';
import { aboveShare, storeAway } from './rejections.ts';
import { StoreSync } from './store-sync.ts';

/** @internal */
export interface FleetSettings extends LimiterSettings {
  readonly name: string;
  /** Those that `openLimitSet` made, in order. */
  readonly limitSets: readonly FleetLimitSet[];
  readonly link: FleetLink;
  readonly leaseMs: number;
  readonly onStoreError: StoreErrorMode;
  readonly onModeChange: ((mode: RedisLimiterMode, reason: string | undefined) => void) | undefined;
}

/**
 * The limiter behind `createRedisLimiter`: queue, priorities, groups and feedback are those of the limiter in memory; its gates open when
 * the store says so, or in the mode chosen for when it is away.
 *
 * @internal
 */
export class FleetLimiter extends QueuedLimiter implements RedisLimiter {
  readonly #fleet: FleetSettings;
  readonly #conversation: StoreSync;
  #mode: RedisLimiterMode = 'fleet';
  #closing: Promise<void> | undefined;

  constructor(settings: FleetSettings) {
    super(settings);
    this.#fleet = settings;
    const { limitSets, leaseMs, link, runtime } = settings;
    const afterwards = () => this.#follow();
    this.#conversation = new StoreSync({ limiter: this, limitSets, link, runtime, leaseMs, afterwards });
  }

  get mode(): RedisLimiterMode {
    return this.#mode;
  }

  override acquire(request: PermitRequest = {}): Promise<Permit> {
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) return Promise.reject(refusal);
    const permit = super.acquire(request);
    this.#conversation.consider();
    return permit;
  }

  /** What is free is for the store to say. */
  override tryAcquire(): undefined {
    return undefined;
  }

  override releasePermit(permit: IssuedPermit, observation: RateObservation | undefined): void {
    super.releasePermit(permit, observation);
    this.#conversation.consider();
  }

  override wake(): void {
    super.wake();
    this.#conversation.consider();
  }

  override close(): Promise<void> {
    super.close();
    this.#closing ??= this.#conversation.leave();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Why a call cannot even wait while the store is away. */
  #refusalOf({ cost = 1, group, signal }: PermitRequest): unknown {
    const { link, name, runtime } = this.#fleet;
    if (this.#mode === 'fleet' || this.#closing !== undefined || signal?.aborted) return undefined;
    const now = runtime.monotonic();
    // Who comes when it is time to try again waits for how that ends.
    const isTrying = this.#conversation.isSpeaking || now >= link.retryAt;
    if (this.#mode === 'closed' && !isTrying) return storeAway(name, link, now);
    return this.#mode === 'local' ? this.#aboveShare(cost, this.groupOf(group), now) : undefined;
  }

  /** Brings the mode in line with how the last call to the store ended. */
  #follow(): void {
    const { limitSets, link, name, onModeChange, onStoreError, runtime } = this.#fleet;
    const mode = link.trouble === undefined ? 'fleet' : onStoreError;
    const isNew = mode !== this.#mode;
    this.#mode = mode;
    for (const limitSet of limitSets) limitSet.mode = mode;
    const now = runtime.monotonic();
    if (mode === 'closed') this.refuse(() => storeAway(name, link, now));
    if (mode === 'local' && isNew)
      this.refuse(({ cost, queue }) => this.#aboveShare(cost, queue.limitGroup, now));
    if (this.limitGroups.some((limitGroup) => limitGroup.exhaustedUntil(now) !== undefined))
      this.refuseExhausted(now);
    this.wake();
    if (isNew && onModeChange !== undefined) apart(() => onModeChange(mode, link.trouble));
  }

  #aboveShare(cost: number, limitGroup: LimitGroup, now: number): unknown {
    const { link, name } = this.#fleet;
    const common = limitGroup.common as FleetLimitSet;
    const own = limitGroup.own as FleetLimitSet | undefined;
    const share = Math.min(common.shareCapacity, own?.shareCapacity ?? Number.POSITIVE_INFINITY);
    return cost > share ? aboveShare(name, cost, share, link, now) : undefined;
  }
}
