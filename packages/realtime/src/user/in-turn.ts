/**
 * Runs one step for each event. An event that a step causes waits until that step is complete, with all its
 * listeners.
 */
export function inTurn<Event>(step: (event: Event) => void): (event: Event) => void {
  let events: Event[] | undefined;
  return (event) => {
    if (events !== undefined) {
      events.push(event);
      return;
    }
    events = [event];
    try {
      for (const next of events) step(next); // and the events that are pushed meanwhile
    } finally {
      events = undefined;
    }
  };
}
