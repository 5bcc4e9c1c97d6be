import type { LimitGroup } from '../limits/group.ts';
import type { QueuedLimiter } from '../limits/queued-limiter.ts';
import { WakeTimer } from '../limits/wake-timer.ts';
import type { Runtime } from '../time/runtime.ts';
import { type FleetLimitSet, fleetLimitSetsOf } from './fleet-limit-set.ts';
import type { FleetLink, LinkRequest } from './fleet-link.ts';
import { demandOf, type PermitDemand } from './permit-demand.ts';
import type { FleetReply } from './wire.ts';

// A process with unmet demand waits this long between two requests: units freed meanwhile are granted
// together.
const shortestGapMs = 5;
const longestGapMs = 50;
// The delay of reports about finished cost.
const reportSoonMs = 5;
const reportLaterMs = 50;
const keepUnusedMs = 20;
// Another process may clear a pause by hand.
const recheckPauseMs = 5_000;
const firstPollMs = 5;
const longestPollMs = 100;
// More than most stores grant between two requests, and small on the wire.
const maxDemand = 500;
// How late a process may return and keep its share: timers are late on a busy machine.
const patienceMs = 100;

export interface StoreSyncOptions {
  readonly queue: QueuedLimiter;
  /** The common set first. */
  readonly limitSets: readonly FleetLimitSet[];
  readonly link: FleetLink;
  readonly runtime: Runtime;
  readonly leaseMs: number;
  /** Called after every reply and every failure; must call {@link StoreSync.schedule}. */
  readonly onSynced: () => void;
}

/**
 * Decides when to send a request to the store, and composes it: one request at a time for the whole process,
 * with its demand and everything that changed since the last request.
 */
export class StoreSync {
  readonly #options: StoreSyncOptions;
  readonly #timer: WakeTimer;
  readonly #gapMs: number;
  readonly #reportMs: number;
  readonly #keepMs: number;
  #current: Promise<void> | undefined;
  #demand: readonly PermitDemand[] = [];
  #lastSyncAt = -Infinity;
  #notBefore = -Infinity;
  #unusedSince = Infinity;
  #polls = 0;
  #round = 0;
  #isClosing = false;

  constructor(options: StoreSyncOptions) {
    this.#options = options;
    this.#timer = new WakeTimer(options.runtime, () => this.schedule());
    const accounts = options.limitSets.flatMap(({ store }) => store.accounts);
    const spans = accounts.map(({ rememberMs }) => rememberMs).filter((ms) => ms > 0);
    this.#gapMs = Math.max(shortestGapMs, Math.min(longestGapMs, ...spans.map((ms) => ms / 200)));
    const shortest = accounts.some(({ rememberMs }) => rememberMs === 0) ? 0 : Math.min(...spans);
    this.#reportMs = Math.max(reportSoonMs, Math.min(reportLaterMs, shortest / 20));
    this.#keepMs = Math.ceil(Math.max(options.leaseMs, 2 * Math.max(0, ...spans))) + 60_000;
  }

  get isSyncing(): boolean {
    return this.#current !== undefined;
  }

