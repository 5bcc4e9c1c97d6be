import { bySerial, type Conventions, type Fields, need, Problem, textOf } from '../../kit.ts';

export const problem = (status: number, ErrorMessage: string) => ({
  status,
  json: { ErrorInfo: '', ErrorMessage, StatusCode: status },
});

export const stop = (status: number, message: string): Problem => new Problem(problem(status, message));

export const missing = (): Problem => stop(404, 'Object not found');

/** JSON whose ids of messages are numbers, as at Mailjet: longer than a number of JavaScript holds. */
export function exact(json: unknown, status = 200) {
  const body = JSON.stringify(json).replace(/"(MessageID|ID)":"(\d{17,19})"/g, '"$1":$2');
  return { status, body, headers: { 'content-type': 'application/json' } };
}

/** The envelope of the REST API. */
export function wrap(Data: readonly object[], status = 200) {
  return exact({ Count: Data.length, Data, Total: Data.length }, status);
}

/** A change that changes nothing. */
export const notModified = (): Problem => new Problem({ status: 304 });

/** A text that must be there. @throws {Problem} 400 */
export function requireText(body: Fields, name: string): string {
  return need(textOf(body[name]), () => stop(400, `"${name}" is missing`));
}

/** Pages by `Limit` and `Offset`. */
export const mailjetConventions: Conventions = {
  find: bySerial,
  missing,
  list: (items, { query }) => {
    const [limit, offset] = [Number(query.get('Limit') ?? 10), Number(query.get('Offset') ?? 0)];
    if (!(limit <= 1000)) throw stop(400, 'Limit must be at most 1000');
    return wrap(items.slice(offset, offset + (limit || 1000)));
  },
  added: ({ view }) => wrap([view], 201),
  shown: ({ view }) => wrap([view]),
  changed: ({ view }) => wrap([view]),
  stamp: ({ serial, createdAt }) => ({ ID: serial, CreatedAt: dateOf(createdAt) }),
};

/** `2014-06-10T08:30:32Z`. */
export const dateOf = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;
