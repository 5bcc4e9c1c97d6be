import { randomBytes } from 'node:crypto';
import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { Problem } from '../door.ts';

export const problem = (status: number, message: string): SandboxResponse => ({
  status,
  json: { message: status === 401 ? 'Unauthenticated.' : message },
});

export const missing = (): Problem => new Problem(problem(404, 'Resource not found.'));

export function invalid(field: string, words: string): Problem {
  return new Problem({
    status: 422,
    json: { message: 'The given data was invalid.', errors: { [field]: [words] } },
  });
}

/** 24 hexadecimal digits, as MailerSend's ids. */
export const makeId = (): string => randomBytes(12).toString('hex');

export const found = (data: unknown, status = 200): SandboxResponse => ({ status, json: { data } });

export const dateOf = (instant: number): string => new Date(instant).toISOString();

/** A page by `page` and `limit`. */
export function pageOf({ query, path }: SandboxRequest, items: readonly object[]): SandboxResponse {
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 25);
  if (!(limit >= 10 && limit <= 100)) throw invalid('limit', 'The limit must be between 10 and 100.');
  const hasMore = page * limit < items.length;
  const links = { next: hasMore ? `https://api.mailersend.com${path}?page=${page + 1}` : null };
  const meta = { current_page: page, per_page: limit, total: items.length };
  return { status: 200, json: { data: items.slice((page - 1) * limit, page * limit), links, meta } };
}
