import type { LimitGroup } from '../limiter/limit-group.ts';
import type { QueuedLimiter } from '../limiter/queued-limiter.ts';
import { WakeTimer } from '../limiter/wake-timer.ts';
import type { Runtime } from '../time/runtime.ts';
import { type FleetLimitSet, fleetLimitSetsOf } from './fleet-limit-set.ts';
import type { FleetLink, LinkRequest } from './fleet-link.ts';
import { demandOf, type PermitDemand } from './permit-demand.ts';
import type { FleetReply } from './wire.ts';

// Who was not given everything lets this much time pass between two calls, so that what becomes free meanwhile comes together.
const shortestGapMs = 5;
const longestGapMs = 50;
// How soon others hear of what finished here.
const reportSoonMs = 5;
const reportLaterMs = 50;
const keepUnusedMs = 20;
const firstPollMs = 5;
const longestPollMs = 100;
// More than most stores grant between two calls, and little to write.
const mostAsked = 500;
// Timers are late on a busy machine.
const patienceMs = 100;

/** @internal */
export interface StoreSyncOptions {
  readonly queue: QueuedLimiter;
  /** The common one first. */
  readonly limitSets: readonly FleetLimitSet[];
  readonly link: FleetLink;
  readonly runtime: Runtime;
  readonly leaseMs: number;
  /** After every answer, and after every failure to get one; has to call {@link StoreSync.consider}. */
  readonly afterwards: () => void;
}

/**
 * When to speak with the store, and what to say: one call at a time for the whole process, for all who wait and all that happened since
 * the last.
 *
 * @internal
 */
export class StoreSync {
  readonly #options: StoreSyncOptions;
  readonly #timer: WakeTimer;
  readonly #gapMs: number;
  readonly #reportMs: number;
  readonly #keepMs: number;
  #current: Promise<void> | undefined;
  #asked: readonly PermitDemand[] = [];
  #spokenAt = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #unusedSince = Number.POSITIVE_INFINITY;
  #polls = 0;
  #round = 0;
  #isLeaving = false;

  constructor(options: StoreSyncOptions) {
    this.#options = options;
    this.#timer = new WakeTimer(options.runtime, () => this.consider());
    const accounts = options.limitSets.flatMap((limitSet) => limitSet.accounts);
    const spans = accounts.map(({ rememberMs }) => rememberMs).filter((ms) => ms > 0);
    this.#gapMs = Math.max(shortestGapMs, Math.min(longestGapMs, ...spans.map((ms) => ms / 200)));
    const shortest = accounts.some(({ rememberMs }) => rememberMs === 0) ? 0 : Math.min(...spans);
    this.#reportMs = Math.max(reportSoonMs, Math.min(reportLaterMs, shortest / 20));
    this.#keepMs = Math.ceil(Math.max(options.leaseMs, 2 * Math.max(0, ...spans))) + 60_000;
  }

  get isSpeaking(): boolean {
    return this.#current !== undefined;
  }

  /** Something happened: speaks if it is time to, else sets the timer. */
  consider(): void {
    if (this.#current !== undefined) return;
    const now = this.#options.runtime.monotonic();
    const at = this.#dueAt(now);
    if (at <= now) this.#speak();
    else this.#timer.set(at, now);
  }

  /** Says goodbye, once what is under way has been answered. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    while (this.#current !== undefined) await this.#current;
    const hasSpoken = this.#spokenAt !== Number.NEGATIVE_INFINITY;
    if (hasSpoken && this.#options.link.trouble === undefined) await this.#speak();
  }

  #dueAt(now: number): number {
    const { limitSets, leaseMs, queue, link } = this.#options;
    const running = limitSets[0]?.running ?? 0;
    if (link.trouble !== undefined)
      return queue.pending > 0 || (running > 0 && !this.#isLeaving) ? link.retryAt : Number.POSITIVE_INFINITY;
    if (limitSets.some((limitSet) => limitSet.hasPauseToReport(now))) return now;
    const granted = limitSets.some((limitSet) => limitSet.granted > 0);
    this.#unusedSince = granted ? Math.min(this.#unusedSince, now) : Number.POSITIVE_INFINITY;
    let at = Math.min(this.#unusedSince + keepUnusedMs, Math.max(this.#notBefore, this.#wantedAt(now)));
    if (limitSets.some(({ accounts }) => accounts.some(({ hasNews }) => hasNews)))
      at = Math.min(at, this.#spokenAt + this.#reportMs);
    if (running > 0) at = Math.min(at, this.#spokenAt + leaseMs / 3);
    return at;
  }

  /** When it is worth asking for those who wait. */
  #wantedAt(now: number): number {
    const { queue } = this.#options;
    return Math.min(
      ...queue.limitGroups
        .filter(({ waiting }) => waiting > 0)
        .map((limitGroup) => this.#askAt(limitGroup, now)),
    );
  }

  #askAt(limitGroup: LimitGroup, now: number): number {
    return Math.max(
      ...fleetLimitSetsOf(limitGroup).map((limitSet) =>
        Math.max(limitSet.askAt, limitSet.feedbackAllowsAt(1, now)),
      ),
    );
  }

