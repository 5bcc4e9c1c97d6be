/**
 * First in, first out, in constant time: `Array.shift` copies the rest of a long array.
 *
 * @internal
 */
export interface Queue<Item> {
  readonly size: number;
  push(item: Item): void;
  shift(): Item | undefined;
  peek(): Item | undefined;
  /** Keeps the oldest `size` items. */
  truncate(size: number): void;
}

const minToCompact = 64;

/** @internal */
export function createQueue<Item>(): Queue<Item> {
  let items: (Item | undefined)[] = [];
  let first = 0;
  return {
    get size() {
      return items.length - first;
    },
    push: (item) => void items.push(item),
    peek: () => items[first],
    shift() {
      if (first === items.length) return undefined;
      const item = items[first];
      items[first] = undefined;
      first += 1;
      // Each copy moves at most as many items as were shifted since the last copy.
      if (first >= minToCompact && first * 2 >= items.length) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
    truncate(size) {
      items.length = Math.min(items.length, first + size);
    },
  };
}
