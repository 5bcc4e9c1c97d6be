import type { HttpRequest } from '@org/core';
import { invalidInput } from '@org/core/driver';
import * as z from '../../wire/schema.ts';

/** The URLs of other pages, as far as we follow them. */
export const wirePaging = () => z.nullish(z.object({ next: z.optionalText() }));

type Paging = { readonly next?: string | null | undefined } | null | undefined;

/**
 * The cursor is what follows the collection in the URL of the next page. Its origin and path are never
 * followed: they come with the response. An empty page is the last one.
 */
export function cursorOf(paging: Paging, collection: string, count: number): string | undefined {
  const next = paging?.next ?? '';
  if (count === 0 || !URL.canParse(next)) return undefined;
  const { pathname, search } = new URL(next);
  const at = pathname.lastIndexOf(`/${collection}`);
  return at === -1 ? undefined : pathname.slice(at + collection.length + 1) + search;
}

const cursorText = /^(\/[\w=+%~.-]+)?(?:\?([^#]*))?$/;

/** A page of a collection, from its start or a cursor. */
export function pageRequest(
  { path, params }: Pick<HttpRequest, 'path' | 'params'>,
  cursor: string | undefined,
  first: Readonly<Record<string, string | number | undefined>>,
): HttpRequest {
  if (cursor === undefined) return { method: 'GET', path, params, query: first };
  const [match, token = '', search = ''] = cursorText.exec(cursor) ?? [];
  if (match === undefined || /^\/\.{1,2}$/.test(token))
    throw invalidInput('cursor', 'is not one of this list');
  const query = Object.fromEntries(new URLSearchParams(search));
  return { method: 'GET', path: path + token, pathTemplate: path, params, query };
}
