/** Takes events one after the other: what a step causes waits until everybody has heard of that step. @internal */
export function inTurn<Event>(step: (event: Event) => void): (event: Event) => void {
  const events: Event[] = [];
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
