import type { RateObservation } from '../rates.ts';
import { AbortWatch } from '../time/abort-watch.ts';
import type { Runtime } from '../time/runtime.ts';
import { checkRequest, isCost } from './check-request.ts';
import { earliestIn, type LimitGroup } from './group.ts';
import { LimitGroups } from './groups.ts';
import type { LimitSet } from './limit-set.ts';
import type { Permit, PermitRequest } from './limiter.ts';
import type { MemoryLimiter } from './memory-limiter.ts';
import { IssuedPermit, type PermitOwner } from './permit.ts';
import type { LimiterSettings } from './permit-source.ts';
import { limiterClosed, queueFull, quotaUsedUp, startTooLate, tooLarge } from './rejections.ts';
import { Scheduler } from './scheduler.ts';
import type { LimiterSnapshot } from './snapshot.ts';
import { isTooLate, type Waiter } from './wait-queue.ts';
import { WakeTimer } from './wake-timer.ts';

const defaultRequest: PermitRequest = {};

/** Queue, priorities and groups of a permit source. No timer and no closure until a call waits. */
export class QueuedLimiter implements MemoryLimiter, PermitOwner {
  readonly scheduler: Scheduler;
  sequence = 0;
  readonly #settings: LimiterSettings;
  readonly #runtime: Runtime;
  readonly #common: LimitSet;
  readonly #groups: LimitGroups;
  readonly #timer: WakeTimer;
  readonly #aborts: AbortWatch<Waiter>;
  #pending = 0;
  #tickets = 0;
  #isClosed = false;

  constructor(settings: LimiterSettings) {
    const { fairness, runtime } = settings;
    this.#settings = settings;
    this.#runtime = runtime;
    const wake = () => this.wake();
    this.#groups = new LimitGroups(settings, wake);
    this.#common = this.#groups.common.common;
    this.scheduler = new Scheduler(fairness);
    this.#timer = new WakeTimer(runtime, wake);
    this.#aborts = new AbortWatch<Waiter>((waiter, reason) => this.#reject(waiter, reason), wake);
  }

  /** The common group first. */
  get limitGroups(): readonly LimitGroup[] {
    return this.#groups.all;
  }

  get pending(): number {
    return this.#pending;
  }

  acquire(request: PermitRequest = defaultRequest): Promise<Permit> {
    const permit = this.tryAcquire(request);
    return permit === undefined ? this.#wait(request) : Promise.resolve(permit);
  }

