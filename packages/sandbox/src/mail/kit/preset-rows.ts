import type { Row, Table } from '../../table.ts';
import type { EntryFields, OwnFields } from '../store/mail-store.ts';

const presetAt = Date.UTC(2020, 0, 1);

/** A table with rows that every account has, by their ids. A change of one keeps the rest of it. */
export function withPresets(
  table: Table<EntryFields>,
  presets: Readonly<Record<string, OwnFields>>,
): Table<EntryFields> {
  const all = (): readonly (EntryFields & Row)[] => {
    const untouched = Object.entries(presets).filter(([id]) => table.get(id) === undefined);
    const rows = untouched.map(([id, own]) => {
      return { own, id, serial: 0, createdAt: presetAt, updatedAt: presetAt };
    });
    return [...rows, ...table.all()];
  };
  const get = (id: string) => all().find((row) => row.id === id);
  return {
    ...table,
    all,
    get,
    find: (predicate) => all().find(predicate),
    update: (id, change) => {
      const old = get(id);
      if (old === undefined || old.serial > 0) return table.update(id, change);
      return table.add({ own: { ...old.own, ...change.own } }, id);
    },
  };
}

/** The id of the next row, for services whose ids are small numbers. */
export function nextNumber(table: Table<EntryFields>): string {
  return `${Math.max(0, ...table.all().map(({ id }) => Number(id) || 0)) + 1}`;
}
