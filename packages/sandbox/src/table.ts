import { randomUUID } from 'node:crypto';
import { fields, instant, text, whole } from './shape.ts';
import { createHeldRows, type HeldRows } from './table/held-rows.ts';
import { noteChange } from './table/journal.ts';
import type { Limit, Sized } from './table/key-index.ts';

/** The parts of a row that the table makes. */
export interface Row {
  readonly id: string;
  /** 1 for the first row of the table, for services whose ids are numbers. */
  readonly serial: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

const rowShape = fields({ id: text, serial: whole, createdAt: instant, updatedAt: instant });

/** Rows in order of creation. */
export interface Table<Fields extends object> {
  /** @throws {StoreFull}, and for a row that the check refuses */
  add(fields: Fields, id?: string): Fields & Row;
  get(id: string): (Fields & Row) | undefined;
  find(predicate: (row: Fields & Row) => boolean): (Fields & Row) | undefined;
  all(): readonly (Fields & Row)[];
  /** The rows of a key. */
  having(key: string): readonly (Fields & Row)[];
  /**
   * Changes the given fields. Returns `undefined` for an unknown id.
   *
   * @throws {StoreFull} for a row above the limit
   */
  update(id: string, change: Partial<Fields>): (Fields & Row) | undefined;
  delete(id: string): boolean;
  /**
   * Replaces all rows. With `leftOut`, the error of a row that the check refuses is told, and the others are
   * taken.
   *
   * @throws {StoreFull}, and for a row that the check refuses
   */
  replaceAll(rows: readonly (Fields & Row)[], leftOut?: (refused: Error) => void): void;
  /** Calls the listener for every change. Returns the function that removes it. */
  watch(listener: (change: TableChange) => void): () => void;
}

export type TableChange =
  | { readonly kind: 'put'; readonly row: Row }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'replace-all' };

/** The limits of a table. */
export interface TableOptions<Fields = object> {
  readonly maxRows: number;
  /** The size of all rows as JSON. */
  readonly maxBytes: number;
  /**
   * Drops the oldest row when the table is full, instead of an error. It is one of the key with the most
   * rows (or bytes, if these are the limit), so that a log does not displace the few rows of another kind.
   *
   * @default false
   */
  readonly dropsOldest?: boolean;
  /**
   * Is called with the first row of each key that is dropped, and again after all rows were replaced.
   * `limit` says what the table has too much of.
   */
  readonly onDropped?: (row: Fields & Row, limit: Limit) => void;
  /** A request that throws takes its changes back. @default false */
  readonly isTakenBack?: boolean;
  /** The key of a row, to find it without a search. @default all rows have the same */
  readonly keyOf?: (row: Fields & Row) => string;
  /** The id of a row that is added without one. @default a UUID */
  readonly idOf?: (serial: number) => string;
  /** Refuses a row, whoever writes it. @throws {RangeError | TypeError} */
  readonly check?: (row: Fields) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const storeFullBrand = Symbol.for('@org/sandbox/store-full');

/** A table has reached its limit of rows or bytes. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
  readonly [storeFullBrand] = true;

  static isInstance(value: unknown): value is StoreFull {
    return typeof value === 'object' && value !== null && storeFullBrand in value;
  }
}

const rowRefusedBrand = Symbol.for('@org/sandbox/row-refused');

/** A row that the table does not take. */
export class RowRefused extends TypeError {
  override readonly name = 'RowRefused';
  readonly [rowRefusedBrand] = true;

