import type { CallOptions } from '@org/core';
import { type PagedList, paginate } from '@org/core/paging';
import type { Page } from '../model/resources/page.ts';

/** A list of the service from the filter's cursor; each page is one call. */
export function listAll<Item>(
  filter: { readonly cursor?: string | undefined } | null,
  options: CallOptions | undefined,
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
): PagedList<Item> {
  return paginate({ cursor: filter?.cursor, signal: options?.signal, fetchPage });
}
