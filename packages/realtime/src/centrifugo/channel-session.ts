import type { RecoveryVerdict } from '../channels/realtime-events.ts';
import { compareSerials, type Position } from '../recovery/position.ts';
import type { ClientState } from './client-state.ts';
import { ConnectedMembers } from './connected-members.ts';
import { type CentrifugoEventForm, readEvent } from './event-form.ts';
import { type Fields, readFields, readList, readOffset, readText, writeFrame } from './wire.ts';

/** A publication, or a change of members. `exact` has its integers as text. */
export interface ChannelPush {
  readonly fields: Fields;
  readonly exact: Fields;
}

/** The session of a channel. */
export interface ChannelPort {
  readonly state: ClientState;
  readonly form: CentrifugoEventForm;
  deliver(text: string): void;
  /** A publication that cannot be read. */
  unreadable(reason: string): void;
  /** Too many pushes wait. */
  overflow(): void;
}

const maxWaiting = 10_000;

/** One subscription, from its command to its end. */
export class ChannelSession {
  /** The client's name of the channel. */
  readonly name: string;
  readonly isPresence: boolean;
  /** The place of the last event that was delivered. */
  readonly from: Position | undefined;
  readonly #port: ChannelPort;
  readonly #members: ConnectedMembers;
  /** Publications and changes before the confirmation; undefined after it. */
  #waiting: ChannelPush[] | undefined = [];
  #reply: ChannelPush = { fields: {}, exact: {} };
  #epoch = '';
  #isStopped = false;

  constructor(name: string, port: ChannelPort) {
    this.name = name;
    this.isPresence = name.startsWith('presence-');
    this.from = port.state.memory.position(name);
    this.#port = port;
    this.#members = new ConnectedMembers(name);
  }

  /** The reply to the subscribe command. The confirmation of a presence channel waits for its members. */
  subscribed(fields: Fields, exact: Fields): void {
    this.#reply = { fields, exact };
    this.#epoch = fields['recoverable'] === true ? readText(fields, 'epoch') : '';
  }

  /** Delivers the confirmation with its verdict, the missed events, and what waited. */
  confirm(presence: Fields): void {
    const { state } = this.#port;
    const { exact, fields } = this.#reply;
    const verdict = this.#judge();
    const head = readOffset(exact);
    const missed = zip(readList(fields, 'publications'), readList(exact, 'publications'));
    state.verdict = verdict && { channel: this.name, of: verdict };
    const roster = this.isPresence ? this.#members.replace(presence, state.connection) : {};
    this.#port.deliver(writeFrame('pusher_internal:subscription_succeeded', roster, this.name));
    state.verdict = undefined;
    if (this.#isStopped) return; // the client left meanwhile: the next confirmation has a verdict on all this
    state.clearDoubt(this.name);
    if (verdict?.recovered === 'none' || this.from === undefined) this.#setPosition(head);
    for (const each of missed) this.#publish(each);
    if (head !== undefined && !this.#isStopped && !this.#isDelivered(head)) this.#setPosition(head);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const each of waiting) this.take(each);
  }

  take(push: ChannelPush): void {
    if (this.#isStopped) return;
    if (this.#waiting !== undefined) {
      if (this.#waiting.push(push) > maxWaiting) this.#port.overflow();
      return;
    }
    const { fields, exact } = push;
    if ('pub' in fields) {
      const publication = { fields: readFields(fields, 'pub'), exact: readFields(exact, 'pub') };
      this.#noticeHole(publication);
      this.#publish(publication);
    }
    if (!this.isPresence) return;
    const joined = 'join' in fields && this.#members.join(readFields(readFields(fields, 'join'), 'info'));
    const left = 'leave' in fields && this.#members.leave(readFields(readFields(fields, 'leave'), 'info'));
    for (const text of [joined, left]) if (text) this.#port.deliver(text);
  }

  /** The client left the channel. */
  stop(): void {
    this.#isStopped = true;
  }

  #judge(): RecoveryVerdict | undefined {
    const { fields, exact } = this.#reply;
    const doubt = this.#port.state.doubt(this.name);
    if (this.from === undefined) return doubt && { recovered: 'none', reason: doubt };
    if (fields['recovered'] === true && this.#epoch === this.from.stream) {
      const reason = doubt ?? (isContiguous(this.from, exact) ? undefined : 'unverifiable');
      return reason === undefined ? { recovered: 'all' } : { recovered: 'some', reason };
    }
    if (this.#epoch === '') return { recovered: 'none', reason: 'unavailable' };
    if (this.#epoch !== this.from.stream) return { recovered: 'none', reason: 'reset' };
    const isAhead = compareSerials(this.from.serial, readOffset(exact) ?? '0') > 0;
    return { recovered: 'none', reason: isAhead ? 'unverifiable' : 'expired' };
  }

  /** The service ends a subscription that missed something. If it does not, the next recovery is partial. */
  #noticeHole({ exact }: ChannelPush): void {
    const { state, unreadable } = this.#port;
    const position = state.memory.position(this.name);
    const offset = readOffset(exact);
    if (offset === undefined || position === undefined || position.stream !== this.#epoch) return;
    if (!isHole(position.serial, offset) || !state.addDoubt(this.name, 'unverifiable')) return;
    unreadable(`publications on ${this.name} are missing: offset ${offset} follows ${position.serial}`);
  }

  #publish({ fields, exact }: ChannelPush): void {
    if (this.#isStopped) return;
    const offset = readOffset(exact);
    const hasPlace = offset !== undefined && offset !== '0' && this.#epoch !== '';
    if (hasPlace && this.#isDelivered(offset)) return;
    const info = readFields(fields, 'info');
    if (!this.#port.state.isOwn(readText(info, 'client'))) this.#deliver(fields, info);
    if (hasPlace && !this.#isStopped) this.#setPosition(offset);
  }

  #deliver(fields: Fields, info: Fields): void {
    const isOfClient = 'info' in fields;
    let text: string;
    try {
      const { event, data } = readEvent(this.#port.form, fields['data'], isOfClient);
      text = writeFrame(event, data, this.name, readText(info, 'user') || undefined);
    } catch (error) {
      this.#port.unreadable(`a publication on ${this.name} is unreadable: ${String(error)}`);
      return;
    }
    this.#port.deliver(text);
  }

  #isDelivered(offset: string): boolean {
    const position = this.#port.state.memory.position(this.name);
    return position?.stream === this.#epoch && compareSerials(offset, position.serial) <= 0;
  }

  #setPosition(serial: string | undefined): void {
    const isKnown = serial !== undefined && this.#epoch !== '';
    const position = isKnown ? { stream: this.#epoch, serial } : undefined;
    this.#port.state.memory.setPosition(this.name, position);
  }
}

const none: Fields = {};

function zip(fields: readonly Fields[], exact: readonly Fields[]): readonly ChannelPush[] {
  return fields.map((each, index) => ({ fields: each, exact: exact[index] ?? none }));
}

/** Whether the reply has each publication after the position, up to its own offset. */
function isContiguous(from: Position, reply: Fields): boolean {
  let end = from.serial;
  for (const publication of readList(reply, 'publications')) {
    const offset = readOffset(publication);
    if (offset === undefined || isHole(end, offset)) return false;
    if (compareSerials(offset, end) > 0) end = offset;
  }
  return compareSerials(readOffset(reply) ?? '0', end) <= 0;
}

function isHole(serial: string, next: string): boolean {
  return BigInt(next) > BigInt(serial) + 1n;
}
