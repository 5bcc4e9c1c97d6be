import type { RecoveryFailure, RecoveryVerdict } from '../channels/realtime-events.ts';
import { Continuity } from './continuity.ts';
import { DeliveredEvents } from './delivered-events.ts';
import { none } from './failure.ts';
import { type ChannelMessage, HeldEvents, type HeldTotal } from './held-events.ts';
import type { RecoveryMemory, Spoiled } from './memory.ts';
import { distance, isUpTo, later, type Position } from './position.ts';

/** `subscribing`: no confirmation yet. `waiting`: for the service's verdict. `live`: events pass. */
type Stage = 'subscribing' | 'waiting' | 'live';

/** What a subscribe frame asks for. */
export interface SubscribeWish {
  /** The stored events: how many, or since when. Undefined for none. */
  readonly rewind: unknown;
  /** The latest time of a verdict, by the monotonic clock: soon after it, the client gives up its wait. */
  readonly dueAtMs: number;
}

const unverifiable: RecoveryVerdict = { recovered: 'some', reason: 'unverifiable' };

/** One channel on one connection. */
export class ChannelRecovery {
  readonly name: string;
  stage: Stage = 'subscribing';
  /** Where its events ended on an earlier connection, or before the service confirmed it again. */
  from: Position | undefined;
  /** As the wish says. Nothing waits for the confirmation of a channel that is confirmed again. */
  dueAtMs: number;
  /** As the wish says. */
  rewind: unknown;
  /** Ends the time limit of the verdict. */
  clearLimit: () => void = () => {};
  /** The events wait from the start: they are asked for, or may come out of order. */
  #held: HeldEvents | undefined;
  #confirmation = '';
  #head: Position | undefined;
  /** The last event that the client got before the confirmation, which counts with it. */
  #early: Position | undefined;
  #isIncomplete = false;
  #isStopped = false;
  readonly #delivered: DeliveredEvents;
  readonly #continuity = new Continuity();
  readonly #memory: RecoveryMemory;
  readonly #total: HeldTotal;
  readonly #deliver: (text: string) => void;

  constructor(
    name: string,
    wish: SubscribeWish,
    memory: RecoveryMemory,
    total: HeldTotal,
    deliver: (text: string) => void,
  ) {
    this.name = name;
    this.dueAtMs = wish.dueAtMs;
    this.rewind = wish.rewind;
    this.from = memory.position(name);
    this.#delivered = new DeliveredEvents(this.from);
    this.#memory = memory;
    this.#total = total;
    this.#deliver = deliver;
    if (this.from !== undefined || this.wantsRewind) this.#held = new HeldEvents(total);
  }

  get wantsRewind(): boolean {
    return this.rewind !== undefined;
  }

  get heldCount(): number {
    return this.#held?.size ?? 0;
  }

  /** The service confirmed the subscription. Returns whether events wait for a verdict now. */
  confirm({ position: head, text }: ChannelMessage): boolean {
    if (this.stage === 'live') {
      this.#noteHole();
      this.from = this.#memory.position(this.name); // confirmed again
      this.dueAtMs = Infinity;
    }
    this.#confirmation = text;
    this.#head = head;
    if (this.from === undefined && !this.wantsRewind) {
      const waiting = this.#takeHeld(undefined); // for stored events that do not come
      this.#start(undefined);
      for (const message of waiting) this.#pass(message);
      this.#advance(head);
      this.#advance(this.#early);
      this.#continuity.begin(this.#memory.position(this.name));
      return false;
    }
    this.#held ??= new HeldEvents(this.#total);
    this.stage = 'waiting';
    if (head === undefined && !this.wantsRewind) this.release(none('unavailable'));
    return this.stage === 'waiting';
  }

