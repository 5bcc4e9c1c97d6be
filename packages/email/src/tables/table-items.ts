import { ResponseFormatError, type ServiceResponse } from '@org/core';
import { type FieldPath, idOf, placeWithin, valueAt } from '@org/core/tables';
import { toDate } from '../driver.ts';
import type { Page, Paging } from '../model/resources/page.ts';
import type { StoreTable, TablePaging } from './store-table.ts';

/** How each field of an item is read; a value of another form is left out. */
const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  id: idOf,
  subscribed: (value) => (typeof value === 'boolean' ? value : undefined),
  fields: (value) => (typeof value === 'object' && value !== null ? { ...value } : {}),
  createdAt: readTime,
  updatedAt: readTime,
};

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** An instant in ISO 8601, or in seconds since 1970. */
function readTime(value: unknown): Date | undefined {
  if (typeof value === 'number') return new Date(value * 1_000);
  return typeof value === 'string' ? toDate(value) : undefined;
}

/** An item of a service in our words. @throws ResponseFormatError without one of the fields of `required` */
export function readTableItem(
  wire: unknown,
  fields: Readonly<Record<string, FieldPath | undefined>>,
  required: readonly string[],
  where: FieldPath = '',
): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(fields)) {
    const read = Object.hasOwn(readers, name) ? readers[name] : readText;
    const value = path === undefined ? undefined : read?.(valueAt(wire, path));
    if (value !== undefined) item[name] = value;
  }
  const missing = required.find((name) => item[name] === undefined);
  if (missing === undefined) return item;
  const path = placeWithin(where, fields[missing] ?? '');
  throw new ResponseFormatError({
    message: `The response has no \`${path}\`, or in another form than documented.`,
    issues: [{ path, message: 'is missing or has another form' }],
  });
}

const usualSize = 100;

export function tablePageQuery({ pageSize, cursor }: Paging, paging?: TablePaging): Record<string, string> {
  if (paging === undefined) return {};
  const { style, parameter, size } = paging;
  const query: Record<string, string> = cursor === undefined ? {} : { [parameter]: cursor };
  // Without a size of ours, a page that is not full could not be recognised.
  const sent = pageSize ?? (style === 'cursor' ? undefined : usualSize);
  return size === undefined || sent === undefined ? query : { ...query, [size]: String(sent) };
}

/** The items of one page, and the cursor of the next one. */
export function readTablePage<Item>(
  response: ServiceResponse,
  filter: Paging,
  { items: path = 'data', paging }: Pick<StoreTable<object, string>, 'items' | 'paging'>,
  read: (wire: unknown, where: string) => Item,
): Page<Item> {
  const items = listAt(response.json(), path).map((wire, index) => read(wire, placeWithin(path, `${index}`)));
  return { items, nextCursor: nextCursor(response, filter, items.length, paging) };
}

/** The list of a response. @throws ResponseFormatError without one */
export function listAt(json: unknown, path: FieldPath): readonly unknown[] {
  const list = valueAt(json, path);
  if (Array.isArray(list)) return list;
  throw new ResponseFormatError({
    message: path === '' ? 'The response is not a list.' : `The response has no list in \`${path}\`.`,
    issues: [{ path, message: 'must be a list' }],
  });
}

function nextCursor(
  response: ServiceResponse,
  { pageSize = usualSize, cursor }: Paging,
  count: number,
  paging: TablePaging | undefined,
): string | undefined {
  if (paging === undefined) return undefined;
  if (paging.style === 'cursor') return idOf(valueAt(response.json(), paging.next));
  if (count < pageSize) return undefined;
  if (paging.style === 'offset') return String(Number(cursor ?? 0) + count);
  return String(Number(cursor ?? paging.first ?? 1) + 1);
}