  #speak(): Promise<void> {
    const spoken = this.#exchange().finally(() => {
      this.#current = undefined;
      this.#options.afterwards();
    });
    this.#current = spoken;
    return spoken;
  }

  async #exchange(): Promise<void> {
    const { link, runtime } = this.#options;
    const startedAt = runtime.monotonic();
    this.#timer.clear();
    this.#spokenAt = startedAt;
    const reply = await link.ask((isLost) => this.#compose(isLost));
    if (reply !== undefined) this.#learn(reply, startedAt);
  }

  #compose(isLost: boolean): LinkRequest {
    const { limitSets, leaseMs, queue, link, runtime } = this.#options;
    const now = runtime.monotonic();
    // What is open is told without the stock: so it goes back, and is asked for anew.
    for (const limitSet of limitSets) limitSet.granted = 0;
    const open = queue.limitGroups.filter((limitGroup) =>
      fleetLimitSetsOf(limitGroup).every((limitSet) => limitSet.feedbackAllowsAt(1, now) <= now),
    );
    const isPaced = limitSets.some((limitSet) => limitSet.isPaced(now));
    this.#round += 1;
    this.#asked = this.#isLeaving
      ? []
      : demandOf(queue.scheduler, open, isPaced ? 1 : mostAsked, this.#round);
    return {
      limits: limitSets.flatMap(({ accounts }) => accounts.map((account) => account.tell(now, isLost))),
      pauses: limitSets.map((limitSet) => limitSet.reportPause(now)),
      ask: this.#asked.map(
        ({ limitGroup, cost, count }) =>
          [limitSets.indexOf(limitGroup.own as FleetLimitSet) + 1, cost, count] as const,
      ),
      poll: Math.round(pollMs(this.#polls + 1, 0, 1) * 1_000),
      patience: Math.round((patienceMs + 2 * link.roundTripMs) * 1_000),
      lease: Math.round(leaseMs * 1_000),
      keep: this.#keepMs,
      leaving: this.#isLeaving && limitSets[0]?.running === 0,
    };
  }

  #learn(reply: FleetReply, startedAt: number): void {
    const { limitSets, runtime } = this.#options;
    const now = runtime.monotonic();
    for (const [index, { limitGroup, cost }] of this.#asked.entries())
      for (const limitSet of fleetLimitSetsOf(limitGroup))
        if (limitSet.isShared) limitSet.granted += cost * (reply.grants[index] ?? 0);
    this.#polls = reply.grants.some((count) => count > 0) ? 0 : this.#polls + 1;
    let place = 0;
    for (const [index, limitSet] of limitSets.entries()) {
      for (const account of limitSet.accounts) {
        account.acknowledge(reply.used[place] ?? 0);
        place += 1;
      }
      limitSet.acknowledgePause((reply.pauses[index] ?? 0) / 1_000, now);
      const wait = reply.waits[index] ?? 0;
      limitSet.isTimed = wait >= 0;
      if (wait > 0) limitSet.askAt = startedAt + wait / 1_000;
      else
        limitSet.askAt =
          wait === 0 ? Number.NEGATIVE_INFINITY : now + pollMs(this.#polls, reply.waiting, runtime.random());
    }
    // By chance, so that processes that wait for the same instant do not all come at it.
    const isHeld = reply.waits.some((wait) => wait !== 0);
    this.#notBefore = isHeld
      ? startedAt + this.#gapMs * (1 + runtime.random() / 2)
      : Number.NEGATIVE_INFINITY;
  }
}

/** When to look again for what nobody can tell: the longer it takes and the more processes wait, the more seldom each looks. */
function pollMs(polls: number, waiting: number, random: number): number {
  const alone = Math.min(longestPollMs, firstPollMs * 2 ** Math.min(8, polls));
  return alone * (1 + waiting / 8) * (0.75 + random / 2);
}
