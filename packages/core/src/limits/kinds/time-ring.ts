/**
 * A ring buffer of amounts in the order of their instants, in two flat arrays that grow as needed. Amounts
 * within `granuleMs` of each other share one entry with the instant of the latest: this bounds the memory of
 * large limits. An amount that seems younger than it is errs on the safe side.
 */
export class TimeRing {
  readonly #granuleMs: number;
  #instants = new Float64Array(8);
  #amounts = new Float64Array(8);
  #head = 0;
  #length = 0;
  #newestFirst = 0;

  constructor(granuleMs: number) {
    this.#granuleMs = granuleMs;
  }

  get length(): number {
    return this.#length;
  }

  /** The instant of the oldest entry; `Infinity` when empty. */
  get oldest(): number {
    return this.#length === 0 ? Infinity : (this.#instants[this.#head] as number);
  }

  /** Adds at the new end; `instant` must not be before the newest entry. */
  push(instant: number, amount: number): void {
    const mask = this.#instants.length - 1;
    if (this.#length > 0 && instant - this.#newestFirst <= this.#granuleMs) {
      const newest = (this.#head + this.#length - 1) & mask;
      this.#instants[newest] = instant;
      this.#amounts[newest] = (this.#amounts[newest] as number) + amount;
      return;
    }
    if (this.#length === this.#instants.length) this.#grow();
    const slot = (this.#head + this.#length) & (this.#instants.length - 1);
    this.#instants[slot] = instant;
    this.#amounts[slot] = amount;
    this.#newestFirst = instant;
    this.#length += 1;
  }

  /** Removes the oldest entry and returns its amount. */
  shift(): number {
    if (this.#length === 0) return 0;
    const amount = this.#amounts[this.#head] as number;
    this.#head = (this.#head + 1) & (this.#instants.length - 1);
    this.#length -= 1;
    return amount;
  }

  /** Removes `amount` units, the oldest first. */
  drain(amount: number): void {
    let left = amount;
    while (left > 0 && this.#length > 0) {
      const oldest = this.#amounts[this.#head] as number;
      if (oldest > left) {
        this.#amounts[this.#head] = oldest - left;
        return;
      }
      left -= oldest;
      this.shift();
    }
  }

  /** Sum of the amounts after `instant`. */
  amountSince(instant: number): number {
    const mask = this.#instants.length - 1;
    let sum = 0;
    for (let index = this.#length - 1; index >= 0; index -= 1) {
      const slot = (this.#head + index) & mask;
      if (!((this.#instants[slot] as number) > instant)) break;
      sum += this.#amounts[slot] as number;
    }
    return sum;
  }

  /** The newest entries that add up to `amount`: instant and amount, alternating, the oldest first. */
  newest(amount: number): number[] {
    const mask = this.#instants.length - 1;
    const reversed: number[] = [];
    let left = amount;
    for (let index = this.#length - 1; index >= 0 && left > 0; index -= 1) {
      const slot = (this.#head + index) & mask;
      const part = Math.min(left, this.#amounts[slot] as number);
      reversed.push(part, this.#instants[slot] as number);
      left -= part;
    }
    return reversed.reverse();
  }

  /** The instant of the `amount`-th unit, counted from the oldest; `undefined` when there are fewer units. */
  instantOf(amount: number): number | undefined {
    const mask = this.#instants.length - 1;
    let sum = 0;
    for (let index = 0; index < this.#length; index += 1) {
      const slot = (this.#head + index) & mask;
      sum += this.#amounts[slot] as number;
      if (sum >= amount) return this.#instants[slot];
    }
    return undefined;
  }

  #grow(): void {
    const size = this.#instants.length;
    const instants = new Float64Array(size * 2);
    const amounts = new Float64Array(size * 2);
    for (let index = 0; index < this.#length; index += 1) {
      const slot = (this.#head + index) & (size - 1);
      instants[index] = this.#instants[slot] as number;
      amounts[index] = this.#amounts[slot] as number;
    }
    this.#instants = instants;
    this.#amounts = amounts;
    this.#head = 0;
  }
}
