import { distance, type Position } from './position.ts';

/** Whether each event of a channel came, by the number of them between two serials. */
export class Continuity {
  #from: Position | undefined;
  #count = 0;

  /** All events up to this place came, or were reported missing. */
  begin(from: Position | undefined): void {
    this.#from = from;
    this.#count = 0;
  }

  /** An event came, or this client sent one: it has a serial, and is not sent back. */
  add(): void {
    this.#count += 1;
  }

  /** Whether an event before this place did not come. */
  hasHole(last: Position | undefined): boolean {
    const from = this.#from;
    return from !== undefined && from.stream === last?.stream && distance(from, last) > this.#count;
  }
}
