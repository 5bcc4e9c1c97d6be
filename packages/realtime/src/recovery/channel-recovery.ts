import type { RecoveryFailure, RecoveryVerdict } from '../channels/realtime-events.ts';
import { none } from './failure.ts';
import { type ChannelMessage, HeldEvents } from './held-events.ts';
import type { RecoveryMemory } from './memory.ts';
import { isUpTo, later, type Position } from './position.ts';

/** `subscribing`: no confirmation yet. `waiting`: for the service's verdict. `live`: events pass. */
type Stage = 'subscribing' | 'waiting' | 'live';

/** One channel on one connection. */
export class ChannelRecovery {
  readonly name: string;
  stage: Stage = 'subscribing';
  /** Where its events ended on an earlier connection, or before the service confirmed it again. */
  from: Position | undefined;
  /** When the client gives up the wait for the confirmation, by the monotonic clock. */
  readonly dueAtMs: number;
  /** The frame asked for stored events. */
  wantsRewind: boolean;
  /** The events wait from the start: they are asked for, or may come out of order. */
  #held: HeldEvents | undefined;
  #confirmation = '';
  #head: Position | undefined;
  /** The last event that the client got before the confirmation, which counts with it. */
  #early: Position | undefined;
  /** Events up to here were given or reported missing: later copies of them are doubles. */
  #floor: Position | undefined;
  #isIncomplete = false;
  #isStopped = false;
  readonly #memory: RecoveryMemory;
  readonly #deliver: (text: string) => void;

  constructor(
    name: string,
    wish: { readonly wantsRewind: boolean; readonly dueAtMs: number },
    memory: RecoveryMemory,
    deliver: (text: string) => void,
  ) {
    this.name = name;
    this.dueAtMs = wish.dueAtMs;
    this.wantsRewind = wish.wantsRewind;
    this.from = memory.position(name);
    this.#memory = memory;
    this.#deliver = deliver;
    if (this.from !== undefined || this.wantsRewind) this.#held = new HeldEvents();
  }

  get heldLength(): number {
    return this.#held?.length ?? 0;
  }

  get heldCount(): number {
    return this.#held?.size ?? 0;
  }

  /** The service confirmed the subscription. Returns whether events wait for a verdict now. */
  confirm({ position: head, text }: ChannelMessage): boolean {
    if (this.stage === 'live') this.from = this.#memory.position(this.name); // confirmed again
    this.#confirmation = text;
    this.#head = head;
    if (this.from === undefined && !this.wantsRewind) {
      const waiting = this.#held?.inOrder(undefined, head) ?? []; // for stored events that do not come
      this.#held = undefined;
      this.#start(undefined);
      for (const message of waiting) this.#pass(message);
      this.#advance(head);
      this.#advance(this.#early);
      return false;
    }
    this.#held ??= new HeldEvents();
    this.stage = 'waiting';
    if (head === undefined && !this.wantsRewind) this.release(none('unavailable'));
    return this.stage === 'waiting';
  }

  /** An event, or another message of the channel. */
  take(message: ChannelMessage): void {
    if (this.#held === undefined) this.#pass(message);
    else this.#held.add(message);
  }

  /** There is no space for more: the newest is dropped, or what waits is delivered. */
  overflow(): void {
    if (this.stage === 'waiting') this.release({ recovered: 'some', reason: 'overflow' });
    else this.#isIncomplete = true;
  }

  /** The service says that it replayed `count` events, up to a place. */
  succeed(count: unknown, end: Position | undefined): void {
    const isComplete = typeof count !== 'number' || this.#replayed(end) >= count;
    this.release(isComplete ? { recovered: 'all' } : { recovered: 'some', reason: 'unverifiable' }, end);
  }

  #replayed(end: Position | undefined): number {
    return this.#held?.count(this.from, end) ?? 0;
  }

  /** Delivers the confirmation with its verdict, and then what waited. */
  release(given: RecoveryVerdict, end?: Position): void {
    const messages = this.#held?.inOrder(this.from, this.#head) ?? [];
    const isPartial = messages.some(({ position }) => position !== undefined && isUpTo(position, this.#head));
    const verdict = this.#judge(given, isPartial);
    this.#held = undefined;
    if (this.#head === undefined) this.#memory.setPosition(this.name, undefined);
    this.#start(verdict);
    for (const message of messages) this.#pass(message);
    if (this.#isStopped) return; // by a listener: the rest was not delivered
    if (verdict.reason !== 'overflow') this.#advance(this.#head); // else the rest of the replay passes
    if (end?.stream === this.#head?.stream) this.#advance(end);
    this.#floor = this.#memory.position(this.name);
  }

  /** The client left the channel. */
  stop(): void {
    this.#isStopped = true;
  }

  #judge(given: RecoveryVerdict, isPartial: boolean): RecoveryVerdict {
    const worse = (reason: RecoveryFailure): RecoveryVerdict =>
      given.recovered === 'all' ? { recovered: 'some', reason } : given;
    if (this.#memory.takeSpoiled(this.name)) return worse('undelivered');
    if (this.#isIncomplete) return worse('overflow');
    return given.recovered === 'none' && isPartial ? { ...given, recovered: 'some' } : given;
  }

  #start(verdict: RecoveryVerdict | undefined): void {
    const { name } = this;
    this.stage = 'live';
    this.wantsRewind = false;
    this.#isIncomplete = false;
    this.#memory.verdict = verdict && { channel: name, of: verdict };
    this.#deliver(this.#confirmation);
    this.#memory.verdict = undefined;
  }

  #pass(message: ChannelMessage): void {
    const { messageId, position, text } = message;
    if (this.#isStopped) return;
    if (position !== undefined && isUpTo(position, this.#floor)) return;
    if (!this.#memory.recentIds.add(messageId, true)) return;
    this.#deliver(text);
    if (this.stage === 'live') this.#advance(position);
    else this.#early = position ?? this.#early;
  }

  #advance(position: Position | undefined): void {
    if (position === undefined || this.#isStopped) return;
    this.#memory.setPosition(this.name, later(this.#memory.position(this.name), position));
  }
}
