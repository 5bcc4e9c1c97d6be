import { type FetchedPage, paginate } from '@org/core/paging';

/**
 * Every item of a paged list, inside an operation of several requests. @public
 *
 * @throws PagingError for a cursor that repeats
 */
export async function collectPages<Item>(
  fetchPage: (cursor: string | undefined) => Promise<FetchedPage<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of paginate({ fetchPage })) items.push(item);
  return items;
}
