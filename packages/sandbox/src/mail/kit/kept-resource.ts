// A resource that the sandbox keeps as it was sent: domains, senders, topics, keys.
import type { Route } from '../../http/router.ts';
import type { Row, Table } from '../../table.ts';
import type { EntryFields } from '../store/mail-store.ts';
import type { Fields } from './fields.ts';
import { type Conventions, type Resource, resource } from './resource.ts';

type Entry = EntryFields & Row;

/** How a resource departs from what was sent. */
export interface KeptResource extends Omit<Partial<Resource<EntryFields>>, 'read' | 'view' | 'change'> {
  /** Throws for a body that the service refuses. `old` is absent for a new row. */
  readonly check?: (body: Fields, old: Entry | undefined) => void;
  /** The fields of a new row that has none. */
  readonly defaults?: Fields | ((body: Fields) => Fields);
  /** The fields to keep of a body. @default all */
  readonly keep?: (body: Fields) => Fields;
  /** The row as the service shows it, of its fields with id and dates. @default the same */
  readonly view?: (shown: Fields, row: Entry) => object;
}

/** The five usual routes of a resource. A change replaces the given fields. */
export function keptResource(
  conventions: Conventions,
  path: string,
  table: Table<EntryFields>,
  { check, defaults = {}, keep = (body) => body, view = (shown) => shown, ...options }: KeptResource,
): readonly Route[] {
  const { stamp = ({ id }: Row) => ({ id }) } = conventions;
  return resource<EntryFields>(conventions, path, table, {
    ...options,
    read: (body, old) => {
      check?.(body, old);
      const first = typeof defaults === 'function' ? defaults(body) : defaults;
      return { own: { ...(old?.own ?? first), ...keep(body) } };
    },
    view: (row) => view({ ...row.own, ...stamp(row) }, row),
  });
}

/** The routes of resources below another one, `/domains/:parent/users`: each parent has its own. */
export function nestedRoutes(routesOf: (parent: string) => readonly Route[]): readonly Route[] {
  return routesOf('').map((first, index) => ({
    ...first,
    handler: (request, params) => (routesOf(params['parent'] ?? '')[index] ?? first).handler(request, params),
  }));
}
