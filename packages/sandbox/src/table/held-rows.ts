import { createKeyIndex, type Limit, type Sized } from './key-index.ts';

/** Rows by id, in order, with the sum of their bytes, and those of each key. */
export interface HeldRows<Held> {
  readonly size: number;
  readonly bytes: number;
  get(id: string): Held | undefined;
  bytesOf(id: string): number;
  all(): readonly Held[];
  /** Of the key with the most rows, or the most bytes. */
  oldest(of: Limit): Held | undefined;
  having(key: string): readonly Held[];
  /** A row with a new id is the last. */
  set(row: Held, bytes: number): void;
  delete(id: string): Held | undefined;
  clear(): void;
  /** Restores the order of creation. */
  sort(): void;
}

/** No rows. */
export function createHeldRows<Held extends { readonly id: string; readonly serial: number }>(
  keyOf: (row: Held) => string,
): HeldRows<Held> {
  const rows = new Map<string, Sized<Held>>();
  const keys = createKeyIndex(keyOf);
  let bytes = 0;
  const remove = (id: string): Held | undefined => {
    const old = rows.get(id);
    if (old === undefined) return undefined;
    rows.delete(id);
    bytes -= old.bytes;
    keys.remove(old);
    return old.row;
  };
  return {
    get size() {
      return rows.size;
    },
    get bytes() {
      return bytes;
    },
    get: (id) => rows.get(id)?.row,
    bytesOf: (id) => rows.get(id)?.bytes ?? 0,
    all: () => [...rows.values()].map(({ row }) => row),
    oldest: (of) => rows.get(keys.oldest(of) ?? '')?.row,
    having: (key) => keys.idsOf(key).flatMap((id) => rows.get(id)?.row ?? []),
    set: (row, size) => {
      const old = rows.get(row.id);
      const entry = { row, bytes: size };
      bytes += size - (old?.bytes ?? 0);
      rows.set(row.id, entry);
      if (old === undefined) keys.add(entry);
      else keys.replace(old, entry);
    },
    delete: remove,
    clear: () => {
      rows.clear();
      keys.clear();
      bytes = 0;
    },
    sort: () => {
      const sorted = [...rows].sort(([, a], [, b]) => a.row.serial - b.row.serial);
      rows.clear();
      keys.clear();
      for (const [id, entry] of sorted) {
        rows.set(id, entry);
        keys.add(entry);
      }
    },
  };
}
