import type { ConcurrencyPolicy } from '../constraints/concurrency-policy.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { RateObservation } from '../constraints/usage.ts';
import { ClosedError } from '../errors/caller-errors.ts';
import { AbortWatch } from '../time/abort-watch.ts';
import type { Runtime } from '../time/runtime.ts';
import { isCost, wrongRequest } from './check-request.ts';
import type { Fairness } from './fairness.ts';
import { Gate } from './group-state.ts';
import { Lane } from './limit-group.ts';
import type { Permit, PermitRequest } from './limiter.ts';
import type { MemoryLimiter } from './memory-limiter.ts';
import { GivenPermit, type PermitOwner } from './permit.ts';
import { queueFull, quotaUsedUp, startTooLate, tooLarge } from './rejections.ts';
import { Turns } from './scheduler.ts';
import type { LimiterSnapshot } from './snapshot.ts';
import { isTooLate, Waiter } from './wait-queue.ts';
import { WakeTimer } from './wake-timer.ts';

const noWishes: PermitRequest = {};

/** The options, completed. @internal */
export interface LimiterSettings {
  readonly limits: readonly Constraint[];
  readonly groups: Readonly<Record<string, readonly Constraint[]>>;
  readonly maxQueue: number;
  readonly maxPauseMs: number;
  readonly probe: boolean;
  readonly adaptiveConcurrency: ConcurrencyPolicy | undefined;
  readonly fairness: Fairness | undefined;
  readonly name: string | undefined;
  readonly runtime: Runtime;
  /** Makes the gate of what is common, or of a group; a gate with a memory of its own if left out. */
  readonly openGate?: (limits: readonly Constraint[], group?: string) => Gate;
}

/** The limiter behind `createLimiter`: no queue, timer or closure is made until somebody really has to wait. @internal */
export class QueuedLimiter implements MemoryLimiter, PermitOwner {
  readonly turns: Turns;
  /** The common one first. */
  readonly lanes: readonly Lane[];
  readonly #settings: LimiterSettings;
  readonly #runtime: Runtime;
  readonly #common: Gate;
  readonly #commonLane: Lane;
  readonly #groups = new Map<string, Lane>();
  readonly #timer: WakeTimer;
  readonly #aborts: AbortWatch<Waiter>;
  #pending = 0;
  #tickets = 0;
  #sequence = 0;
  #closed = false;

  constructor(settings: LimiterSettings) {
    this.#settings = settings;
    this.#runtime = settings.runtime;
    const { maxPauseMs, probe, adaptiveConcurrency, fairness } = settings;
    const openGate = settings.openGate ?? ((limits) => new Gate(limits, maxPauseMs, false));
    this.#common =
      settings.openGate?.(settings.limits) ??
      new Gate(settings.limits, maxPauseMs, probe, adaptiveConcurrency);
    this.#commonLane = new Lane(this.#common, undefined);
    for (const [group, limits] of Object.entries(settings.groups))
      this.#groups.set(group, new Lane(this.#common, openGate(limits, group)));
    this.lanes = [this.#commonLane, ...this.#groups.values()];
    this.turns = new Turns(this.lanes, fairness);
    this.#timer = new WakeTimer(settings.runtime, () => this.wake());
    this.#aborts = new AbortWatch<Waiter>(
      (waiter, reason) => this.#refuse(waiter, reason),
      () => this.wake(),
    );
  }

  get pending(): number {
    return this.#pending;
  }

  acquire(request: PermitRequest = noWishes): Promise<Permit> {
    const permit = this.tryAcquire(request);
    return permit === undefined ? this.#wait(request) : Promise.resolve(permit);
  }

