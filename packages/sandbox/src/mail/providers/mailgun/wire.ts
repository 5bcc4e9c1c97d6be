import { type Conventions, ok, Problem, readForm, type SandboxRequest } from '../../kit.ts';

export const problem = (status: number, message: string) => ({ status, json: { message } });

export const stop = (status: number, message: string): Problem => new Problem(problem(status, message));

/** `Fri, 21 Oct 2011 11:02:55 GMT`. */
export const dateOf = (instant: number): string => new Date(instant).toUTCString();

/** Pages with the address of the next one, which exists also after the last item. */
export const mailgunConventions = (url: () => string): Conventions => ({
  missing: (name) => stop(404, `${name} not found`),
  readBody: readFields,
  list: (items, request) => ok(linkedPage(items, request, url())),
});

export function linkedPage<Item>(items: readonly Item[], { query, path }: SandboxRequest, origin: string) {
  const limit = Number(query.get('limit') ?? 100) || 100;
  const at = Number(query.get('p') ?? 0) || 0;
  const linkTo = (page: string, start: number) => `${origin}${path}?page=${page}&p=${start}&limit=${limit}`;
  const paging = {
    first: linkTo('first', 0),
    next: linkTo('next', at + limit),
    previous: linkTo('previous', Math.max(at - limit, 0)),
    last: linkTo('last', Math.max(items.length - limit, 0)),
  };
  return { items: items.slice(at, at + limit), paging };
}

/** A page by `skip` and `limit`. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams) {
  const skip = Number(query.get('skip') ?? 0) || 0;
  const limit = Number(query.get('limit') ?? 100) || 100;
  return { total_count: items.length, items: items.slice(skip, skip + limit) };
}

/** The first value of each field of a form, or the fields of JSON. */
export async function readFields(request: SandboxRequest): Promise<Readonly<Record<string, string>>> {
  const { values } = await readForm(request);
  return Object.fromEntries([...values].map(([name, [value = '']]) => [name, value]));
}
