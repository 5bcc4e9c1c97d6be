import type { CallOptions } from '@org/core';
import { deepCopy } from '@org/core/driver';
import { type PagedList, paginate } from '@org/core/paging';
import type { Page } from '../model/resources/page.ts';

/**
 * A list of the service from the filter's cursor; each page is one call. Filter and options are read here,
 * and what is wrong with them is thrown by the first page.
 */
export function listAll<Filter extends { readonly cursor?: string | undefined }, Item>(
  read: () => Filter,
  options: CallOptions | undefined,
  fetchPage: (filter: Filter, options: CallOptions | undefined) => Promise<Page<Item>>,
): PagedList<Item> {
  const own = deepCopy(options);
  const reading = attempt(read);
  return paginate({
    cursor: reading.filter?.cursor,
    signal: own?.signal,
    fetchPage: async (cursor) => {
      if (reading.filter === undefined) throw reading.error;
      return fetchPage(Object.assign(Object.create(null), reading.filter, { cursor }), own);
    },
  });
}

function attempt<Filter>(read: () => Filter): { readonly filter?: Filter; readonly error?: unknown } {
  try {
    return { filter: read() };
  } catch (error) {
    return { error };
  }
}
