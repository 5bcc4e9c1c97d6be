import { bySerial, type Conventions, ok, Problem, type SandboxRequest } from '../../kit.ts';

/** The code of each status. 0 would be a success. */
const codes = new Map([
  [400, 402], // invalid JSON
  [401, 10],
  [403, 400], // no signature of this sender
  [404, 0], // a path that Postmark does not have
  [413, 300],
  [415, 409],
  [422, 405], // not allowed to send
  [429, 429],
]);
const maintenance = 100;

export function refuse(ErrorCode: number, Message: string, status = 422) {
  return { status, json: { ErrorCode, Message } };
}

/** A wrong method has an answer without a body. */
export const problem = (status: number, message: string) =>
  status === 405 ? { status } : refuse(codes.get(status) ?? maintenance, message, status);

export const stop = (code: number, message: string): Problem => new Problem(refuse(code, message));

export const postmarkConventions: Conventions = {
  find: bySerial,
  missing: () => stop(1101, 'The TemplateId or Alias is not valid, or was not found.'),
  list: (views, request, name) => ok({ TotalCount: views.length, [name]: slice(request, views) }),
  added: ({ view }) => ok(view),
  removed: () => ok({ ErrorCode: 0, Message: 'OK' }),
};

/** Reads a parameter of the query, whose names Postmark takes in any case. */
export function queryOf({ query }: SandboxRequest): (name: string) => string | undefined {
  const values = new Map([...query].map(([name, value]) => [name.toLowerCase(), value] as const));
  return (name) => values.get(name);
}

/** A page by `count` and `offset`. */
export function slice<Item>(request: SandboxRequest, items: readonly Item[]): readonly Item[] {
  const read = queryOf(request);
  const start = Number(read('offset')) || 0;
  return items.slice(start, start + (Number(read('count')) || 100));
}

/** Whether an instant is within the days of `fromdate` and `todate`. */
export function isWithinDates(request: SandboxRequest, at: number): boolean {
  const read = queryOf(request);
  const [from, to] = [Date.parse(read('fromdate') ?? ''), Date.parse(read('todate') ?? '')];
  // A day lasts until its end, and a date with a time is an instant.
  const last = to + ((read('todate') ?? '').includes('T') ? 0 : 24 * 3_600_000 - 1);
  return !(at < from) && !(at > last);
}

/** A resource that is kept as it was sent, with numbers as ids. */
export const keptConventions: Conventions = {
  missing: () => stop(0, 'Not found.'),
  list: (views, request, name) => ok({ TotalCount: views.length, [name]: slice(request, views) }),
  added: ({ view }) => ok(view),
  removed: () => ok({ ErrorCode: 0, Message: 'OK' }),
  stamp: ({ id }) => ({ ID: Number(id) }),
};
