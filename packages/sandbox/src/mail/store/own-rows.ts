import { randomUUID } from 'node:crypto';
import type { Row, Table } from '../../table.ts';
import type { EntryFields, MailStore } from './mail-store.ts';

/** The rows of one service alone, such as its domains, as a table. `name` says whose: `resend domains`. */
export function ownRows({ entries }: Pick<MailStore, 'entries'>, name: string): Table<EntryFields> {
  const keyOf = (id: string): string => `${name}/${id}`;
  const open = <AnyRow extends Row>(row: AnyRow): AnyRow => ({ ...row, id: row.id.slice(name.length + 1) });
  const all = () => entries.having(name).map(open);
  return {
    ...entries,
    all,
    add: (fields, id = randomUUID()) => open(entries.add(fields, keyOf(id))),
    get: (id) => {
      const row = entries.get(keyOf(id));
      return row && open(row);
    },
    find: (predicate) => all().find(predicate),
    update: (id, change) => {
      const row = entries.update(keyOf(id), change);
      return row && open(row);
    },
    delete: (id) => entries.delete(keyOf(id)),
  };
}
