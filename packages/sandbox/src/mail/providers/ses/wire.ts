import { randomUUID } from 'node:crypto';
import { type Conventions, Problem } from '../../kit.ts';

const errors = new Map([
  [401, 'InvalidSignatureException'],
  [403, 'MailFromDomainNotVerifiedException'],
  [404, 'NotFoundException'],
  [429, 'TooManyRequestsException'],
  [500, 'InternalServiceErrorException'],
  [501, 'NotImplementedException'],
]);

/** The error that a status stands for. */
export const errorOf = (status: number): string => errors.get(status) ?? 'BadRequestException';

function render(status: number, error: string, message: string) {
  const headers = { 'x-amzn-errortype': error, 'x-amzn-requestid': randomUUID() };
  return { status, headers, json: { message } };
}

/** SES answers 403 to a wrong signature, and 400 to a sender that is not verified. */
export function problem(status: number, message: string) {
  if (status === 413) return { status, json: { message } }; // SES documents no name for it
  const error = errorOf(status);
  if (status === 401) return render(403, error, message);
  return render(status === 403 ? 400 : status, error, message);
}

export function stop(error: string, message: string): Problem {
  return new Problem(render(400, error, message));
}

export const missing = (): Problem => new Problem(problem(404, 'The resource does not exist.'));

export function ok(json: object = {}) {
  return { status: 200, headers: { 'x-amzn-requestid': randomUUID() }, json };
}

/** A page, with a token where it goes on. */
export function pageOf<Item>(items: readonly Item[], size: unknown, token: unknown) {
  const start = Number(token ?? 0) || 0;
  const end = start + (Number(size ?? 100) || 100);
  return { items: items.slice(start, end), NextToken: end < items.length ? String(end) : null };
}

/** SES names the rows of a list, and answers a write without content. */
export const sesConventions: Conventions = {
  missing,
  list: (views, { query }, name) => {
    const { items, NextToken } = pageOf(views, query.get('PageSize'), query.get('NextToken'));
    return ok({ [name]: items, NextToken });
  },
  added: () => ok(),
  shown: ({ view }) => ok(view),
  changed: () => ok(),
  removed: () => ok(),
};

/** Seconds, as the wire has instants. */
export const secondsOf = (instant: number): number => instant / 1000;
