const minToCompact = 64;

/** First in, first out, in constant time: `Array.shift` copies the rest of a long array. */
export class Queue<Item> {
  #items: (Item | undefined)[] = [];
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  peek(): Item | undefined {
    return this.#items[this.#first];
  }

  shift(): Item | undefined {
    if (this.#first === this.#items.length) return undefined;
    const item = this.#items[this.#first];
    this.#items[this.#first] = undefined;
    this.#first += 1;
    // Each copy moves at most as many items as were shifted since the last copy.
    if (this.#first >= minToCompact && this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** Keeps the oldest `size` items. Returns the others. */
  truncate(size: number): readonly (Item | undefined)[] {
    return this.#items.splice(this.#first + size);
  }
}
