import { distance, type Position } from './position.ts';

/** Whether each event of a channel came, by the number of them between two serials. */
export class Continuity {
  #from: Position | undefined;
  #received = 0;
  /** Own events have serials, and are not sent back. Those after the last event are before no other. */
  #own = 0;
  #ownSinceLast = 0;

  /** All events up to this place came, or were reported missing. */
  begin(from: Position | undefined): void {
    this.#from = from;
    this.#received = 0;
    this.doubt();
  }

  received(): void {
    this.#received += 1;
    this.#own += this.#ownSinceLast;
    this.#ownSinceLast = 0;
  }

  sent(): void {
    this.#ownSinceLast += 1;
  }

  /** The service refused something: each own event may have no serial. */
  doubt(): void {
    this.#own = 0;
    this.#ownSinceLast = 0;
  }

  /** Whether an event before this place did not come. */
  hasHole(last: Position | undefined): boolean {
    const from = this.#from;
    return (
      from !== undefined && from.stream === last?.stream && distance(from, last) > this.#received + this.#own
    );
  }
}
