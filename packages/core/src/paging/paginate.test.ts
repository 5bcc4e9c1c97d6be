import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { ResponseFormatError } from '../errors/transport-errors.ts';
import { type FetchedPage, type PageCursor, type PaginateOptions, paginate } from './paginate.ts';
import { PagingError } from './paging-error.ts';

/** A service's list in pages; records the requested cursors. */
function service(pages: readonly FetchedPage<number, PageCursor>[]) {
  const asked: (PageCursor | undefined)[] = [];
  const list = (options: Partial<PaginateOptions<number, PageCursor>> = {}) =>
    paginate<number, PageCursor>({
      fetchPage: async (cursor) => {
        asked.push(cursor);
        const page = pages[cursor === undefined ? 0 : Number(cursor)];
        if (page === undefined) throw new Error(`no page ${cursor}`);
        return page;
      },
      ...options,
    });
  return { asked, list };
}

async function collect<Value>(values: AsyncIterable<Value>, into: Value[] = []): Promise<Value[]> {
  for await (const value of values) into.push(value);
  return into;
}

const three = [{ items: [1, 2], nextCursor: '1' }, { items: [], nextCursor: '2' }, { items: [3] }];

describe('paginate', () => {
  it('yields the items of all pages in order, empty pages included', async () => {
    const { asked, list } = service(three);
    expect(await collect(list())).toEqual([1, 2, 3]);
    expect(asked).toEqual([undefined, '1', '2']);
  });

  it('fetches a page only after the items of the page before, and none after the caller stops', async () => {
    const { asked, list } = service(three);
    for await (const item of list()) if (item === 2) break;
    expect(asked).toEqual([undefined]);
  });

  it('fetches nothing before an iteration, and starts again with each iteration', async () => {
    const { asked, list } = service(three);
    const all = list();
    expect(asked).toEqual([]);
    await collect(all);
    expect(await collect(all)).toEqual([1, 2, 3]);
  });

  it.each([undefined, null, ''])('ends at the next cursor %j', async (nextCursor) => {
    const { asked, list } = service([{ items: [1], nextCursor }]);
    expect(await collect(list().pages())).toEqual([{ items: [1], cursor: undefined, nextCursor: undefined }]);
    expect(asked).toHaveLength(1);
  });

  it('accepts numbers as cursors, 0 included', async () => {
    const { list } = service([{ items: [1], nextCursor: 1 }, { items: [2] }]);
    expect(await collect(list({ cursor: 0 }))).toEqual([1, 2]);
  });

  it('continues at the cursor of any page, without a gap or a repetition', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.nat()), { minLength: 1 }), fc.nat(), async (chunks, stop) => {
        const pages = chunks.map((items, index) =>
          index + 1 < chunks.length ? { items, nextCursor: String(index + 1) } : { items },
        );
        const { list } = service(pages);
        const before: number[] = [];
        let saved: PageCursor | undefined;
        let left = stop % chunks.length;
        for await (const page of list().pages()) {
          before.push(...page.items);
          saved = page.nextCursor;
          if (left === 0) break;
          left -= 1;
        }
        const after = saved === undefined ? [] : await collect(list({ cursor: saved }));
        expect([...before, ...after]).toEqual(chunks.flat());
      }),
    ));

  it('never requests the same cursor twice, for cycles of any length', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { minLength: 10, maxLength: 10 }), async (next) => {
        const pages = next.map((target, index) => ({ items: [index], nextCursor: String(target) }));
        const { asked, list } = service(pages);
        const error = await collect(list({ cursor: '0' })).catch((thrown: unknown) => thrown);
        expect(PagingError.isInstance(error) && error.reason).toBe('cursor-repeated');
        expect(new Set(asked).size).toBe(asked.length);
      }),
    ));

  it('yields the items before it reports a cycle, as a ResponseFormatError', async () => {
    const { list } = service([
      { items: [1], nextCursor: '1' },
      { items: [2], nextCursor: '1' },
    ]);
    const seen: number[] = [];
    const error = await collect(list(), seen).catch((thrown: unknown) => thrown);
    expect(seen).toEqual([1, 2]);
    expect(ResponseFormatError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'paging', reason: 'cursor-repeated' });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: 'paging', reason: 'cursor-repeated' });
  });

  it('stops after maxPages, with or without a start cursor', async () => {
    let fetched = 0;
    const endless = (cursor?: number) =>
      paginate<number, number>({
        fetchPage: async (at = 0) => {
          fetched += 1;
          return { items: [at], nextCursor: at + 1 };
        },
        cursor,
        maxPages: 3,
      });
    for (const cursor of [undefined, 7]) {
      fetched = 0;
      await expect(collect(endless(cursor))).rejects.toMatchObject({ reason: 'too-many-pages' });
      expect(fetched).toBe(3);
    }
  });

  it('accepts a list of exactly maxPages', async () => {
    const { list } = service(three);
    expect(await collect(list({ maxPages: 3 }))).toEqual([1, 2, 3]);
    expect(() => list({ maxPages: 0 })).toThrow(ConfigurationError);
  });

  it('passes on the signal, and ends at once with its reason while a page is pending', async () => {
    const controller = new AbortController();
    let given: AbortSignal | undefined;
    const hanging = paginate<number>({
      fetchPage: (_cursor, { signal }) => {
        given = signal;
        return new Promise(() => undefined);
      },
      signal: controller.signal,
    });
    const collected = collect(hanging);
    controller.abort('enough');
    await expect(collected).rejects.toBe('enough');
    expect(given).toBe(controller.signal);
  });

  it('yields no further item of a fetched page after an abort', async () => {
    const controller = new AbortController();
    const { list } = service(three);
    const seen: number[] = [];
    const run = async () => {
      for await (const item of list({ signal: controller.signal })) {
        seen.push(item);
        controller.abort('enough');
      }
    };
    await expect(run()).rejects.toBe('enough');
    expect(seen).toEqual([1]);
  });

  it('passes on the error of fetchPage unchanged', async () => {
    const { list } = service([{ items: [1], nextCursor: '9' }]);
    await expect(collect(list())).rejects.toThrow('no page 9');
  });

  it('rejects a value that is not a page', async () => {
    for (const page of [[1, 2], undefined, { data: [1] }]) {
      const list = paginate({ fetchPage: async () => page as never });
      await expect(collect(list)).rejects.toMatchObject({
        code: 'configuration',
        message: 'fetchPage must return { items, nextCursor }, with items as an array.',
      });
    }
  });
});
