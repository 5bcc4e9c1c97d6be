import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { Problem } from '../door.ts';
import { itemsOf, textOf } from '../fields.ts';

export const problem = (status: number, message: string): SandboxResponse => ({
  status,
  json: { Error: message },
});

export const missing = (): Problem => new Problem(problem(404, 'not found'));

/** A page by `limit` and `offset`, without the count of all. */
export function pageOf({ query }: SandboxRequest, items: readonly unknown[]): SandboxResponse {
  const offset = Number(query.get('offset') ?? 0);
  return { status: 200, json: items.slice(offset, offset + Number(query.get('limit') ?? 1000)) };
}

/** Dates have no zone. */
export const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 19);

/** The part of a body with a content type. */
export function partOf(body: unknown, type: string): string | undefined {
  return textOf(itemsOf(body).find(({ ContentType }) => ContentType === type)?.['Content']);
}
