/** What a table has too much of. */
export type Limit = 'rows' | 'bytes';

/** A row as the index knows it. */
export interface Sized<Held> {
  readonly row: Held;
  readonly bytes: number;
}

interface Part {
  readonly ids: Set<string>;
  bytes: number;
}

/** The ids of rows by key, in order, with their bytes. */
export function createKeyIndex<Held extends { readonly id: string }>(keyOf: (row: Held) => string) {
  const parts = new Map<string, Part>();
  const add = ({ row, bytes }: Sized<Held>): void => {
    const part = parts.get(keyOf(row)) ?? { ids: new Set(), bytes: 0 };
    part.ids.add(row.id);
    part.bytes += bytes;
    parts.set(keyOf(row), part);
  };
  const remove = ({ row, bytes }: Sized<Held>): void => {
    const part = parts.get(keyOf(row));
    if (part === undefined) return;
    part.ids.delete(row.id);
    part.bytes -= bytes;
    if (part.ids.size === 0) parts.delete(keyOf(row));
  };
  return {
    add,
    remove,
    /** A row with the same key keeps its place. */
    replace: (old: Sized<Held>, entry: Sized<Held>) => {
      const part = parts.get(keyOf(entry.row));
      if (part?.ids.has(old.row.id)) part.bytes += entry.bytes - old.bytes;
      else {
        remove(old);
        add(entry);
      }
    },
    idsOf: (key: string) => [...(parts.get(key)?.ids ?? [])],
    /** The first id of the key with the most rows, or the most bytes. */
    oldest: (of: Limit) => {
      const sizeOf = ({ ids, bytes }: Part) => (of === 'rows' ? ids.size : bytes);
      let most: Part = { ids: new Set(), bytes: 0 };
      for (const part of parts.values()) if (sizeOf(part) > sizeOf(most)) most = part;
      const [oldest] = most.ids;
      return oldest;
    },
    clear: () => parts.clear(),
  };
}
