import type { Runtime } from '@org/core';
import { createTimer, type Timer } from '../../connection/timer.ts';
import { createQueue, type Queue } from './queue.ts';

/** @internal */
export interface BoundedQueueOptions {
  readonly runtime: Runtime;
  readonly limit: number;
  /** More than `limit` items remain after a turn of the event loop. The callback removes them. */
  overflowed(): void;
}

/** @internal */
export interface BoundedQueue<Item> extends Queue<Item> {
  /** Cancels the scheduled check. */
  stop(): void;
}

// The shortest delay that on all platforms, and on a manual clock, ends after the turn of the reader.
const turnMs = 1;
// Bounds the memory within one turn.
const maxInOneTurn = 200_000;

/**
 * A queue with a limit on the items that remain after a turn of the event loop. One read of a socket may
 * bring more items than the limit, and a reader that only reads takes them all before the next turn.
 *
 * @internal
 */
export function createBoundedQueue<Item>(options: BoundedQueueOptions): BoundedQueue<Item> {
  return new LimitedQueue(options);
}

class LimitedQueue<Item> implements BoundedQueue<Item> {
  readonly #options: BoundedQueueOptions;
  readonly #queue = createQueue<Item>();
  /** Runs while a check is scheduled. */
  #turn: Timer | undefined;

  constructor(options: BoundedQueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#queue.size;
  }

  peek(): Item | undefined {
    return this.#queue.peek();
  }

  shift(): Item | undefined {
    return this.#queue.shift();
  }

  truncate(size: number): void {
    this.#queue.truncate(size);
  }

  push(item: Item): void {
    const { limit, runtime } = this.#options;
    this.#queue.push(item);
    if (this.size > limit + maxInOneTurn) this.#check();
    else if (this.size > limit && this.#turn === undefined) {
      this.#turn = createTimer(runtime);
      this.#turn.start(turnMs, () => this.#check());
    }
  }

  stop(): void {
    this.#turn?.stop();
    this.#turn = undefined;
  }

  #check(): void {
    this.stop();
    if (this.size > this.#options.limit) this.#options.overflowed();
  }
}
