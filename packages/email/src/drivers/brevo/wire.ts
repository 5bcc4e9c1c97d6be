import type { ServiceResponse } from '@org/core';
import {
  cannotCarry,
  nextOffset,
  offsetOf,
  ownValue,
  type Page,
  type Paging,
  type Parser,
  readJson,
  readResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** @throws ResponseFormatError */
export const read = <Wire>(schema: Parser<Wire>, response: ServiceResponse): Wire =>
  readResponse('brevo', schema, response);

const created = z.object({ id: z.number() });

export const createdId = (response: ServiceResponse): string => `${read(created, response).id}`;

export const provesCreated = (response: ServiceResponse): boolean =>
  readJson(created, response.json()) !== undefined;

/** Updates and deletions have no body. */
export const provesDone = ({ status }: ServiceResponse): boolean => status === 204;

/**
 * The items of a list that Brevo leaves out when it is empty: its Swagger description requires neither the
 * items nor `count`. @throws ResponseFormatError for any other object without the items
 */
export function readItems<Item>(
  name: string,
  item: z.ZodMiniType<Item>,
  response: ServiceResponse,
): { readonly items: readonly Item[]; readonly count: number } {
  const json: unknown = response.json();
  if (isEmptyList(json)) return { items: [], count: 0 };
  const wire = read(z.object({ count: z.optional(z.number()), [name]: z.array(item) }), response);
  return { items: ownValue(wire, name) as readonly Item[], count: Number(ownValue(wire, 'count') ?? 0) };
}

/** `{}` or `{"count":0}` */
function isEmptyList(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  return Object.entries(json).every(([name, value]) => name === 'count' && value === 0);
}

/** An id that Brevo numbers. */
export function toNumber(id: string, path: string): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw cannotCarry('brevo', path, 'is not a whole number', 'Use the id that Brevo gave.');
}

/** Brevo counts pages by offset, so the cursor is the next offset. */
export function pageQuery({ pageSize, cursor }: Paging, most: number): { limit: number; offset: number } {
  return { limit: Math.min(pageSize ?? most, most), offset: offsetOf(cursor) };
}

/** A page of a list that says how many items it has in all. */
export function pageOf<Wire, Item>(
  wires: readonly Wire[],
  map: (wire: Wire) => Item,
  { cursor }: Paging,
  count: number,
): Page<Item> {
  return { items: wires.map(map), nextCursor: nextOffset(cursor, wires.length, { total: count }) };
}

/** `YYYY-MM-DD`, in UTC. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);
