import type { Row, Table } from '../../table.ts';
import type { EntryFields, OwnFields } from '../store/mail-store.ts';

const presetAt = Date.UTC(2020, 0, 1);

/** A table with rows that every account has, by their ids. They can be changed and removed as others. */
export function withPresets(
  table: Table<EntryFields>,
  presets: Readonly<Record<string, OwnFields>>,
): Table<EntryFields> {
  const all = (): readonly (EntryFields & Row)[] => {
    const untouched = Object.entries(presets).filter(([id]) => table.get(id) === undefined);
    const rows = untouched.map(([id, own]) => {
      return { own, id, serial: 0, createdAt: presetAt, updatedAt: presetAt };
    });
    return [...rows, ...table.all()].filter(({ own }) => own['isRemoved'] !== true);
  };
  const get = (id: string) => all().find((row) => row.id === id);
  return {
    ...table,
    all,
    get,
    find: (predicate) => all().find(predicate),
    update: (id, change) => {
      const old = get(id);
      if (old === undefined) return undefined;
      if (old.serial > 0) return table.update(id, change);
      return table.add({ own: { ...old.own, ...change.own } }, id);
    },
    delete: (id) => {
      const isKnown = get(id) !== undefined;
      table.delete(id);
      // A row that every account has would come back.
      if (isKnown && Object.hasOwn(presets, id)) table.add({ own: { isRemoved: true } }, id);
      return isKnown;
    },
  };
}

/** The id of the next row, for services whose ids are small numbers. */
export function nextNumber(table: Table<EntryFields>): string {
  return `${table.all().reduce((most, { id }) => Math.max(most, Number(id) || 0), 0) + 1}`;
}
