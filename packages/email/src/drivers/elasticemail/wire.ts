import type { ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import { nextOffset, offsetOf, type Page, type Paging, toDate } from '../../driver.ts';

/** The service's own 404, and not that of a proxy or a wrong base URL. */
export function isMissing(response: ServiceResponse): boolean {
  return response.status === 404 && textAt(response.json(), 'Error') !== undefined;
}

/** The response to a deletion is 200 without a body; a missing entry is as good as a removed one. */
export function isGone(response: ServiceResponse): boolean {
  return isMissing(response) || (response.status === 200 && response.bytes.byteLength === 0);
}

const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2}) ([AP])M$/i;

/** An instant in UTC: `2030-01-02T03:04:05`, or `1/2/2030 3:04:05 AM` as in webhooks. */
export function toInstant(text: string | null | undefined): Date | undefined {
  const [, month, day, year, hour, minute, second, half = ''] = american.exec(text ?? '') ?? [];
  if (year === undefined) return toDate(text) ?? toDate(`${text}Z`);
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(second));
  return new Date(at);
}

/** A time for a query: `2030-01-02T03:04:05`. */
export function toQueryTime(at: Date | undefined): string | undefined {
  return at?.toISOString().slice(0, 19);
}

export const defaultPageSize = 100;

export function pageQuery({ pageSize: limit = defaultPageSize, cursor }: Paging) {
  return { limit, offset: offsetOf(cursor) };
}

/** Lists have neither totals nor cursors: a full page may have a next one. */
export function pageOf<Item>(items: readonly Item[], filter: Paging): Page<Item> {
  const { pageSize = defaultPageSize, cursor } = filter;
  return { items, nextCursor: nextOffset(cursor, items.length, { pageSize }) };
}
