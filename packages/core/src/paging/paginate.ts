import { wrongOption } from '../errors/wrong-option.ts';
import { meantOption } from '../options/meant-option.ts';
import { wholeNumberOption } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { untilAborted } from '../time/until-aborted.ts';
import { PagingError } from './paging-error.ts';

const paginateNames: OptionNames<PaginateOptions<never, never>> = {
  fetchPage: 0,
  cursor: 0,
  signal: 0,
  maxPages: 0,
};

/** The service's cursor of a page. @public */
export type PageCursor = string | number;

/** One page, as `fetchPage` returns it. @public */
export interface FetchedPage<Item, Cursor extends PageCursor = string> {
  readonly items: readonly Item[];
  /** Cursor of the next page; `undefined`, `null` or `''` at the end of the list. */
  readonly nextCursor?: Cursor | null | undefined;
}

/** One page with its cursors, to continue later. @public */
export interface Page<Item, Cursor extends PageCursor = string> {
  readonly items: readonly Item[];
  /** Cursor of this page; `undefined` for the first page. Start here to fetch this page again. */
  readonly cursor: Cursor | undefined;
  /** Cursor of the next page; `undefined` at the end. Start here to continue after this page. */
  readonly nextCursor: Cursor | undefined;
}

/**
 * A paged list, to iterate over with `for await`. It is neither an array nor a promise: `await list` is the
 * same list, and `await Array.fromAsync(list)` an array of all items. Every iteration starts at the cursor of
 * the options, and fetches a page after the items of the page before.
 *
 * Throws {@link PagingError} for an endless list, the signal's reason, and the errors of `fetchPage`. @public
 *
 * @example
 * for await (const contact of email.contacts.list()) console.log(contact.email);
 */
export interface PagedList<Item, Cursor extends PageCursor = string> extends AsyncIterable<Item> {
  /** Iterates over pages, for a caller that saves its progress. */
  pages(): AsyncIterable<Page<Item, Cursor>>;
}

/** Options of `paginate()`. @public */
export interface PaginateOptions<Item, Cursor extends PageCursor = string> {
  /** Fetches the page of a cursor; without one, the first page. */
  readonly fetchPage: (
    cursor: Cursor | undefined,
    context: { readonly signal: AbortSignal | undefined },
  ) => Promise<FetchedPage<Item, Cursor>>;
  /** Starts here: the `nextCursor` of the last processed page. @defaultValue the start of the list */
  readonly cursor?: Cursor | undefined;
  /** Aborting it ends the iteration at once, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The largest number of pages of one iteration. @defaultValue 100_000 */
  readonly maxPages?: number | undefined;
}

/**
 * Iterates over a paged list as one sequence. @public
 *
 * @example
 * ```ts
 * const list = paginate({
 *   cursor: saved,
 *   fetchPage: (cursor, { signal }) => getThings({ cursor }, { signal }),
 * });
 * for await (const thing of list) use(thing);
 * for await (const page of list.pages()) { use(page.items); save(page.nextCursor); }
 * ```
 *
 * @throws ConfigurationError without `fetchPage`, and for a `maxPages` that is not a whole number above 0
 */
export function paginate<Item, Cursor extends PageCursor = string>(
  options: PaginateOptions<Item, Cursor>,
): PagedList<Item, Cursor> {
  refuseUnknown(options, paginateNames, 'paginate()', meantOption);
  const { fetchPage, cursor, signal, maxPages: given } = ownCopy(options);
  if (typeof fetchPage !== 'function') throw wrongOption('fetchPage must be a function.');
  const maxPages = wholeNumberOption('maxPages', given, 100_000, 1);
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
      throw wrongOption('fetchPage must return { items, nextCursor }, with items as an array.');
    // Used as a cursor, an empty string would be the start of the list.
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
    message: 'The service returned the same cursor twice, so the list would never end.',
    reason: 'cursor-repeated',
  });
}

function tooManyPages(maxPages: number): PagingError {
  return new PagingError({
    message:
      `The list has more than ${maxPages} pages (maxPages). ` +
      "Continue at the last page's nextCursor, or raise maxPages.",
    reason: 'too-many-pages',
  });
}
