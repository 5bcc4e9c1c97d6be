import type { Runtime } from '@org/core';
import { createTimer } from '../../connection/timer.ts';
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
  const { limit, overflowed, runtime } = options;
  const queue = createQueue<Item>();
  const turn = createTimer(runtime);
  let isChecking = false;
  const check = () => {
    stop();
    if (queue.size > limit) overflowed();
  };
  const stop = () => {
    isChecking = false;
    turn.stop();
  };
  return {
    get size() {
      return queue.size;
    },
    peek: queue.peek,
    shift: queue.shift,
    truncate: queue.truncate,
    push(item) {
      queue.push(item);
      if (queue.size <= limit) return;
      if (queue.size > limit + maxInOneTurn) return check();
      if (isChecking) return;
      isChecking = true;
      turn.start(turnMs, check);
    },
    stop,
  };
}
