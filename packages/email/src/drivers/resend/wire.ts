import type { HttpRequest, ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import { ownValue, type Page, type Paging, type Parser, readResponse } from '../../driver.ts';
import * as z from '../../wire/schema.ts';

export const provider = 'resend';

export function idOf(response: ServiceResponse): string | undefined {
  return textAt(response.json(), 'id');
}

export function provesWrite(response: ServiceResponse): boolean {
  return idOf(response) !== undefined;
}

export function provesDelete(response: ServiceResponse): boolean {
  return ownValue(response.json(), 'deleted') === true;
}

/** Decodes a look-up with the classifier `classifyLookup`; `missing` where Resend has no such thing. */
export const lookup =
  <Wire, Output>(schema: Parser<Wire>, map: (wire: Wire) => Output, missing: Output) =>
  (response: ServiceResponse): Output =>
    response.status === 404 ? missing : map(readResponse(provider, schema, response));

export const listOfWire = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), has_more: z.nullish(z.boolean()) });

interface WireList<Wire> {
  readonly data: readonly Wire[];
  readonly has_more?: boolean | null | undefined;
}

/** Resend continues after the id of the last item. */
export function toPage<Wire extends { readonly id: string }, Item>(
  { data, has_more }: WireList<Wire>,
  map: (wire: Wire) => Item,
): Page<Item> {
  return { items: data.map(map), nextCursor: has_more === true ? data.at(-1)?.id : undefined };
}

const maxPageSize = 100;

export function getPage(
  path: string,
  { pageSize, cursor }: Paging,
  query: HttpRequest['query'] = {},
): HttpRequest {
  const limit = pageSize && Math.min(pageSize, maxPageSize);
  return { method: 'GET', path, query: { ...query, limit, after: cursor } };
}
