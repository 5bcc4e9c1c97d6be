import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { Problem } from '../door.ts';
import { type Fields, fieldsOf } from '../fields.ts';

export function refuse(statusCode: number, name: string, message: string): SandboxResponse {
  return { status: statusCode, json: { statusCode, name, message } };
}

export const missing = (): Problem => new Problem(refuse(404, 'not_found', 'Not found'));

export function invalid(message: string): Problem {
  return new Problem(refuse(422, 'validation_error', message));
}

/** The body, with the fields that it must have. @throws {Problem} 422 */
export function readBody(request: SandboxRequest, ...required: readonly string[]): Fields {
  const body = fieldsOf(request.json());
  const name = required.find((each) => body[each] === undefined);
  if (name !== undefined)
    throw new Problem(refuse(422, 'missing_required_field', `Missing \`${name}\` field.`));
  return body;
}

/** A page by `limit` and `after`, oldest first. */
export function pageOf(
  { query }: SandboxRequest,
  items: readonly { readonly id: string }[],
): SandboxResponse {
  const limit = Number(query.get('limit') ?? 20);
  if (!(limit >= 1 && limit <= 100)) throw invalid('The limit must be 1 to 100.');
  const start = items.findIndex(({ id }) => id === query.get('after')) + 1;
  const data = items.slice(start, start + limit);
  return { status: 200, json: { object: 'list', has_more: start + limit < items.length, data } };
}

export const dateOf = (instant: number): string => new Date(instant).toISOString();
