import { checkRequest } from '../limits/check-request.ts';
import { requireConstraints } from '../limits/kinds/check-constraints.ts';
import type { Constraint } from '../limits/kinds/constraint.ts';
import type { Limiter, Permit, PermitRequest } from '../limits/limiter.ts';
import { queueFull, startTooLate, tooLarge } from '../limits/rejections.ts';
import type { RateObservation, WaitReason } from '../rates.ts';
import type { Runtime } from '../time/runtime.ts';
import { startTimer } from '../time/timer.ts';
import { openPace, type Pace } from './pace.ts';

/** A group with limits of its own; the others share one lane. */
interface Lane {
  readonly own: readonly Pace[];
  readonly paces: readonly Pace[];
  readonly waiters: Set<Waiter>;
  readonly retries: Set<Waiter>;
  /** The cost of all that wait. */
  units: number;
}

interface Waiter extends PermitRequest {
  readonly queue: Set<Waiter>;
  readonly cost: number;
  readonly queuedAt: number;
  readonly place: number;
  readonly start: (permit: Permit) => void;
  readonly leave: (reason: unknown) => void;
}

const maxQueue = 10_000;
const longestPauseMs = 86_400_000;
// Of a 429 without a time.
const guessedPauseMs = 1_000;

/**
 * The limiter of a light client that was given none: keeps the limits that the service publishes, in the
 * order of arrival, and pauses after a 429. It learns no limits, and has no priorities and no tenants:
 * `limiter: createLimiter(…)` adds them.
 */
class Pacer implements Limiter {
  readonly #shared: Lane;
  readonly #byGroup: ReadonlyMap<string, Lane>;
  readonly #lanes: readonly Lane[];
  readonly #runtime: Runtime;
  #waiting = 0;
  #place = 0;
  #pausedUntil = -Infinity;
  #clearTimer = () => {};