  /** Nobody needs to know what time it is when there is room whatever it is and nothing to learn. */
  tryAcquire({ cost = 1, group, signal }: PermitRequest = noWishes): Permit | undefined {
    if (this.#pending > 0 || this.#closed || signal?.aborted) return undefined;
    const lane = this.laneOf(group);
    if (cost !== 1 && !(isCost(cost) && cost <= lane.capacity)) return undefined;
    if (lane.startsUndated(cost)) return this.#start(lane, cost, Number.NaN, 0);
    const now = this.#runtime.monotonic();
    return lane.earliest(cost, now) <= now ? this.#start(lane, cost, now, 0) : undefined;
  }

  laneOf(group: string | undefined): Lane {
    return group === undefined ? this.#commonLane : (this.#groups.get(group) ?? this.#commonLane);
  }

  giveBack(permit: GivenPermit, observation: RateObservation | undefined): void {
    const { lane } = permit;
    const isUndated = observation === undefined && this.#pending === 0 && lane.endsUndated(permit.cost);
    const now = isUndated ? Number.NaN : this.#runtime.monotonic();
    lane.release(permit, now, observation);
    if (observation !== undefined)
      (lane.own ?? lane.common).observe(observation, {
        now,
        askedAt: permit.startedAt,
        sequence: permit.sequence,
        latestSequence: this.#sequence,
        cost: permit.cost,
        roomFor: (report) => lane.roomFor(report, permit.roomAndStarted, now),
      });
    if (this.#pending === 0) return;
    if (lane.exhaustedUntil(now) !== undefined) this.refuseExhausted(now);
    this.#dispatch(now);
  }

  snapshot(): LimiterSnapshot {
    const now = this.#runtime.monotonic();
    const groups: [string, ReturnType<Gate['snapshot']>][] = [];
    for (const [group, lane] of this.#groups) if (lane.own) groups.push([group, lane.own.snapshot(now)]);
    return {
      name: this.#settings.name,
      closed: this.#closed,
      pending: this.#pending,
      pendingByPriority: this.turns.lengths(),
      ...this.#common.snapshot(now),
      groups: Object.fromEntries(groups),
    };
  }

  close(): void {
    this.#closed = true;
    this.#timer.clear();
    const message = 'The limiter was closed while this call waited.';
    this.refuse(() => new ClosedError({ message, outcome: 'not-sent' }));
  }

  /** Starts whoever may start now; for gates that open by themselves. */
  wake(): void {
    this.#dispatch(this.#runtime.monotonic());
  }

  /** Refuses those who wait and are given a reason. */
  refuse(reasonFor: (waiter: Waiter) => unknown): void {
    for (const waiter of this.turns.waiters()) {
      const reason = reasonFor(waiter);
      if (reason !== undefined) this.#refuse(waiter, reason);
    }
  }

  #start(lane: Lane, cost: number, now: number, waitedMs: number): GivenPermit {
    lane.take(cost, now);
    this.#sequence += cost;
    return new GivenPermit(this, lane, cost, now, this.#sequence, waitedMs, lane.roomAndStarted(now));
  }

  /** For a call whose permit was not there at once. */
  #wait(request: PermitRequest): Promise<Permit> {
    const { cost = 1, group, maxWaitMs, priority, retry = false, signal, tenant } = request;
    const { name, maxQueue, fairness } = this.#settings;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#closed)
      return Promise.reject(new ClosedError({ message: 'The limiter was closed.', outcome: 'not-sent' }));
    const wrong = wrongRequest(request);
    if (wrong !== undefined) return Promise.reject(wrong);
    const lane = this.laneOf(group);
    if (cost > lane.capacity) return Promise.reject(tooLarge(name, cost, lane.capacity));
    const now = this.#runtime.monotonic();
    const freeAt = lane.exhaustedUntil(now);
    if (freeAt !== undefined) return Promise.reject(quotaUsedUp(name, freeAt - now, this.#runtime.now()));
    if (maxWaitMs !== undefined) {
      const before = retry ? 0 : (this.turns.queueOf(lane, priority, tenant)?.cost ?? 0);
      const startsAt = lane.soonest(before + cost, now);
      if (startsAt > now + maxWaitMs) return Promise.reject(startTooLate(name, startsAt - now, maxWaitMs));
    }
    if (this.#pending >= maxQueue && fairness === undefined && lane.earliest(cost, now) > now)
      return Promise.reject(queueFull(name, maxQueue));
    return new Promise((resolve, reject) => {
      this.#tickets += 1;
      const queue = this.turns.enter(lane, priority, tenant);
      const waiter = new Waiter(queue, cost, retry, this.#tickets, now, maxWaitMs, signal, resolve, reject);
      queue.add(waiter);
      this.#aborts.add(waiter);
      this.#pending += 1;
      this.#dispatch(now);
      // It had its chance to start before those whose group is blocked.
      if (this.#pending > maxQueue && queue.holds(waiter))
        this.#refuse(this.turns.surplus(waiter), queueFull(name, maxQueue));
      if (queue.holds(waiter))
        request.onWait?.({ reason: lane.blocker(cost, now), queueLength: this.#pending });
      if (this.#pending === 0) this.#timer.clear();
    });
  }

  /** Starts whoever may start now, and sets the timer for the rest. */
  #dispatch(now: number): void {
    let wakeAt = Number.POSITIVE_INFINITY;
    while (this.#pending > 0) {
      const waiter = this.turns.next(now);
      wakeAt = this.turns.wakeAt;
      if (this.turns.late !== undefined) {
        this.#refuseLate(this.turns.late, this.turns.lateAt, now);
        continue;
      }
      if (waiter === undefined) break;
      const at = this.#common.earliest(waiter.cost, now);
      if (at > now) {
        if (isTooLate(waiter, at, now)) {
          this.#refuseLate(waiter, at, now);
          continue;
        }
        wakeAt = Math.min(wakeAt, at);
        break;
      }
      this.turns.charge(waiter);
      this.#remove(waiter);
      waiter.resolve(this.#start(waiter.queue.lane, waiter.cost, now, now - waiter.queuedAt));
    }
    this.#timer.set(this.#pending > 0 ? wakeAt : Number.POSITIVE_INFINITY, now);
  }

  /** Nobody sleeps through a quota: those who wait for one are told when it frees. */
  protected refuseExhausted(now: number): void {
    const { name } = this.#settings;
    this.refuse(({ queue }) => {
      const freeAt = queue.lane.exhaustedUntil(now);
      return freeAt === undefined ? undefined : quotaUsedUp(name, freeAt - now, this.#runtime.now());
    });
  }

  #refuseLate(waiter: Waiter, at: number, now: number): void {
    const { name } = this.#settings;
    this.#refuse(waiter, startTooLate(name, at - now, waiter.maxWaitMs ?? 0));
  }

  #refuse(waiter: Waiter, reason: unknown): void {
    this.#remove(waiter);
    waiter.reject(reason);
  }

  #remove(waiter: Waiter): void {
    this.turns.remove(waiter);
    this.#aborts.remove(waiter);
    this.#pending -= 1;
  }
}
