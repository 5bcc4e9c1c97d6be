/** Rows by id, in order, with the sum of their bytes and their ids by key. */
export interface HeldRows<Held> {
  readonly size: number;
  readonly bytes: number;
  get(id: string): Held | undefined;
  bytesOf(id: string): number;
  all(): readonly Held[];
  /** Of the key with the most rows. */
  oldest(): Held | undefined;
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
  const rows = new Map<string, { readonly row: Held; readonly bytes: number }>();
  const idsByKey = new Map<string, Set<string>>();
  let bytes = 0;
  const addKey = (row: Held): void => {
    const ids = idsByKey.get(keyOf(row)) ?? new Set();
    idsByKey.set(keyOf(row), ids.add(row.id));
  };
  const removeKey = (row: Held): void => {
    const ids = idsByKey.get(keyOf(row));
    ids?.delete(row.id);
    if (ids?.size === 0) idsByKey.delete(keyOf(row));
  };
  const remove = (id: string): Held | undefined => {
    const old = rows.get(id);
    if (old === undefined) return undefined;
    rows.delete(id);
    bytes -= old.bytes;
    removeKey(old.row);
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
    oldest: () => {
      let most: ReadonlySet<string> = new Set();
      for (const ids of idsByKey.values()) if (ids.size > most.size) most = ids;
      const [oldest = ''] = most;
      return rows.get(oldest)?.row;
    },
    having: (key) => [...(idsByKey.get(key) ?? [])].flatMap((id) => rows.get(id)?.row ?? []),
    set: (row, size) => {
      const old = rows.get(row.id);
      bytes += size - (old?.bytes ?? 0);
      rows.set(row.id, { row, bytes: size });
      if (old !== undefined && keyOf(old.row) === keyOf(row)) return; // it keeps its place
      if (old !== undefined) removeKey(old.row);
      addKey(row);
    },
    delete: remove,
    clear: () => {
      rows.clear();
      idsByKey.clear();
      bytes = 0;
    },
    sort: () => {
      const sorted = [...rows].sort(([, a], [, b]) => a.row.serial - b.row.serial);
      rows.clear();
      idsByKey.clear();
      for (const [id, entry] of sorted) {
        rows.set(id, entry);
        addKey(entry.row);
      }
    },
  };
}
