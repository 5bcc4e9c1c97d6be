import type { Row, Table } from '../../table.ts';
import type { EntryFields, MailStore, OwnFields } from './mail-store.ts';
import { ownRows } from './own-rows.ts';

/** The part of a table that resources need. */
export type Rows<Fields extends object> = Pick<
  Table<Fields>,
  'add' | 'all' | 'delete' | 'find' | 'get' | 'update'
>;

/** As {@link ownRows}, with the fields of a row beside its id instead of in `own`. */
export function typedRows<Fields extends object>(
  store: Pick<MailStore, 'entries'>,
  name: string,
): Rows<Fields> {
  const rows = ownRows(store, name);
  const open = ({ own, ...row }: EntryFields & Row) => ({ ...own, ...row }) as unknown as Fields & Row;
  const openIfThere = (row: (EntryFields & Row) | undefined) => row && open(row);
  const all = () => rows.all().map(open);
  return {
    all,
    get: (id) => openIfThere(rows.get(id)),
    find: (predicate) => all().find(predicate),
    add: (fields, id) => open(rows.add({ own: fields as OwnFields }, id)),
    update: (id, change) => openIfThere(rows.update(id, { own: { ...rows.get(id)?.own, ...change } })),
    delete: (id) => rows.delete(id),
  };
}
