import type { PagedList } from '@org/core/paging';

/** A list whose code loads with its first page. */
export function pagedLater<Item>(load: () => Promise<PagedList<Item>>): PagedList<Item> {
  return {
    async *[Symbol.asyncIterator]() {
      yield* await load();
    },
    async *pages() {
      yield* (await load()).pages();
    },
  };
}