  static isInstance(value: unknown): value is RowRefused {
    return typeof value === 'object' && value !== null && rowRefusedBrand in value;
  }
}

/** An empty table. */
export function createTable<Fields extends object>(options: TableOptions<Fields>): Table<Fields> {
  const { isTakenBack = false, keyOf = () => '', now } = options;
  const rows = createHeldRows<Fields & Row>(keyOf);
  const { notify, watch } = createChanges();
  const check = createCheck<Fields & Row>(options.check);
  const drops = firstOfKey(keyOf, options.onDropped);
  let made = 0;
  const remove = (id: string): boolean => {
    const old = rows.delete(id);
    if (old === undefined) return false;
    if (isTakenBack) noteChange(() => putBack(old, undefined));
    notify({ kind: 'delete', id });
    return true;
  };

  const drop = (oldest: Fields & Row, limit: Limit): void => {
    remove(oldest.id);
    drops.report(oldest, limit);
  };

  const put = (row: Fields & Row): Fields & Row => {
    check(row);
    const size = JSON.stringify(row).length;
    const old = rows.get(row.id);
    makeSpace(rows, options, { row, bytes: size }, drop);
    rows.set(row, size);
    if (isTakenBack) noteChange(() => putBack(old, row));
    notify({ kind: 'put', row });
    return row;
  };

  /** Takes a change back, unless another request has changed the row since. */
  const putBack = (old: (Fields & Row) | undefined, changed: (Fields & Row) | undefined): void => {
    const id = (old ?? changed)?.id ?? '';
    if (rows.get(id) !== changed) return;
    if (old === undefined) remove(id);
    else put(old);
    if (changed === undefined) rows.sort();
  };

  return {
    add: (fields, id = options.idOf?.(made + 1) ?? randomUUID()) => {
      const at = now();
      const row = put({ ...fields, id, serial: made + 1, createdAt: at, updatedAt: at });
      made += 1;
      return row;
    },
    get: rows.get,
    find: (predicate) => rows.all().find(predicate),
    all: rows.all,
    having: rows.having,
    update: (id, change) => {
      const found = rows.get(id);
      return found && put({ ...found, ...change, updatedAt: now() });
    },
    delete: remove,
    replaceAll: (given, leftOut) => {
      const all = given.filter((row) => isTaken(row, check, leftOut));
      rows.clear();
      drops.forget();
      made = all.reduce((most, { serial }) => Math.max(most, serial), 0);
      for (const row of all) put(row);
      notify({ kind: 'replace-all' });
    },
    watch,
  };
}

/** @throws {StoreFull} */
function makeSpace<Held extends Row>(
  rows: HeldRows<Held>,
  { maxRows, maxBytes, dropsOldest }: Pick<TableOptions, 'maxRows' | 'maxBytes' | 'dropsOldest'>,
  { row: { id }, bytes }: Sized<Held>,
  drop: (oldest: Held, limit: Limit) => void,
): void {
  const reached = (): Limit | undefined => {
    if (rows.size + (rows.get(id) === undefined ? 1 : 0) > maxRows) return 'rows';
    return rows.bytes + bytes - rows.bytesOf(id) > maxBytes ? 'bytes' : undefined;
  };
  // No space that others leave is enough for a row above the limit.
  const mayDrop = dropsOldest && bytes <= maxBytes;
  for (let limit = reached(); limit !== undefined; limit = reached()) {
    const oldest = mayDrop ? rows.oldest(limit) : undefined;
    if (oldest === undefined)
      throw new StoreFull(`The sandbox holds at most ${maxRows} of these, in ${maxBytes} bytes.`);
    drop(oldest, limit);
  }
}

function firstOfKey<AnyRow>(keyOf: (row: AnyRow) => string, report?: (row: AnyRow, limit: Limit) => void) {
  const known = new Set<string>();
  return {
    report: (row: AnyRow, limit: Limit): void => {
      if (!known.has(keyOf(row))) report?.(row, limit);
      known.add(keyOf(row));
    },
    forget: () => known.clear(),
  };
}

function createCheck<AnyRow extends Row>(ofFields: ((row: AnyRow) => void) | undefined) {
  return (row: AnyRow): void => {
    const problem = rowShape(row);
    if (problem !== undefined) throw new RowRefused(`A row${problem}.`);
    ofFields?.(row);
  };
}

function isTaken<Fields>(
  row: Fields,
  check: (row: Fields) => void,
  leftOut: ((refused: Error) => void) | undefined,
): boolean {
  try {
    check(row);
    return true;
  } catch (error) {
    if (leftOut === undefined || !(error instanceof Error)) throw error;
    leftOut(error);
    return false;
  }
}

function createChanges() {
  const listeners = new Set<(change: TableChange) => void>();
  return {
    notify: (change: TableChange): void => {
      for (const listener of listeners) listener(change);
    },
    watch: (listener: (change: TableChange) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
