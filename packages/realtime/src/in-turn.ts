import { createQueue } from './queue.ts';

/**
 * Takes events one after the other: an event that a step causes waits until every listener has heard of that
 * step.
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
