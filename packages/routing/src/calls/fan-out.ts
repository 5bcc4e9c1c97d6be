/**
 * Does all of them, at most `most` at the same time, and gives the answers in order. The first failure ends
 * the rest and is the one thrown.
 */
export async function fanOut<Item, Output>(
  items: readonly Item[],
  most: number,
  signal: AbortSignal | undefined,
  run: (item: Item, signal: AbortSignal) => Promise<Output>,
): Promise<Output[]> {
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const outputs: Output[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) {
      both.throwIfAborted();
      outputs[index] = await run(item, both);
    }
  };
  const workers = Array.from({ length: Math.min(most, items.length) }, work);
  try {
    await Promise.all(workers);
    return outputs;
  } catch (error) {
    stop.abort(error);
    // Nothing is left running behind the caller's back.
    await Promise.allSettled(workers);
    throw error;
  }
}
