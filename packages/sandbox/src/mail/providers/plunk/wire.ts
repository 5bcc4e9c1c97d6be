import { type Conventions, dateOf, ok, type Row, type SandboxRequest } from '../../kit.ts';
import { failure } from './failure.ts';
import { readBody } from './fields.ts';

type Query = SandboxRequest['query'];

export const plunkConventions: Conventions = {
  readBody,
  missing: (name) => failure(404, `${name} not found`),
  changeMethod: 'PATCH',
  list: (views, { query }) => ok(pageOf(views, query)),
};

/** A count from the query, within 1 and the maximum; the default if absent or not a number. */
export function countIn(query: Query, name: string, byDefault: number, maximum: number): number {
  const given = Number.parseInt(query.get(name) ?? '', 10) || byDefault;
  return Math.min(Math.max(given, 1), maximum);
}

/** One page of a list, counted from 1. */
export function pageOf<Item>(items: readonly Item[], query: Query) {
  const page = countIn(query, 'page', 1, Number.MAX_SAFE_INTEGER);
  const pageSize = countIn(query, 'pageSize', 20, 100);
  const data = items.slice((page - 1) * pageSize, page * pageSize);
  return { data, total: items.length, page, pageSize, totalPages: Math.ceil(items.length / pageSize) };
}

/** The rows by a column and its direction, newest first if the query has none. */
export function sortBy<Item extends Row>(
  items: readonly Item[],
  query: Query,
  columns: readonly (keyof Item & string)[],
): readonly Item[] {
  const column = columns.find((name) => name === query.get('sort')) ?? 'createdAt';
  const sign = query.get('dir') === 'asc' ? 1 : -1;
  const order = (a: Item, b: Item) => (a[column] === b[column] ? 0 : a[column] < b[column] ? -1 : 1);
  return items.toSorted((a, b) => sign * order(a, b));
}

/** Whether one of the texts has the text of the query, in any case. */
export function isFound(query: Query, texts: readonly unknown[]): boolean {
  const wanted = query.get('search')?.toLowerCase() ?? '';
  return texts.some((each) => typeof each === 'string' && each.toLowerCase().includes(wanted));
}

export function datesOf({ createdAt, updatedAt }: Row) {
  return { createdAt: dateOf(createdAt), updatedAt: dateOf(updatedAt) };
}
