import { createQueue } from './channels/events/queue.ts';

/**
 * Runs one step for each event. An event that a step causes waits until that step is complete, with all its
 * listeners.
 *
 * @internal
 */
export function inTurn<Event>(step: (event: Event) => void): (event: Event) => void {
  const events = createQueue<Event>();
  let isBusy = false;
  return (event) => {
    events.push(event);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) step(next);
    } finally {
      isBusy = false;
    }
  };
}
