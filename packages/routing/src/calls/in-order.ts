/**
 * Does all of them, at most `most` at the same time, and gives each answer when its turn comes. No more than
 * `most` answers are ever held: the next item starts when one was taken. Leaving the loop ends what is under
 * way.
 */
export async function* inOrder<Item, Output>(
  items: readonly Item[],
  most: number,
  signal: AbortSignal | undefined,
  run: (item: Item, signal: AbortSignal) => Promise<Output>,
): AsyncGenerator<Output, void, undefined> {
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const underWay: Promise<Output>[] = [];
  const waiting = items.values();
  const startNext = () => {
    const { done, value } = waiting.next();
    if (done === true) return;
    const output = run(value, both);
    // Its turn may come late: until then a failure counts as noticed.
    output.catch(() => {});
    underWay.push(output);
  };
  try {
    signal?.throwIfAborted();
    for (let started = 0; started < most; started += 1) startNext();
    for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) {
      yield await next;
      startNext();
    }
  } finally {
    stop.abort(new Error('The loop over the answers was left.'));
    await Promise.allSettled(underWay);
  }
}
