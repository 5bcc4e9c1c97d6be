import type { Parts } from './plans.ts';

/**
 * Runs all items, at most `most` at the same time, and returns the outputs in order. The first failure aborts
 * the others and is thrown.
 */
export async function fanOut<Item, Output>(
  items: Parts<Item>,
  most: number,
  signal: AbortSignal | undefined,
  run: (item: Item, signal: AbortSignal, index: number) => Promise<Output>,
): Promise<Output[]> {
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const outputs: Output[] = [];
  const waiting = numbered(items);
  const work = async () => {
    for (const [index, item] of waiting) {
      both.throwIfAborted();
      outputs[index] = await run(item, both, index);
    }
  };
  const workers = Array.from({ length: Math.min(most, items.length) }, work);
  try {
    await Promise.all(workers);
    return outputs;
  } catch (error) {
    stop.abort(error);
    // No work continues after the call has ended.
    await Promise.allSettled(workers);
    throw error;
  }
}

/** The items with their indexes. */
export function* numbered<Item>(items: Iterable<Item>): Generator<readonly [index: number, item: Item]> {
  let index = 0;
  for (const item of items) yield [index++, item];
}