  /** Sends a request if one is due, else sets the timer. Call it after every change. */
  schedule(): void {
    if (this.#current !== undefined) return;
    const now = this.#options.runtime.monotonic();
    const at = this.#dueAt(now);
    if (at <= now) this.#sync();
    else this.#timer.set(at, now);
  }

  /** Releases this process's lease, after the request in flight. */
  async releaseLease(): Promise<void> {
    this.#isClosing = true;
    while (this.#current !== undefined) await this.#current;
    const hasSynced = this.#lastSyncAt !== -Infinity;
    if (hasSynced && this.#options.link.failureReason === undefined) await this.#sync();
  }

  #dueAt(now: number): number {
    const { limitSets, leaseMs, queue, link } = this.#options;
    const running = limitSets[0]?.store.running ?? 0;
    if (link.failureReason !== undefined)
      return queue.pending > 0 || (running > 0 && !this.#isClosing) ? link.retryAt : Infinity;
    if (limitSets.some(({ fleetPause }) => fleetPause.hasToReport(now))) return now;
    const granted = limitSets.some(({ store }) => store.granted > 0);
    this.#unusedSince = granted ? Math.min(this.#unusedSince, now) : Infinity;
    let at = Math.min(this.#unusedSince + keepUnusedMs, Math.max(this.#notBefore, this.#demandAt(now)));
    if (limitSets.some(({ store }) => store.accounts.some(({ hasUnreported }) => hasUnreported)))
      at = Math.min(at, this.#lastSyncAt + this.#reportMs);
    if (running > 0) at = Math.min(at, this.#lastSyncAt + leaseMs / 3);
    const recheckAt = this.#lastSyncAt + recheckPauseMs;
    const isPaused = limitSets.some(({ fleetPause }) => fleetPause.until > now);
    // Without waiters, the next call that is rejected sends the request: no timer keeps the process alive.
    if (isPaused && (queue.pending > 0 || recheckAt <= now)) at = Math.min(at, recheckAt);
    return at;
  }

  /** The earliest useful request for permits. */
  #demandAt(now: number): number {
    const { queue } = this.#options;
    return Math.min(
      ...queue.limitGroups
        .filter(({ waiting }) => waiting > 0)
        .map((limitGroup) => this.#requestAt(limitGroup, now)),
    );
  }

  #requestAt(limitGroup: LimitGroup, now: number): number {
    return Math.max(
      ...fleetLimitSetsOf(limitGroup).map((limitSet) =>
        Math.max(limitSet.store.requestAt, limitSet.feedbackAllowsAt(1, now)),
      ),
    );
  }

  #sync(): Promise<void> {
    const sync = this.#runSync().finally(() => {
      this.#current = undefined;
      this.#options.onSynced();
    });
    this.#current = sync;
    return sync;
  }

  async #runSync(): Promise<void> {
    const { link, runtime } = this.#options;
    const startedAt = runtime.monotonic();
    this.#timer.clear();
    this.#lastSyncAt = startedAt;
    const reply = await link.request((isLost) => this.#compose(isLost));
    if (reply !== undefined) this.#applyReply(reply, startedAt);
  }

  #compose(isLost: boolean): LinkRequest {
    const { limitSets, leaseMs, queue, link, runtime } = this.#options;
    const now = runtime.monotonic();
    // The report excludes unused grants: they return to the store, and are requested again.
    for (const { store } of limitSets) store.granted = 0;
    const open = queue.limitGroups.filter((limitGroup) =>
      fleetLimitSetsOf(limitGroup).every((limitSet) => limitSet.feedbackAllowsAt(1, now) <= now),
    );
    const isPaced = limitSets.some((limitSet) => limitSet.isPaced(now));
    this.#round += 1;
    this.#demand = this.#isClosing
      ? []
      : demandOf(queue.scheduler, open, isPaced ? 1 : maxDemand, this.#round);
    return {
      limits: limitSets.flatMap(({ store }) => store.accounts.map((account) => account.report(now, isLost))),
      pauses: limitSets.map(({ fleetPause }) => fleetPause.report(now)),
      ask: this.#demand.map(
        ({ limitGroup, cost, count }) =>
          [limitSets.indexOf(limitGroup.own as FleetLimitSet) + 1, cost, count] as const,
      ),
      poll: Math.round(pollMs(this.#polls + 1, 0, 1) * 1_000),
      patience: Math.round((patienceMs + 2 * link.roundTripMs) * 1_000),
      lease: Math.round(leaseMs * 1_000),
      keep: this.#keepMs,
      leaving: this.#isClosing && limitSets[0]?.store.running === 0,
    };
  }

  #applyReply(reply: FleetReply, startedAt: number): void {
    const { limitSets, runtime } = this.#options;
    const now = runtime.monotonic();
    for (const [index, { limitGroup, cost }] of this.#demand.entries())
      for (const { store } of fleetLimitSetsOf(limitGroup))
        if (store.isShared) store.granted += cost * (reply.grants[index] ?? 0);
    this.#polls = reply.grants.some((count) => count > 0) ? 0 : this.#polls + 1;
    let place = 0;
    for (const [index, { fleetPause, store }] of limitSets.entries()) {
      for (const account of store.accounts) {
        account.acknowledge(reply.used[place] ?? 0);
        place += 1;
      }
      fleetPause.acknowledge((reply.pauses[index] ?? 0) / 1_000, now);
      const wait = reply.waits[index] ?? 0;
      store.isWaitKnown = wait >= 0;
      if (wait > 0) store.requestAt = startedAt + wait / 1_000;
      else
        store.requestAt = wait === 0 ? -Infinity : now + pollMs(this.#polls, reply.waiting, runtime.random());
    }
    // Jitter: processes that wait for the same instant spread their requests.
    const isLimited = reply.waits.some((wait) => wait !== 0);
    this.#notBefore = isLimited ? startedAt + this.#gapMs * (1 + runtime.random() / 2) : -Infinity;
  }
}

/**
 * The poll interval for capacity without a known time. It grows with the number of polls and of waiting
 * processes.
 */
function pollMs(polls: number, waiting: number, random: number): number {
  const alone = Math.min(longestPollMs, firstPollMs * 2 ** Math.min(8, polls));
  return alone * (1 + waiting / 8) * (0.75 + random / 2);
}
