import { BoundedQueue, type BoundedQueueOptions } from './bounded-queue.ts';

export interface OrderedStepsOptions<Item> extends BoundedQueueOptions {
  /** Must not throw or reject. Returns a promise only if it must wait. */
  step(item: Item): Promise<void> | undefined;
}

/** Runs one step for each item, in order, also when a step is asynchronous. Synchronous steps run at once. */
export class OrderedSteps<Item> {
  /** `limit`: the items that may wait for an asynchronous step. */
  readonly #options: OrderedStepsOptions<Item>;
  /** After the first item that waited. */
  #waiting: BoundedQueue<Item> | undefined;
  /** While an asynchronous step has not settled. */
  #draining: Promise<void> | undefined;

  constructor(options: OrderedStepsOptions<Item>) {
    this.#options = options;
  }

  /** A step is asynchronous and has not settled. */
  get isBusy(): boolean {
    return this.#draining !== undefined;
  }

  /** Items whose step has not started. */
  get waiting(): number {
    return this.#waiting?.size ?? 0;
  }

  /** Returns a promise for the end of all steps, if one is asynchronous. */
  take(item: Item): Promise<void> | undefined {
    if (this.#draining === undefined) {
      const pending = this.#options.step(item);
      if (pending !== undefined) this.#draining = this.#drainAfter(pending);
    } else {
      this.#waiting ??= new BoundedQueue(this.#options);
      this.#waiting.push(item);
    }
    return this.#draining;
  }

  /** Drops the waiting items. */
  stop(): void {
    this.#waiting?.truncate(0);
    this.#waiting?.stop();
  }

  async #drainAfter(pending: Promise<void>): Promise<void> {
    await pending;
    for (let next = this.#waiting?.shift(); next !== undefined; next = this.#waiting?.shift()) {
      const after = this.#options.step(next);
      if (after !== undefined) await after;
    }
    this.#draining = undefined;
  }
}
