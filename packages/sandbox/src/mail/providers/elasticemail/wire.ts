import { type Conventions, itemsOf, need, ok, Problem, type Rows, textOf } from '../../kit.ts';

export const problem = (status: number, message: string) => ({
  status,
  json: { Error: message },
});

export const missing = (): Problem => new Problem(problem(404, 'not found'));

export const refuse = (message: string): Problem => new Problem(problem(400, message));

/** Pages by `limit` and `offset`, without the count of all. */
export const elasticemailConventions: Conventions = {
  missing,
  list: (items, { query }) => {
    const offset = Number(query.get('offset') ?? 0);
    return ok(items.slice(offset, offset + Number(query.get('limit') ?? 1000)));
  },
  removed: () => ({ status: 200 }),
};

/** Finds by the name, the identity of templates and lists. */
export const byName = <Content extends { readonly name: string }>(table: Rows<Content>, name: string) =>
  table.find((row) => row.name === name);

/** Dates have no zone. */
export const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 19);

export function partOf(body: unknown, type: string): string | undefined {
  return textOf(itemsOf(body).find(({ ContentType }) => ContentType === type)?.['Content']);
}

/** A row that must be there. @throws {Problem} 404 */
export const need404 = <Value>(value: Value | undefined): Value => need(value, missing);
