import type { Runtime } from '@org/core';
import { createTimer } from './connection/timer.ts';
import { createQueue, type Queue } from './queue.ts';

/** @internal */
export interface BoundedQueueOptions {
  readonly runtime: Runtime;
  readonly limit: number;
  /** More than `limit` items are left after a turn of the event loop: take them out. */
  overflowed(): void;
}

/** @internal */
export interface BoundedQueue<Item> extends Queue<Item> {
  /** Ends the check that is under way. */
  stop(): void;
}

// The shortest wait that no platform and no clock under hand control ends before the reader had its turn.
const turnMs = 1;
// Bounds the memory within one turn.
const maxInOneTurn = 200_000;

/**
 * A queue whose limit counts what is left after a turn of the event loop. One read of a socket may bring more
 * items than the limit, and a reader that only reads takes them all before the next turn.
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
