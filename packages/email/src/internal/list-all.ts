import { ResponseFormatError } from '@org/core';
import type { Page } from '../model/page.ts';

/** Every item of every page; the next page is asked for when the last one is used up. */
export async function* listAll<Item>(
  getPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const page = await getPage(cursor);
    yield* page.items;
    if (page.nextCursor === undefined) return;
    if (page.nextCursor === cursor) {
      throw new ResponseFormatError({
        message: 'The service gave the same place in the list twice, so the list would never end.',
      });
    }
    cursor = page.nextCursor;
  }
}
