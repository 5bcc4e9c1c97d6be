import {
  bySerial,
  type Conventions,
  ok,
  Problem,
  type SandboxRequest,
  type SandboxResponse,
} from '../../kit.ts';

const codes = new Map([
  [400, 402],
  [401, 10],
  [413, 300],
  [415, 409],
]);

export function refuse(ErrorCode: number, Message: string, status = 422): SandboxResponse {
  return { status, json: { ErrorCode, Message } };
}

/** A wrong method has an answer without a body. */
export const problem = (status: number, message: string): SandboxResponse =>
  status === 405 ? { status } : refuse(codes.get(status) ?? 0, message, status);

export const stop = (code: number, message: string): Problem => new Problem(refuse(code, message));

export const postmarkConventions: Conventions = {
  find: bySerial,
  missing: () => stop(1101, 'The TemplateId or Alias is not valid, or was not found.'),
  list: (views, request, name) => ok({ TotalCount: views.length, [name]: slice(request, views) }),
  added: ({ view }) => ok(view),
  removed: () => ok({ ErrorCode: 0, Message: 'OK' }),
};

/** A page by `count` and `offset`, in any case. */
export function slice<Item>({ query }: SandboxRequest, items: readonly Item[]): readonly Item[] {
  const read = (name: string) => Number(query.get(name) ?? query.get(name.toLowerCase()) ?? 0) || 0;
  return items.slice(read('Offset'), read('Offset') + (read('Count') || 100));
}