  /** An event, or another message of the channel. */
  take(message: ChannelMessage): void {
    if (this.#held === undefined) this.#pass(message);
    else this.#held.add(message);
  }

  /** The limit is reached: the newest is dropped, or what waits is delivered. */
  overflow(): void {
    if (this.stage === 'waiting') this.release({ recovered: 'some', reason: 'overflow' });
    else this.#isIncomplete = true;
  }

  /** The service says that it replayed `count` events, up to a place. What came must agree. */
  succeed(count: unknown, end: Position | undefined): void {
    const isComplete = this.#isIncomplete || this.#isWhole(count, end); // the former has its own verdict
    this.release(isComplete ? { recovered: 'all' } : unverifiable, end);
  }

  /** The service says how many stored events it gave, and whether it has more of those asked for. */
  rewound({ complete, historical_count: count }: Readonly<Record<string, unknown>>): void {
    const came = this.#held?.countStored(this.#head) ?? 0;
    const isAsked = complete === true || count === this.rewind;
    if (typeof count === 'number' && count > 0 && came >= count && isAsked)
      this.release({ recovered: 'all' });
    else this.release({ recovered: came > 0 && count !== 0 ? 'some' : 'none', reason: 'unavailable' });
  }

  /** Delivers the confirmation with its verdict, and then what waited. */
  release(given: RecoveryVerdict, end?: Position): void {
    this.clearLimit();
    const messages = this.#takeHeld(this.from);
    const isPartial = messages.some(({ position }) => position !== undefined && isUpTo(position, this.#head));
    const spoiled = this.#memory.takeSpoiled(this.name);
    const verdict = this.#judge(given, isPartial, spoiled);
    if (this.#head === undefined) this.#memory.setPosition(this.name, undefined);
    this.#start(verdict);
    for (const message of messages) this.#pass(message);
    if (this.#isStopped) {
      if (spoiled) this.#memory.spoil(this.name, spoiled); // nobody read the verdict
      return; // by a listener: the rest was not delivered
    }
    if (verdict.reason === 'overflow') this.#end(this.#memory.position(this.name));
    else this.#end(this.#head); // then the rest of the replay passes
    if (verdict.reason !== 'overflow' && end?.stream === this.#head?.stream) this.#end(end);
    this.#continuity.begin(this.#memory.position(this.name));
  }

  /** This client sent an event. */
  sent(): void {
    this.#continuity.sent();
  }

  /** The service refused something, which may be an event that this client sent. */
  doubtSent(): void {
    this.#continuity.doubt();
  }

  /** The client left the channel, or the connection ended. */
  stop(): void {
    if (this.stage === 'live') this.#noteHole();
    this.#isStopped = true;
    this.clearLimit();
    this.#held?.end();
  }

  /** The next recovery begins after the last event, so it does not bring one that is missing before that. */
  #noteHole(): void {
    if (this.#continuity.hasHole(this.#memory.position(this.name)))
      this.#memory.spoil(this.name, 'unverifiable');
  }

  /** Whether each event came from the last one to the end of the replay, and to the confirmation's place. */
  #isWhole(count: unknown, end: Position | undefined): boolean {
    const { from } = this;
    const head = this.#head;
    if (from === undefined || from.stream !== head?.stream) return false;
    if (end !== undefined && end.stream !== head.stream) return false;
    const last = later(end, head);
    const came = this.#held?.count(from, last) ?? 0;
    return BigInt(came) === distance(from, last) && !(typeof count === 'number' && came < count);
  }

  #takeHeld(from: Position | undefined): readonly ChannelMessage[] {
    const messages = this.#held?.inOrder(from, this.#head) ?? [];
    this.#held?.end();
    this.#held = undefined;
    return messages;
  }

  #judge(given: RecoveryVerdict, isPartial: boolean, spoiled: Spoiled | undefined): RecoveryVerdict {
    const worse = (reason: RecoveryFailure): RecoveryVerdict =>
      given.recovered === 'all' ? { recovered: 'some', reason } : given;
    if (spoiled) return worse(spoiled);
    if (this.#isIncomplete) return worse('overflow');
    return given.recovered === 'none' && isPartial ? { ...given, recovered: 'some' } : given;
  }

  #start(verdict: RecoveryVerdict | undefined): void {
    const { name, rewind } = this;
    this.stage = 'live';
    this.rewind = undefined;
    this.#isIncomplete = false;
    this.#memory.verdict = verdict && { channel: name, of: verdict, rewind };
    this.#deliver(this.#confirmation);
    this.#memory.verdict = undefined;
  }

  /** Serials decide what is a double; ids, where there are none. */
  #pass(message: ChannelMessage): void {
    const { messageId, position, text } = message;
    if (this.#isStopped) return;
    const isNewId = this.#memory.addId(this.name, messageId);
    if (!(position === undefined ? isNewId : this.#delivered.add(position))) return;
    this.#deliver(text);
    if (position !== undefined) this.#continuity.received();
    if (this.stage === 'live') this.#advance(position);
    else this.#early = position ?? this.#early;
  }

  /** The events up to here were given, or reported missing. */
  #end(position: Position | undefined): void {
    this.#advance(position);
    if (position !== undefined) this.#delivered.raise(position);
  }

  #advance(position: Position | undefined): void {
    if (position === undefined || this.#isStopped) return;
    this.#memory.setPosition(this.name, later(this.#memory.position(this.name), position));
  }
}