  /** Skips the clock when `cost` fits at any time and no feedback applies. */
  tryAcquire({ cost = 1, group, path, signal }: PermitRequest = defaultRequest): Permit | undefined {
    if (this.#pending > 0 || this.#isClosed || signal?.aborted) return undefined;
    const part = group ?? path ?? '';
    const limitGroup = this.#groups.byName.get(part) ?? this.#groups.common;
    if (cost !== 1 && !(isCost(cost) && cost <= limitGroup.capacity)) return undefined;
    const canSkipClock = limitGroup.common.isFeedbackDisabled && limitGroup.canStartWithoutClock(cost);
    const now = canSkipClock ? Number.NaN : this.#runtime.monotonic();
    if (!canSkipClock && limitGroup.earliest(cost, now) > now) return undefined;
    return new IssuedPermit(this, limitGroup, part, cost, now, 0);
  }

  /** The group of a call, by its group or path. */
  groupOf({ group, path = '' }: PermitRequest): LimitGroup {
    return this.#groups.byName.get(group ?? path) ?? this.#groups.common;
  }

  releasePermit(permit: IssuedPermit, observation: RateObservation | undefined): void {
    const { limitGroup } = permit;
    const canSkipClock =
      observation === undefined && this.#pending === 0 && limitGroup.canReleaseWithoutClock(permit.cost);
    const now = canSkipClock ? Number.NaN : this.#runtime.monotonic();
    limitGroup.release(permit, now, observation);
    if (observation !== undefined) {
      if (observation.unavailable || limitGroup.isTemporary) this.#observePart(permit, observation, now);
      else limitGroup.observe(permit, observation, now, this.sequence);
    }
    if (this.#pending > 0) {
      if (limitGroup.exhaustedUntil(now) !== undefined) this.rejectExhausted(now);
      this.#dispatch(now);
    }
    this.#settings.source.changed?.();
  }

  snapshot(): LimiterSnapshot {
    const now = this.#runtime.monotonic();
    return {
      name: this.#settings.name,
      closed: this.#isClosed,
      pending: this.#pending,
      pendingByPriority: this.scheduler.lengths(),
      ...this.#common.snapshot(now),
      groups: this.#groups.snapshots(now),
    };
  }

  /** The waiters refer to their queues, in a circle. */
  toJSON(): LimiterSnapshot {
    return this.snapshot();
  }

  clearPauses(): void {
    for (const { common, own } of this.limitGroups) (own ?? common).clearPauses();
    this.wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#timer.clear();
    this.rejectWhere(() => limiterClosed('The limiter was closed while this call waited.'));
  }

  /** Starts every waiter that can start now. */
  wake(): void {
    this.#dispatch(this.#runtime.monotonic());
    this.#settings.source.changed?.();
  }

  /** Rejects every waiter for which `reasonFor` gives a reason. */
  rejectWhere(reasonFor: (waiter: Waiter) => unknown): void {
    for (const waiter of this.scheduler.waiters()) {
      const reason = reasonFor(waiter);
      if (reason !== undefined) this.#reject(waiter, reason);
    }
  }

  #wait(request: PermitRequest): Promise<Permit> {
    const { cost = 1, group, maxWaitMs, path = '', priority, retry = false, signal, tenant } = request;
    const { name, maxQueue, fairness } = this.#settings;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#isClosed) return Promise.reject(limiterClosed('The limiter was closed.'));
    const invalid = checkRequest(request);
    if (invalid !== undefined) return Promise.reject(invalid);
    const part = group ?? path;
    const limitGroup = this.groupOf(request);
    if (cost > limitGroup.capacity) return Promise.reject(tooLarge(name, cost, limitGroup.capacity));
    const now = this.#runtime.monotonic();
    const freeAt = limitGroup.exhaustedUntil(now);
    if (freeAt !== undefined) return Promise.reject(quotaUsedUp(name, freeAt - now, this.#runtime.now()));
    if (maxWaitMs !== undefined) {
      const costAhead = retry ? 0 : (this.scheduler.queueOf(limitGroup, priority, tenant)?.cost ?? 0);
      const startsAt = limitGroup.soonest(costAhead + cost, now);
      if (startsAt > now + maxWaitMs)
        return Promise.reject(startTooLate(name, startsAt - now, maxWaitMs, limitGroup.blocker(cost, now)));
    }
    if (this.#pending >= maxQueue && fairness === undefined && limitGroup.earliest(cost, now) > now)
      return Promise.reject(queueFull(name, maxQueue));
    return new Promise((resolve, reject) => {
      this.#tickets += 1;
      const queue = this.scheduler.enter(limitGroup, priority, tenant);
      const waiter: Waiter = {
        next: undefined,
        previous: undefined,
        queue,
        part,
        cost,
        isRetry: retry,
        ticket: this.#tickets,
        queuedAt: now,
        maxWaitMs,
        signal,
        resolve,
        reject,
      };
      queue.add(waiter);
      this.#aborts.add(waiter);
      this.#pending += 1;
      this.#dispatch(now);
      // Checked after the dispatch: a new waiter may start ahead of the waiters of a blocked group.
      if (this.#pending > maxQueue && queue.holds(waiter))
        this.#reject(this.scheduler.victim(waiter), queueFull(name, maxQueue));
      if (queue.holds(waiter))
        request.onWait?.({ reason: limitGroup.blocker(cost, now), queueLength: this.#pending });
      if (this.#pending === 0) this.#timer.clear();
    });
  }

  #observePart(permit: IssuedPermit, observation: RateObservation, now: number): void {
    const opened = this.#groups.observePart(permit, observation, now, this.sequence);
    if (opened !== undefined) this.scheduler.move(permit.part, opened);
  }

  /** Starts every waiter that may start now, and sets the timer for the rest. */
  #dispatch(now: number): void {
    let wakeAt = Infinity;
    while (this.#pending > 0) {
      const waiter = this.scheduler.next(now);
      wakeAt = this.scheduler.wakeAt;
      if (this.scheduler.late !== undefined) {
        this.#rejectLate(this.scheduler.late, this.scheduler.lateAt, now);
        continue;
      }
      if (waiter === undefined) break;
      const at = earliestIn(this.#common, waiter.cost, now);
      if (at > now) {
        if (isTooLate(waiter, at, now)) {
          this.#rejectLate(waiter, at, now);
          continue;
        }
        wakeAt = Math.min(wakeAt, at);
        break;
      }
      this.scheduler.charge(waiter);
      this.#remove(waiter);
      const { cost, part, queue, queuedAt } = waiter;
      waiter.resolve(new IssuedPermit(this, queue.limitGroup, part, cost, now, now - queuedAt));
    }
    this.#timer.set(this.#pending > 0 ? wakeAt : Infinity, now);
  }

  /** Rejects the waiters of an exhausted quota: no call waits for a quota. */
  rejectExhausted(now: number): void {
    const { name } = this.#settings;
    this.rejectWhere(({ queue }) => {
      const freeAt = queue.limitGroup.exhaustedUntil(now);
      return freeAt === undefined ? undefined : quotaUsedUp(name, freeAt - now, this.#runtime.now());
    });
  }

  #rejectLate(waiter: Waiter, at: number, now: number): void {
    const reason = waiter.queue.limitGroup.blocker(waiter.cost, now);
    this.#reject(waiter, startTooLate(this.#settings.name, at - now, waiter.maxWaitMs ?? 0, reason));
  }

  #reject(waiter: Waiter, reason: unknown): void {
    this.#remove(waiter);
    waiter.reject(reason);
  }

  #remove(waiter: Waiter): void {
    this.scheduler.remove(waiter);
    this.#aborts.remove(waiter);
    this.#pending -= 1;
  }
}
