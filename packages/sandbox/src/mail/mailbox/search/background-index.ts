import type { ReceivedMessage } from '../../message/received-message.ts';
import { indexMessage } from './indexed-message.ts';

/** While mail arrives, a slice takes a twentieth of the time; after that, it takes all but the pauses. */
const pauseMs = 20;
const busySliceMs = 1;
const idleSliceMs = 10;

/** Above it, each arrival indexes two messages that wait: the next search has to index all that wait. */
const maxWaiting = 1000;

/**
 * @param get finds a message; `undefined` for one that was removed meanwhile
 * @param onFailure gets the error of a message that cannot be indexed, which a timer would throw
 */
export function createBackgroundIndex(
  get: (id: string) => ReceivedMessage | undefined,
  onFailure: (task: string, error: unknown) => void,
) {
  const ids = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let hasArrivals = false;
  const schedule = (delayMs: number): void => {
    // A process that has nothing else to do may end.
    timer ??= setTimeout(run, delayMs).unref();
  };
  const indexWhile = (isWanted: () => boolean): void => {
    for (const id of ids) {
      if (!isWanted()) return;
      ids.delete(id);
      try {
        const message = get(id);
        if (message !== undefined) indexMessage(message);
      } catch (error) {
        onFailure('The index of the mail', error);
      }
    }
  };
  const run = (): void => {
    timer = undefined;
    const end = performance.now() + (hasArrivals ? busySliceMs : idleSliceMs);
    const isBusy = hasArrivals;
    hasArrivals = false;
    indexWhile(() => performance.now() < end);
    if (ids.size > 0) schedule(isBusy ? pauseMs : 0);
  };
  return {
    add: (messages: readonly ReceivedMessage[]) => {
      for (const { id } of messages) ids.add(id);
      let turns = 2; // not all: a folder has thousands, which come at once
      indexWhile(() => ids.size > maxWaiting && turns-- > 0);
      hasArrivals = true;
      schedule(pauseMs);
    },
    /** The messages that are not indexed yet. */
    get waiting() {
      return ids.size;
    },
    close: () => {
      clearTimeout(timer);
      ids.clear();
    },
  };
}
