import type { Lane } from '../limiter/limit-group.ts';
import type { QueuedLimiter } from '../limiter/queued-limiter.ts';
import { WakeTimer } from '../limiter/wake-timer.ts';
import type { Runtime } from '../time/runtime.ts';
import type { FleetGate } from './fleet-gate.ts';
import type { FleetLink, LinkRequest } from './fleet-link.ts';
import type { FleetReply } from './wire.ts';
import { type Wish, wishesOf } from './wishes.ts';

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
export interface ConversationOptions {
  readonly limiter: QueuedLimiter;
  /** The common one first. */
  readonly gates: readonly FleetGate[];
  readonly link: FleetLink;
  readonly runtime: Runtime;
  readonly leaseMs: number;
  /** After every answer, and after every failure to get one; has to call {@link Conversation.consider}. */
  readonly afterwards: () => void;
}

/**
 * When to speak with the store, and what to say: one call at a time for the whole process, for all who wait and all that happened since
 * the last.
 *
 * @internal
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #timer: WakeTimer;
  readonly #gapMs: number;
  readonly #reportMs: number;
  readonly #keepMs: number;
  #current: Promise<void> | undefined;
  #asked: readonly Wish[] = [];
  #spokenAt = Number.NEGATIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #unusedSince = Number.POSITIVE_INFINITY;
  #polls = 0;
  #round = 0;
  #isLeaving = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#timer = new WakeTimer(options.runtime, () => this.consider());
    const accounts = options.gates.flatMap((gate) => gate.accounts);
    const kinds = accounts.map(({ constraint }) => constraint.kind);
    const spans = accounts.map(({ rememberMs }) => rememberMs).filter((ms) => ms > 0);
    this.#gapMs = Math.max(shortestGapMs, Math.min(longestGapMs, ...spans.map((ms) => ms / 200)));
    const shortest = kinds.includes('concurrency') ? 0 : Math.min(...spans);
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
    const { gates, leaseMs, limiter, link } = this.#options;
    const running = gates[0]?.running ?? 0;
    if (link.trouble !== undefined)
      return limiter.pending > 0 || (running > 0 && !this.#isLeaving)
        ? link.retryAt
        : Number.POSITIVE_INFINITY;
    if (gates.some((gate) => gate.hasPauseToTell(now))) return now;
    const stock = gates.some((gate) => gate.stock > 0);
    this.#unusedSince = stock ? Math.min(this.#unusedSince, now) : Number.POSITIVE_INFINITY;
    let at = Math.min(this.#unusedSince + keepUnusedMs, Math.max(this.#notBefore, this.#wantedAt(now)));
    if (gates.some(({ accounts }) => accounts.some(({ hasNews }) => hasNews)))
      at = Math.min(at, this.#spokenAt + this.#reportMs);
    if (running > 0) at = Math.min(at, this.#spokenAt + leaseMs / 3);
    return at;
  }

  /** When it is worth asking for those who wait. */
  #wantedAt(now: number): number {
    const { limiter } = this.#options;
    return Math.min(
      ...limiter.lanes.filter(({ waiting }) => waiting > 0).map((lane) => this.#askAt(lane, now)),
    );
  }

  #askAt(lane: Lane, now: number): number {
    return Math.max(...this.#gatesOf(lane).map((gate) => Math.max(gate.askAt, gate.opensHere(1, now))));
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
    const askedAt = runtime.monotonic();
    this.#timer.clear();
    this.#spokenAt = askedAt;
    const reply = await link.ask((isLost) => this.#compose(isLost));
    if (reply !== undefined) this.#learn(reply, askedAt);
  }

  #compose(isLost: boolean): LinkRequest {
    const { gates, leaseMs, limiter, link, runtime } = this.#options;
    const now = runtime.monotonic();
    // What is open is told without the stock: so it goes back, and is asked for anew.
    for (const gate of gates) gate.stock = 0;
    const open = limiter.lanes.filter((lane) =>
      this.#gatesOf(lane).every((gate) => gate.opensHere(1, now) <= now),
    );
    const isPaced = gates.some((gate) => gate.isPaced(now));
    this.#round += 1;
    this.#asked = this.#isLeaving ? [] : wishesOf(limiter.turns, open, isPaced ? 1 : mostAsked, this.#round);
    return {
      limits: gates.flatMap(({ accounts }) => accounts.map((account) => account.tell(now, isLost))),
      pauses: gates.map((gate) => gate.pauseToTell(now)),
      ask: this.#asked.map(
        ({ lane, cost, count }) => [gates.indexOf(lane.own as FleetGate) + 1, cost, count] as const,
      ),
      poll: Math.round(pollMs(this.#polls + 1, 0, 1) * 1_000),
      patience: Math.round((patienceMs + 2 * link.roundTripMs) * 1_000),
      lease: Math.round(leaseMs * 1_000),
      keep: this.#keepMs,
      leaving: this.#isLeaving && gates[0]?.running === 0,
    };
  }

  #learn(reply: FleetReply, askedAt: number): void {
    const { gates, runtime } = this.#options;
    const now = runtime.monotonic();
    for (const [index, { lane, cost }] of this.#asked.entries())
      for (const gate of this.#gatesOf(lane))
        if (gate.isShared) gate.stock += cost * (reply.grants[index] ?? 0);
    this.#polls = reply.grants.some((count) => count > 0) ? 0 : this.#polls + 1;
    let place = 0;
    for (const [index, gate] of gates.entries()) {
      for (const account of gate.accounts) {
        account.acknowledge(reply.used[place] ?? 0);
        place += 1;
      }
      gate.learnPause((reply.pauses[index] ?? 0) / 1_000, now);
      const wait = reply.waits[index] ?? 0;
      gate.isTimed = wait >= 0;
      if (wait > 0) gate.askAt = askedAt + wait / 1_000;
      else
        gate.askAt =
          wait === 0 ? Number.NEGATIVE_INFINITY : now + pollMs(this.#polls, reply.waiting, runtime.random());
    }
    // By chance, so that processes that wait for the same instant do not all come at it.
    const isHeld = reply.waits.some((wait) => wait !== 0);
    this.#notBefore = isHeld ? askedAt + this.#gapMs * (1 + runtime.random() / 2) : Number.NEGATIVE_INFINITY;
  }

  #gatesOf(lane: Lane): FleetGate[] {
    return (lane.own === undefined ? [lane.common] : [lane.common, lane.own]) as FleetGate[];
  }
}

/** When to look again for what nobody can tell: the longer it takes and the more processes wait, the more seldom each looks. */
function pollMs(polls: number, waiting: number, random: number): number {
  const alone = Math.min(longestPollMs, firstPollMs * 2 ** Math.min(8, polls));
  return alone * (1 + waiting / 8) * (0.75 + random / 2);
}
