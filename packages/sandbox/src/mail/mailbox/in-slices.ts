import { setImmediate } from 'node:timers/promises';

const sliceMs = 10;

/**
 * Runs a function for each item until it returns `true`, with a pause for other events after each 10 ms: mail
 * that nobody has read is parsed in it. Items that the list gets meanwhile have their turn too.
 */
export async function someInSlices<Item>(
  items: Iterable<Item>,
  isFound: (item: Item) => boolean,
): Promise<boolean> {
  let since = performance.now();
  for (const item of items) {
    if (isFound(item)) return true;
    if (performance.now() - since < sliceMs) continue;
    await setImmediate();
    since = performance.now();
  }
  return false;
}
