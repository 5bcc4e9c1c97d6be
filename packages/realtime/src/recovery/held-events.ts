import { compareSerials, isUpTo, type Position, readMessageId, readPosition } from './position.ts';
import type { Message } from './wire.ts';

/** A message of a channel that waits, or passes. */
export type ChannelMessage = ReturnType<typeof toChannelMessage>;

export function toChannelMessage({ fields, text }: Message) {
  return { text, position: readPosition(fields), messageId: readMessageId(fields['message_id']) };
}

/** The length of what waits in all channels of a connection. */
export interface HeldTotal {
  length: number;
}

/** The messages of a channel that wait for the service's verdict: replayed and live ones, in any order. */
export class HeldEvents {
  #length = 0;
  readonly #messages: ChannelMessage[] = [];
  readonly #total: HeldTotal;

  constructor(total: HeldTotal) {
    this.#total = total;
  }

  get size(): number {
    return this.#messages.length;
  }

  add(message: ChannelMessage): void {
    this.#length += message.text.length;
    this.#total.length += message.text.length;
    this.#messages.push(message);
  }

  /** They wait no longer. */
  end(): void {
    this.#total.length -= this.#length;
    this.#length = 0;
  }

  /** Each event after `from` once, and what has no position. Those with a position are in their order. */
  inOrder(from: Position | undefined, head: Position | undefined): readonly ChannelMessage[] {
    const seen = new Set<string>();
    let last = head; // a message without a position is as late as the latest before it
    const places = this.#messages.map((message) => {
      const { position } = message;
      if (position !== undefined && (last === undefined || !isUpTo(position, last))) last = position;
      return { message, at: position ?? last };
    });
    return places
      .filter(({ message: { position } }) => {
        if (position === undefined) return true;
        const key = `${position.serial} ${position.stream}`;
        if (seen.has(key) || isUpTo(position, from)) return false;
        seen.add(key);
        return true;
      })
      .sort((one, two) => compare(one.at, two.at, head))
      .map(({ message }) => message);
  }

  /** How many different events are after `from`, and not after `to`. */
  count(from: Position | undefined, to: Position | undefined): number {
    return this.inOrder(from, undefined).filter(
      ({ position }) => position !== undefined && isUpTo(position, to),
    ).length;
  }

  /** How many may be stored ones: not after `head`, or without a position. */
  countStored(head: Position | undefined): number {
    return this.inOrder(undefined, undefined).filter(
      ({ position }) => position === undefined || isUpTo(position, head),
    ).length;
  }
}

/** Events of an earlier stream come first. */
function compare(one: Position | undefined, two: Position | undefined, head: Position | undefined): number {
  if (one === undefined || two === undefined) return Number(one !== undefined) - Number(two !== undefined);
  if (one.stream === two.stream) return compareSerials(one.serial, two.serial);
  return Number(one.stream === head?.stream) - Number(two.stream === head?.stream);
}
