import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumber } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { untilAborted } from '../time/until-aborted.ts';
import { PagingError } from './paging-error.ts';

/** Where a page begins, in the service's own words. @public */
export type PageCursor = string | number;

/** One page as a service gives it. @public */
export interface FetchedPage<Item, Cursor extends PageCursor = string> {
  readonly items: readonly Item[];
  /** Where the next page begins; nothing, `null` or an empty text at the end. */
  readonly nextCursor?: Cursor | null | undefined;
}

/** One page, and what is needed to go on with it or after it. @public */
export interface Page<Item, Cursor extends PageCursor = string> {
  readonly items: readonly Item[];
  /** Where this page begins; `undefined` is the beginning of the list. Begin here to have this page once more. */
  readonly cursor: Cursor | undefined;
  /** Where the next page begins; `undefined` at the end. Begin here to go on after this page. */
  readonly nextCursor: Cursor | undefined;
}

/**
 * A list in pages. Every iteration begins anew, at the cursor it was made with, and fetches a page when the one before is used up.
 *
 * Throws {@link PagingError} for a list without end, the signal's own reason, and whatever fetching throws.
 *
 * @public
 */
export interface PagedList<Item, Cursor extends PageCursor = string> extends AsyncIterable<Item> {
  /** Page by page, for work that notes how far it came. */
  pages(): AsyncIterable<Page<Item, Cursor>>;
}

/** How to get a page, and where to begin. @public */
export interface PaginateOptions<Item, Cursor extends PageCursor = string> {
  /** Fetches the page that begins at the cursor; without one, the first. */
  readonly fetchPage: (
    cursor: Cursor | undefined,
    context: { readonly signal: AbortSignal | undefined },
  ) => Promise<FetchedPage<Item, Cursor>>;
  /** Begin here: the `nextCursor` of the last page that was dealt with. @defaultValue the beginning */
  readonly cursor?: Cursor | undefined;
  /** Ends the iteration at once, with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Pages that one iteration fetches at most. @defaultValue 100_000 */
  readonly maxPages?: number | undefined;
}

/**
 * A service's list as one sequence, however many pages it comes in.
 *
 * @example
 * ```ts
 * const list = paginate({ cursor: saved, fetchPage: (cursor, { signal }) => getThings({ cursor }, { signal }) });
 * for await (const thing of list) use(thing);
 * for await (const page of list.pages()) { use(page.items); save(page.nextCursor); }
 * ```
 *
 * @throws ConfigurationError for a `maxPages` that is not a whole number of at least 1.
 * @public
 */
export function paginate<Item, Cursor extends PageCursor = string>(
  options: PaginateOptions<Item, Cursor>,
): PagedList<Item, Cursor> {
  const { fetchPage, cursor, signal, maxPages: given } = ownCopy(options);
  const maxPages = wholeNumber('maxPages', given, 100_000, 1);
  const pages = () => eachPage({ fetchPage, cursor, signal, maxPages });
  return { pages, [Symbol.asyncIterator]: () => eachItem(pages(), signal) };
}

type Settings<Item, Cursor extends PageCursor> = PaginateOptions<Item, Cursor> & {
  readonly maxPages: number;
};

async function* eachPage<Item, Cursor extends PageCursor>(
  settings: Settings<Item, Cursor>,
): AsyncGenerator<Page<Item, Cursor>, void, undefined> {
  const { fetchPage, signal, maxPages } = settings;
  const seen = new Set<Cursor>();
  let { cursor } = settings;
  for (let page = 1; ; page += 1) {
    signal?.throwIfAborted();
    if (cursor !== undefined) seen.add(cursor);
    const fetched: FetchedPage<Item, Cursor> = await untilAborted(fetchPage(cursor, { signal }), signal);
    if (!Array.isArray(fetched?.items))
      throw wrongOption('fetchPage must give { items, nextCursor }, with a list of items.');
    // Taken for a place, an empty text would be the beginning of the list.
    const nextCursor: Cursor | undefined =
      fetched.nextCursor === '' ? undefined : (fetched.nextCursor ?? undefined);
    yield { items: fetched.items, cursor, nextCursor };
    if (nextCursor === undefined) return;
    if (seen.has(nextCursor)) throw cursorRepeated();
    if (page >= maxPages) throw tooManyPages(maxPages);
    cursor = nextCursor;
  }
}

async function* eachItem<Item>(
  pages: AsyncIterable<{ readonly items: readonly Item[] }>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of pages) {
    for (const item of items) {
      signal?.throwIfAborted();
      yield item;
    }
  }
}

function cursorRepeated(): PagingError {
  return new PagingError({
    message: 'The service gave the same place in the list twice, so the list would never end.',
    reason: 'cursor-repeated',
  });
}

function tooManyPages(maxPages: number): PagingError {
  return new PagingError({
    message: `The list goes on after ${maxPages} pages (maxPages). Go on from the last page's nextCursor, or raise maxPages.`,
    reason: 'too-many-pages',
  });
}
