import type { ServiceResponse } from '@org/core';
import { invalidInput } from '@org/core/driver';
import { type Parser, readResponse } from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** @throws ResponseFormatError */
export const read = <Wire>(schema: Parser<Wire>, response: ServiceResponse): Wire =>
  readResponse('mailersend', schema, response);

/** Deletions have no content: 204, or 200 without a body. */
export const provesDone = ({ status, bytes }: ServiceResponse): boolean =>
  (status === 204 || status === 200) && bytes.byteLength === 0;

/** MailerSend counts pages from 1, of 10 to 100 items; the cursor is the number of the next page. */
export function pageQuery(pageSize = 100, cursor = '1'): { limit: number; page: number } {
  if (!/^[1-9]\d{0,8}$/.test(cursor))
    throw invalidInput('cursor', 'must be the nextCursor of a page of this list');
  return { limit: Math.min(Math.max(pageSize, 10), 100), page: Number(cursor) };
}

export const links = z.nullish(z.object({ next: z.optionalText() }));

export function nextPage(
  wire: { readonly links?: { readonly next?: string | null | undefined } | null | undefined },
  cursor = '1',
): string | undefined {
  return wire.links?.next ? `${Number(cursor) + 1}` : undefined;
}
