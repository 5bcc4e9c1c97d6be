import {
  type DoorContext,
  type EntryFields,
  fieldsOf,
  keptResource,
  nextNumber,
  ok,
  ownRows,
  Problem,
  type Row,
  route,
  type Suppression,
  suppressionBook,
  textOf,
  textsOf,
  withPresets,
} from '../../kit.ts';
import { conventionsOf, missing, refuse } from './wire.ts';

const presets = {
  1: { name: 'Group 1', description: '', is_default: false },
  2: { name: 'Group 2', description: '', is_default: false },
};

/** Unsubscribe groups, of which the first two exist, and the groups of an address. */
export function groupRoutes({ store, url }: DoorContext) {
  const groups = withPresets(ownRows(store, 'sendgrid groups'), presets);
  const book = suppressionBook(store);
  const grouped = () => store.suppressions.all().filter(({ scope = '' }) => /^\d{1,9}$/.test(scope));
  const nameOf = (id: string): string => textOf(groups.get(id)?.own['name']) ?? `Group ${id}`;
  const view = (row: Suppression) => {
    const group = { group_id: Number(row.scope), group_name: nameOf(row.scope ?? '') };
    return { email: row.email, ...group, created_at: Math.floor(row.createdAt / 1000) };
  };
  const show = (shown: Readonly<Record<string, unknown>>, { id }: EntryFields & Row) => {
    return { ...shown, id: Number(id), unsubscribes: book.list({ scope: id }).length };
  };
  return [
    route('GET', '/v3/asm/suppressions', () => ok(grouped().map(view))),
    route('GET', '/v3/asm/suppressions/:email', (_request, { email = '' }) => {
      const isIn = (group: string) => grouped().some((row) => row.scope === group && row.email === email);
      const used = grouped().map(({ scope = '' }) => scope);
      const ids = [...new Set([...groups.all().map(({ id }) => id), ...used])];
      const suppressions = ids.map((id) => {
        const { description = '', is_default = false } = groups.get(id)?.own ?? {};
        return { id: Number(id), name: nameOf(id), description, is_default, suppressed: isIn(id) };
      });
      return ok({ suppressions });
    }),
    route('POST', '/v3/asm/groups/:scope/suppressions/search', (request, { scope }) => {
      const asked = textsOf(fieldsOf(request.json())['recipient_emails']);
      const emails = book.list({ scope }).map(({ email }) => email);
      return ok(asked.filter((email) => emails.includes(email)));
    }),
    ...keptResource(conventionsOf(url), '/v3/asm/groups', groups, {
      name: 'group',
      makeId: () => nextNumber(groups),
      missing: () => missing('group'),
      check: ({ name, description }, old) => {
        if (old === undefined && (!textOf(name) || description === undefined))
          throw new Problem(refuse(400, 'name and description are required', 'name'));
      },
      defaults: { is_default: false },
      rows: ({ query }) => {
        const ids = query.getAll('id');
        return groups.all().filter(({ id }) => ids.length === 0 || ids.includes(id));
      },
      list: (views) => ok(views),
      view: show,
      changed: ({ view: changed }) => ok(changed, 201),
      removed: ({ row: { id } }) => {
        book.remove({ scope: id });
        return { status: 204 };
      },
    }),
  ];
}
