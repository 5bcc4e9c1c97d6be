import { numbered } from './fan-out.ts';

/**
 * Runs all items, at most `most` at the same time, and yields the outputs in order. It never holds more than
 * `most` outputs: the next item starts when the consumer has taken one. To leave the loop aborts the items in
 * flight.
 */
export async function* inOrder<Item, Output>(
  items: Iterable<Item>,
  most: number,
  signal: AbortSignal | undefined,
  run: (item: Item, signal: AbortSignal, index: number) => Promise<Output>,
): AsyncGenerator<Output, void, undefined> {
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const inFlight: Promise<Output>[] = [];
  const waiting = numbered(items);
  const startNext = () => {
    const { done, value } = waiting.next();
    if (done === true) return;
    const [index, item] = value;
    const output = run(item, both, index);
    // Nobody awaits it before its turn: without this a failure would be an unhandled rejection.
    output.catch(() => {});
    inFlight.push(output);
  };
  try {
    signal?.throwIfAborted();
    for (let started = 0; started < most; started += 1) startNext();
    for (let next = inFlight.shift(); next !== undefined; next = inFlight.shift()) {
      const output = await next;
      signal?.throwIfAborted();
      yield output;
      startNext();
    }
  } finally {
    stop.abort(new Error('The loop over the results was left.'));
    await Promise.allSettled(inFlight);
  }
}
