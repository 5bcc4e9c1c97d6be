import type { Runtime } from '@org/core';
import { type BoundedQueue, createBoundedQueue } from './bounded-queue.ts';

/** @internal */
export interface OrderedStepsOptions<Item> {
  readonly runtime: Runtime;
  /** Items that may wait for an asynchronous step. */
  readonly limit: number;
  /** Must not throw or reject. Returns a promise only if it must wait. */
  step(item: Item): Promise<void> | undefined;
  /** The newest items were dropped. */
  overflowed(count: number): void;
}

/**
 * Runs one step for each item, in order, also when a step is asynchronous. Synchronous steps run at once.
 *
 * @internal
 */
export class OrderedSteps<Item> {
  readonly #options: OrderedStepsOptions<Item>;
  readonly #waiting: BoundedQueue<Item>;
  #isBusy = false;

  constructor(options: OrderedStepsOptions<Item>) {
    this.#options = options;
    const { limit, runtime } = options;
    this.#waiting = createBoundedQueue({ runtime, limit, overflowed: () => this.#overflow() });
  }

  /** A step is asynchronous and has not settled. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Items whose step has not started. */
  get waiting(): number {
    return this.#waiting.size;
  }

  take(item: Item): void {
    if (this.#isBusy) {
      this.#waiting.push(item);
      return;
    }
    const pending = this.#options.step(item);
    if (pending !== undefined) void this.#drainAfter(pending);
  }

  /** Drops the waiting items. */
  stop(): void {
    this.#waiting.truncate(0);
    this.#waiting.stop();
  }

  #overflow(): void {
    const { limit, overflowed } = this.#options;
    const count = this.#waiting.size - limit;
    this.#waiting.truncate(limit);
    overflowed(count);
  }

  async #drainAfter(pending: Promise<void>): Promise<void> {
    this.#isBusy = true;
    await pending;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const after = this.#options.step(next);
      if (after !== undefined) await after;
    }
    this.#isBusy = false;
  }
}
