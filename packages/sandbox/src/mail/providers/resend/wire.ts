import {
  type Conventions,
  dateOf,
  type Fields,
  fieldsOf,
  ok,
  Problem,
  type SandboxRequest,
} from '../../kit.ts';

export function refuse(statusCode: number, name: string, message: string) {
  return { status: statusCode, json: { statusCode, name, message } };
}

export const missing = (): Problem => new Problem(refuse(404, 'not_found', 'Not found'));

export function invalid(message: string): Problem {
  return new Problem(refuse(422, 'validation_error', message));
}

export const badAddress = (field: string) => (): Problem =>
  invalid(
    `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or ` +
      '`Name <email@example.com>` format.',
  );

/** The body, with the fields that it must have. @throws {Problem} 422 */
export function readBody(request: SandboxRequest, ...required: readonly string[]): Fields {
  return requireFields(fieldsOf(request.json()), ...required);
}

/** @throws {Problem} 422 for a missing field */
export function requireFields(body: Fields, ...required: readonly string[]): Fields {
  const name = required.find((each) => body[each] === undefined);
  if (name !== undefined)
    throw new Problem(refuse(422, 'missing_required_field', `Missing \`${name}\` field.`));
  return body;
}

/** Pages by `limit`, and `after` or `before`, oldest first. The name of a resource is its `object`. */
export const resendConventions: Conventions = {
  missing,
  changeMethod: 'PATCH',
  stamp: ({ id, createdAt }) => ({ id, created_at: dateOf(createdAt) }),
  list: (items, { query }) => {
    const limit = Number(query.get('limit') ?? 20);
    const [after, before] = [query.get('after'), query.get('before')];
    if (!(limit >= 1 && limit <= 100)) throw invalid('The limit must be 1 to 100.');
    if (after !== null && before !== null) throw invalid('Use either `after` or `before`, not both.');
    const placeOf = (id: string | null) => items.findIndex((item) => fieldsOf(item)['id'] === id);
    const end = before === null ? items.length : Math.max(0, placeOf(before));
    const start = before === null ? placeOf(after) + 1 : Math.max(0, end - limit);
    const data = items.slice(start, Math.min(end, start + limit));
    const hasMore = before === null ? start + limit < items.length : start > 0;
    return ok({ object: 'list', has_more: hasMore, data });
  },
  added: ({ row: { id }, name: object }) => ok({ object, id }, 201),
  shown: ({ view, name: object }) => ok({ object, ...view }),
  changed: ({ row: { id }, name: object }) => ok({ object, id }),
  removed: ({ row: { id }, name: object }) => ok({ object, id, deleted: true }),
};
