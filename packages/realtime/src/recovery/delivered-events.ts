import { isUpTo, later, nextSerial, type Position } from './position.ts';

// Bounds what is remembered of a channel whose serials have holes.
const maxAbove = 1_000;

/** Which events of a channel were delivered: all up to a floor, and single ones above it. */
export class DeliveredEvents {
  #floor: Position | undefined;
  readonly #above = new Map<string, Position>();

  constructor(floor: Position | undefined) {
    this.#floor = floor;
  }

  /** Returns false for an event that was delivered, or reported missing. */
  add(position: Position): boolean {
    const key = keyOf(position);
    if (isUpTo(position, this.#floor) || this.#above.has(key)) return false;
    this.#above.set(key, position);
    const [oldest] = this.#above.size > maxAbove ? this.#above.values() : [];
    if (oldest !== undefined) this.raise(oldest);
    else this.#join();
    return true;
  }

  /** Nothing up to this place is delivered any more. */
  raise(to: Position): void {
    this.#floor = later(this.#floor, to);
    for (const [key, position] of this.#above)
      if (position.stream !== to.stream || isUpTo(position, this.#floor)) this.#above.delete(key);
    this.#join();
  }

  /** Forgets the single ones that the floor has reached. */
  #join(): void {
    for (let next = following(this.#floor); next && this.#above.delete(keyOf(next)); next = following(next))
      this.#floor = next;
  }
}

function following(position: Position | undefined): Position | undefined {
  return position && { stream: position.stream, serial: nextSerial(position.serial) };
}

function keyOf({ stream, serial }: Position): string {
  return `${serial} ${stream}`;
}
