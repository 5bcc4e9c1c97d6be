// The five usual routes of a resource. A service describes its conventions once, and then each resource.
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import type { SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import type { Row } from '../../table.ts';
import type { Rows } from '../store/typed-rows.ts';
import { noContent, ok } from './answers.ts';
import { need, type Problem } from './door.ts';
import { type Fields, fieldsOf } from './fields.ts';

export type Verb = 'add' | 'list' | 'show' | 'change' | 'remove';

/** A row of a response. */
export interface Answer<AnyRow extends Row = Row> {
  readonly row: AnyRow;
  /** The row as the service shows it. */
  readonly view: object;
  /** The name of the resource. */
  readonly name: string;
}

type Respond<AnyRow extends Row> = (answer: Answer<AnyRow>) => SandboxResponse;

/** How a service reads and answers the requests for its resources. */
export interface Conventions<Content = unknown> {
  readonly missing: (name: string) => Problem;
  readonly list: (views: readonly object[], request: SandboxRequest, name: string) => SandboxResponse;
  /** @default 201 with the view */
  readonly added?: Respond<Content & Row>;
  /** @default 200 with the view */
  readonly shown?: Respond<Content & Row>;
  /** @default 200 with the view */
  readonly changed?: Respond<Content & Row>;
  /** Runs before the removal: an error prevents it. @default 204 */
  readonly removed?: Respond<Content & Row>;
  /** The method of a change. @default `PUT` */
  readonly changeMethod?: 'PATCH' | 'PUT';
  /** @default the fields of a JSON object */
  readonly readBody?: (request: SandboxRequest) => Fields | Promise<Fields>;
  /** The row with the last part of a path. @default by its id */
  readonly find?: typeof bySerial;
  /** The id and the dates of a row that is kept as it was sent. @default its id alone */
  readonly stamp?: (row: Row) => Fields;
}

/** A resource as the service has it, and where it departs from the conventions. */
export interface Resource<Content extends object> extends Partial<Omit<Conventions<Content>, 'find'>> {
  /** @default the last part of the path */
  readonly name?: string;
  /** @default all five */
  readonly verbs?: readonly Verb[];
  readonly find?: (table: Rows<Content>, id: string) => (Content & Row) | undefined;
  /** The rows of a list. @default all */
  readonly rows?: (request: SandboxRequest) => readonly (Content & Row)[];
  /** The content of a new row, or of a row after a change. */
  readonly read?: (body: Fields, old?: Content & Row) => Content;
  /** The new content of a row. @default `read` */
  readonly change?: (body: Fields, old: Content & Row) => Partial<Content>;
  readonly view: (row: Content & Row) => object;
  /** The id of a new row. @default a UUID */
  readonly makeId?: () => string;
}

const resourceNames: OptionNames<Resource<object>> = {
  ...{ name: 0, verbs: 0, find: 0, rows: 0, read: 0, change: 0, view: 0, makeId: 0 },
  ...{ missing: 0, list: 0, added: 0, shown: 0, changed: 0, removed: 0 },
  ...{ changeMethod: 0, readBody: 0, stamp: 0 },
};

const allVerbs: readonly Verb[] = ['add', 'list', 'show', 'change', 'remove'];
/** Rows that are added in another way than the usual one. */
export const neverAdded: readonly Verb[] = ['list', 'show', 'change', 'remove'];

/** Finds by the number, for services whose ids are numbers. */
export function bySerial<Content extends object>(table: Rows<Content>, id: string) {
  return table.find(({ serial }) => `${serial}` === id);
}

const usual = {
  added: ({ view }: Answer) => ok(view, 201),
  shown: ({ view }: Answer) => ok(view),
  changed: ({ view }: Answer) => ok(view),
  removed: () => noContent,
  changeMethod: 'PUT',
  readBody: (request: SandboxRequest): Fields => fieldsOf(request.json()),
  find: <Content extends object>(table: Rows<Content>, id: string) => table.get(id),
};

/** The routes of a resource. Fixed paths below it must stand before them in a table. */
export function resource<Content extends object>(
  conventions: Conventions,
  path: string,
  table: Rows<Content>,
  options: Resource<Content>,
): readonly Route[] {
  refuseUnknown(options, resourceNames, 'resource()', meantOption);
  const ways = { ...usual, ...conventions, ...options };
  const { read, change = read, view, verbs = allVerbs } = options;
  const { name = path.slice(path.lastIndexOf('/') + 1), rows = () => table.all() } = options;
  const get = (id = '') => need(ways.find(table, id), () => ways.missing(name));
  const answer = (row: Content & Row): Answer<Content & Row> => ({ row, view: view(row), name });
  const routes: { readonly [Each in Verb]: () => Route | undefined } = {
    add: () =>
      read &&
      route('POST', path, async (request) =>
        ways.added(answer(table.add(read(await ways.readBody(request)), options.makeId?.()))),
      ),
    list: () => route('GET', path, (request) => ways.list(rows(request).map(view), request, name)),
    show: () => route('GET', `${path}/:id`, (_request, { id }) => ways.shown(answer(get(id)))),
    change: () =>
      change &&
      route(ways.changeMethod, `${path}/:id`, async (request, { id }) => {
        const old = get(id);
        const row = table.update(old.id, change(await ways.readBody(request), old)) ?? old;
        return ways.changed(answer(row));
      }),
    remove: () =>
      route('DELETE', `${path}/:id`, (_request, { id }) => {
        const row = get(id);
        const response = ways.removed(answer(row));
        table.delete(row.id);
        return response;
      }),
  };
  return verbs.flatMap((verb) => routes[verb]() ?? []);
}
