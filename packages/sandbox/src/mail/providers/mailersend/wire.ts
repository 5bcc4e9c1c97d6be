import { randomBytes } from 'node:crypto';
import { type Conventions, ok, Problem, type SandboxResponse } from '../../kit.ts';

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

export const badAddress = (field: string): Problem =>
  invalid(field, `The ${field} must be a valid email address. #MS42208`);

/** 24 hexadecimal digits, as MailerSend's ids. */
export const makeId = (): string => randomBytes(12).toString('hex');

export const found = (data: unknown, status = 200): SandboxResponse => ok({ data }, status);

/** Pages by `page` and `limit`. */
export const mailersendConventions: Conventions = {
  missing,
  list: (items, { query, path }) => {
    const page = Number(query.get('page') ?? 1);
    const limit = Number(query.get('limit') ?? 25);
    if (!(limit >= 10 && limit <= 100)) throw invalid('limit', 'The limit must be between 10 and 100.');
    const hasMore = page * limit < items.length;
    const links = { next: hasMore ? `https://api.mailersend.com${path}?page=${page + 1}` : null };
    const meta = { current_page: page, per_page: limit, total: items.length };
    return ok({ data: items.slice((page - 1) * limit, page * limit), links, meta });
  },
  added: ({ view }) => found(view, 201),
  shown: ({ view }) => found(view),
  changed: ({ view }) => found(view),
};
