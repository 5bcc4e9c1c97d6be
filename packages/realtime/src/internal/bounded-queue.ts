import { type Runtime, startTimer } from '@org/core/basics';
import { Queue } from './queue.ts';

export interface BoundedQueueOptions {
  readonly runtime: Runtime;
  readonly limit: number;
  /** Which items to drop above the limit. @defaultValue the newest */
  readonly overflow?: 'error' | 'drop-oldest' | 'drop-newest';
  /** Items were dropped: more than `limit` remained after a turn of the event loop. */
  overflowed(count: number, dropped: readonly unknown[]): void;
}

// The shortest delay that on all platforms, and on a manual clock, ends after the turn of the reader.
const turnMs = 1;
// Bounds the memory within one turn.
const maxInOneTurn = 200_000;

/**
 * A queue with a limit on the items that remain after a turn of the event loop. One read of a socket may
 * bring more items than the limit, and a reader that only reads takes them all before the next turn.
 */
export class BoundedQueue<Item> extends Queue<Item> {
  readonly #options: BoundedQueueOptions;
  /** While a check is scheduled. */
  #clearTurn: (() => void) | undefined;

  constructor(options: BoundedQueueOptions) {
    super();
    this.#options = options;
  }

  override push(item: Item): void {
    const { limit, runtime } = this.#options;
    super.push(item);
    if (this.size > limit + maxInOneTurn) this.#check();
    else if (this.size > limit) this.#clearTurn ??= startTimer(runtime, turnMs, () => this.#check());
  }

  /** Cancels the scheduled check. */
  stop(): void {
    this.#clearTurn?.();
    this.#clearTurn = undefined;
  }

  #check(): void {
    const { limit, overflow, overflowed } = this.#options;
    const excess = this.size - limit;
    this.stop();
    if (excess <= 0) return;
    const isOldest = overflow === 'drop-oldest';
    const dropped = isOldest ? Array.from({ length: excess }, () => this.shift()) : this.truncate(limit);
    overflowed(excess, dropped);
  }
}