  constructor(
    limits: readonly Constraint[],
    groups: Readonly<Record<string, readonly Constraint[]>>,
    runtime: Runtime,
  ) {
    requireConstraints(limits, groups);
    const common = limits.map(openPace);
    const openLane = (own: readonly Pace[]): Lane => {
      return { own, paces: [...common, ...own], waiters: new Set(), retries: new Set(), units: 0 };
    };
    this.#shared = openLane([]);
    this.#byGroup = new Map(
      Object.entries(groups).map(([name, more]) => [name, openLane(more.map(openPace))]),
    );
    this.#lanes = [this.#shared, ...this.#byGroup.values()];
    this.#runtime = runtime;
  }

  async acquire(request: PermitRequest = {}): Promise<Permit> {
    const invalid = checkRequest(request);
    if (invalid !== undefined) throw invalid;
    const { cost = 1, group = '', onWait, signal } = request;
    signal?.throwIfAborted();
    const lane = this.#byGroup.get(group) ?? this.#shared;
    const now = this.#runtime.monotonic();
    const isFree = this.#earliest(lane.paces, cost, now) <= now;
    if (isFree && !this.#mustQueue(lane, now)) return this.#take(lane, cost, now, 0);
    const refusal = this.#refusal(request, lane, cost, now);
    if (refusal !== undefined) throw refusal;
    return new Promise<Permit>((resolve, reject) => {
      const waiter = this.#queue(request, lane, now, resolve, reject);
      this.#dispatch();
      if (waiter.queue.has(waiter))
        onWait?.({ reason: this.#reason(lane, cost, now), queueLength: this.#waiting });
    });
  }

  #queue(
    request: PermitRequest,
    lane: Lane,
    queuedAt: number,
    resolve: (permit: Permit) => void,
    reject: (reason: unknown) => void,
  ): Waiter {
    const { cost = 1, retry, signal } = request;
    const queue = retry ? lane.retries : lane.waiters;
    const remove = () => {
      // Node looks through all listeners: not for one that is gone already.
      if (!signal?.aborted) signal?.removeEventListener('abort', abort);
      queue.delete(waiter);
      lane.units -= cost;
      this.#waiting -= 1;
    };
    const waiter: Waiter = {
      ...request,
      queue,
      cost,
      queuedAt,
      place: this.#place++,
      start(permit) {
        remove();
        resolve(permit);
      },
      leave(reason) {
        remove();
        reject(reason);
      },
    };
    const abort = () => {
      waiter.leave(signal?.reason);
      this.#dispatch();
    };
    signal?.addEventListener('abort', abort, { once: true });
    queue.add(waiter);
    lane.units += cost;
    this.#waiting += 1;
    return waiter;
  }

  /** Whether others are before a newcomer: of its own group, or held back by a limit of all groups. */
  #mustQueue(lane: Lane, now: number): boolean {
    if (this.#waiting === 0) return false;
    return this.#lanes.some((each) => {
      const head = headOf(each);
      return head !== undefined && (each === lane || latest(each.own, head.cost, now) <= now);
    });
  }

  #reason(lane: Lane, cost: number, now: number): WaitReason {
    if (this.#pausedUntil > now) return 'pause';
    const at = latest(lane.paces, cost, now);
    return (at > now && lane.paces.find((pace) => pace.earliest(cost, now) === at)?.reason) || 'turn';
  }

  #earliest(paces: readonly Pace[], cost: number, now: number): number {
    return Math.max(this.#pausedUntil, latest(paces, cost, now));
  }

  #take({ paces }: Lane, cost: number, startedAt: number, waitedMs: number): Permit {
    for (const pace of paces) pace.take(cost, startedAt);
    let isReleased = false;
    const release = (observation?: RateObservation) => {
      if (isReleased) return;
      isReleased = true;
      const now = this.#runtime.monotonic();
      for (const pace of paces) pace.release(cost, startedAt, now);
      // Also when the pause rejects everyone: then no timer remains.
      const isAwaited = this.#waiting > 0;
      this.#observe(observation, now);
      if (isAwaited) this.#dispatch();
    };
    return { waitedMs, release };
  }

  /** A 503 says something about one path: the retry of its call waits, and nobody else. */
  #observe({ throttled, unavailable, retryAfterMs }: RateObservation = {}, now: number): void {
    if (!throttled || unavailable) return;
    const until = now + Math.min(retryAfterMs || guessedPauseMs, longestPauseMs);
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    // Nobody waits out a pause that ends too late for them.
    for (const { retries, waiters } of this.#lanes)
      for (const { queuedAt, maxWaitMs = Infinity, leave } of [...retries, ...waiters])
        if (queuedAt + maxWaitMs < until) leave(startTooLate(undefined, until - now, maxWaitMs, 'pause'));
  }

  /**
   * Starts every waiter that may start, and sets the timer for the others. A group that waits for its own
   * limits does not hold up the others; nobody overtakes within a group, or one whom a common limit holds.
   */
  #dispatch(): void {
    this.#clearTimer();
    const now = this.#runtime.monotonic();
    let wakeAt = Infinity;
    const lanes = new Set(this.#lanes);
    for (;;) {
      const next = firstOf(lanes);
      if (next === undefined) break;
      const { lane, head } = next;
      const at = this.#earliest(lane.paces, head.cost, now);
      if (at <= now) {
        head.start(this.#take(lane, head.cost, now, now - head.queuedAt));
        continue;
      }
      wakeAt = Math.min(wakeAt, at);
      if (latest(lane.own, head.cost, now) <= now) break;
      lanes.delete(lane);
    }
    const wake = () => this.#dispatch();
    this.#clearTimer = startTimer(this.#runtime, Math.ceil(wakeAt - now), wake);
  }

  /** Why a request does not wait; `undefined` when it does. */
  #refusal({ maxWaitMs = Infinity, retry }: PermitRequest, lane: Lane, cost: number, now: number) {
    const { paces } = lane;
    const capacity = Math.min(...paces.map((pace) => pace.capacity));
    if (cost > capacity) return tooLarge(undefined, cost, capacity);
    if (this.#waiting >= maxQueue) return queueFull(undefined, maxQueue);
    const units = retry ? cost : lane.units + cost;
    const paused = Math.max(now, this.#pausedUntil);
    const startsAt = paces.reduce((at, pace) => Math.max(at, pace.soonest(units, now)), paused);
    if (startsAt <= now + maxWaitMs) return undefined;
    return startTooLate(undefined, startsAt - now, maxWaitMs, this.#reason(lane, cost, now));
  }
}

function latest(paces: readonly Pace[], cost: number, now: number): number {
  return paces.reduce((at, pace) => Math.max(at, pace.earliest(cost, now)), now);
}

function headOf({ retries, waiters }: Lane): Waiter | undefined {
  for (const retry of retries) return retry;
  for (const waiter of waiters) return waiter;
  return undefined;
}

/** The waiter whose turn it is: a retry before the others, then in the order of arrival. */
function firstOf(lanes: Iterable<Lane>) {
  let first: { lane: Lane; head: Waiter } | undefined;
  for (const lane of lanes) {
    const head = headOf(lane);
    if (head === undefined) continue;
    const isRetry = Number(head.retry ?? false) - Number(first?.head.retry ?? false);
    if (first === undefined || isRetry > 0 || (isRetry === 0 && head.place < first.head.place))
      first = { lane, head };
  }
  return first;
}

export function createPacer(...given: ConstructorParameters<typeof Pacer>): Limiter {
  return new Pacer(...given);
}
