/**
 * Runs one step for each event. An event that a step causes waits until that step is complete, with all its
 * listeners.
 *
 * @internal
 */
export function inTurn<Event>(step: (event: Event) => void): (event: Event) => void {
  const caused: Event[] = [];
  let isBusy = false;
  return (event) => {
    if (isBusy) {
      caused.push(event);
      return;
    }
    isBusy = true;
    try {
      for (let next: Event | undefined = event; next !== undefined; next = caused.shift()) step(next);
    } finally {
      isBusy = false;
    }
  };
}
