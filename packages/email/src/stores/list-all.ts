import type { CallOptions, Runtime } from '@org/core';
import type { PagedList } from '@org/core/paging';
import type { Page } from '../model/records/page.ts';

/** A list of the service from the filter's cursor; each page is one call. */
export function listAll<Item>(
  { untimed }: Runtime,
  filter: { readonly cursor?: string | undefined } | null,
  options: CallOptions | undefined,
  getPage: (cursor: string | undefined) => Promise<Page<Item>>,
): PagedList<Item> {
  const list = { cursor: filter?.cursor, signal: options?.signal, fetchPage: getPage };
  const load = async () => {
    const { paginate } = await untimed(() => import('@org/core/paging'));
    return paginate(list);
  };
  return {
    async *[Symbol.asyncIterator]() {
      yield* await load();
    },
    async *pages() {
      yield* (await load()).pages();
    },
  };
}
