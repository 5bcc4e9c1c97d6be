import type { ReceivedMessage } from '../../message/received-message.ts';
import { indexMessage } from './indexed-message.ts';

/** Indexes mail after its arrival, so that the first search need not. */
export interface BackgroundIndex {
  add(messages: readonly ReceivedMessage[]): void;
  /** The messages that are not indexed yet. */
  readonly waiting: number;
  close(): void;
}

/** While mail arrives, a slice takes a twentieth of the time; after that, it takes all but the pauses. */
const pauseMs = 20;
const busySliceMs = 1;
const idleSliceMs = 10;

/**
 * @param get finds a message; `undefined` for one that was removed meanwhile
 * @param onFailure gets the error of a message that cannot be indexed, which a timer would throw
 */
export function createBackgroundIndex(
  get: (id: string) => ReceivedMessage | undefined,
  onFailure: (task: string, error: unknown) => void,
): BackgroundIndex {
  const ids = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let hasArrivals = false;
  const schedule = (delayMs: number): void => {
    // A process that has nothing else to do may end.
    timer ??= setTimeout(run, delayMs).unref();
  };
  const run = (): void => {
    timer = undefined;
    const end = performance.now() + (hasArrivals ? busySliceMs : idleSliceMs);
    const isBusy = hasArrivals;
    hasArrivals = false;
    for (const id of ids) {
      ids.delete(id);
      try {
        const message = get(id);
        if (message !== undefined) indexMessage(message);
      } catch (error) {
        onFailure('The index of the mail', error);
      }
      if (performance.now() >= end) break;
    }
    if (ids.size > 0) schedule(isBusy ? pauseMs : 0);
  };
  return {
    add: (messages) => {
      for (const { id } of messages) ids.add(id);
      hasArrivals = true;
      schedule(pauseMs);
    },
    get waiting() {
      return ids.size;
    },
    close: () => {
      clearTimeout(timer);
      ids.clear();
    },
  };
}
