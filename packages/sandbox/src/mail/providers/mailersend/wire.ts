import { createHash, randomBytes } from 'node:crypto';
import { type Conventions, dateOf, ok, Problem, type SandboxRequest } from '../../kit.ts';

export const problem = (status: number, message: string) => ({
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

export const badAddress = (field: string): Problem =>
  invalid(field, `The ${field} must be a valid email address. #MS42208`);

/** 24 hexadecimal digits, as MailerSend's ids. */
export const makeId = (): string => randomBytes(12).toString('hex');

/** The same 24 digits for the same text, for the parts of a message that have no row. */
export const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** The values of a list in the query: `event[]=`, `event[0]=` or `event=`. */
export function listIn(query: URLSearchParams, name: string): readonly string[] {
  return [...query].flatMap(([key, value]) => (key.replace(/\[\d*\]$/, '') === name ? [value] : []));
}

/** Whether an instant is between `date_from` and `date_to`, in seconds or as dates. @throws {Problem} 422 */
export function rangeIn({ query }: SandboxRequest) {
  const read = (name: string): number => {
    const text = query.get(name) ?? '';
    const instant = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
    if (Number.isNaN(instant)) throw invalid(name, `The ${name.replace('_', ' ')} field is required.`);
    return instant;
  };
  const [from, to] = [read('date_from'), read('date_to')];
  return { from, to, has: (at: number) => at >= from && at <= to + 999 };
}

export const found = (data: unknown, status = 200) => ok({ data }, status);

/** Pages by `page` and `limit`. */
export const mailersendConventions: Conventions = {
  missing,
  stamp: ({ id, createdAt, updatedAt }) => {
    return { id, created_at: dateOf(createdAt), updated_at: dateOf(updatedAt) };
  },
  list: (items, { query, path }) => {
    const page = Number(query.get('page') ?? 1);
    const limit = Number(query.get('limit') ?? 25);
    if (!(limit >= 10 && limit <= 100)) throw invalid('limit', 'The limit must be between 10 and 100.');
    const hasMore = page * limit < items.length;
    const linkTo = (to: number) => `https://api.mailersend.com${path}?page=${to}`;
    const ends = { first: linkTo(1), last: linkTo(Math.max(1, Math.ceil(items.length / limit))) };
    const prev = page > 1 ? linkTo(page - 1) : null;
    const links = { ...ends, prev, next: hasMore ? linkTo(page + 1) : null };
    const last_page = Math.max(1, Math.ceil(items.length / limit));
    const meta = { current_page: page, last_page, per_page: limit, total: items.length };
    return ok({ data: items.slice((page - 1) * limit, page * limit), links, meta });
  },
  added: ({ view }) => found(view, 201),
  shown: ({ view }) => found(view),
  changed: ({ view }) => found(view),
};
