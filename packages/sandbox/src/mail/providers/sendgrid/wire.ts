import { randomBytes } from 'node:crypto';
import { type Conventions, ok, Problem } from '../../kit.ts';

/** An error as SendGrid words it. */
export function refuse(status: number, message: string, field: string | null = null) {
  return { status, json: { errors: [{ message, field, help: null }] } };
}

export const missing = (what: string): Problem => new Problem(refuse(404, `${what} not found`));

export const makeId = (): string => randomBytes(16).toString('base64url');

/** `2030-01-02 03:04:05`, in UTC. */
export const dateOf = (instant: number): string =>
  new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

/** The conventions of the marketing and template APIs: pages by `page_size` and `page_token`. */
export function conventionsOf(url: () => string, pageSize = 100): Conventions {
  return {
    missing,
    changeMethod: 'PATCH',
    list: (items, { query, path }) => {
      const size = Number(query.get('page_size') ?? pageSize);
      if (!(size >= 1 && size <= 1000)) throw new Problem(refuse(400, 'page_size is invalid', 'page_size'));
      const start = Number(query.get('page_token') ?? 0) || 0;
      const linkTo = (token: number) => `${url()}${path}?page_size=${size}&page_token=${token}`;
      const next = start + size < items.length ? { next: linkTo(start + size) } : {};
      const _metadata = { self: linkTo(start), ...next, count: items.length };
      return ok({ result: items.slice(start, start + size), _metadata });
    },
  };
}
