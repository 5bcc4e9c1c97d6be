import type { CallOptions } from '@org/core';
import { type PagedList, paginate } from '@org/core/paging';
import type { Page } from '../model/page.ts';

/** A list of the service, from the filter's cursor on; each page is a call of its own. */
export function listAll<Item>(
  filter: { readonly cursor?: string | undefined } | null,
  options: CallOptions | undefined,
  getPage: (cursor: string | undefined) => Promise<Page<Item>>,
): PagedList<Item> {
  return paginate({ cursor: filter?.cursor, signal: options?.signal, fetchPage: getPage });
}
