import { invalidInput } from '@org/core/driver';

/**
 * The offset in a cursor of ours: the number of entries before a page. @public
 *
 * @throws InvalidInputError for a text that is not such a cursor
 */
export function offsetOf(cursor = '0'): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw invalidInput('cursor', 'must be the nextCursor of a page of this list');
}

/** The cursor after a page with `found` entries: to the `total`, or after a page that is not full. @public */
export function nextOffset(
  cursor: string | undefined,
  found: number,
  end: { readonly total: number } | { readonly pageSize: number },
): string | undefined {
  const next = offsetOf(cursor) + found;
  const isLast = 'total' in end ? found === 0 || next >= end.total : found < end.pageSize;
  return isLast ? undefined : String(next);
}
