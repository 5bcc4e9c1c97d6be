import { createRateLimit, type RateLimit } from '../rate-limit.ts';
import { nextRandom, toFraction } from '../seeded-random.ts';
import type { Row, Table } from '../table.ts';
import { checkFault } from './check-fault.ts';
import type { ActiveFault, AnyFault, FaultService } from './fault.ts';
import { createFaultTable, type FaultFields, maxFaults, openFault, saveFault } from './fault-table.ts';

/** The faults of all parts of the sandbox: in force, visible and removable. */
export interface FaultList {
  /** Adds a fault. Returns its id. @throws {RangeError | TypeError} for an invalid one */
  add(fault: AnyFault): string;
  /** Oldest first. A fault that has affected its `count` is not listed any more. */
  list(): readonly ActiveFault[];
  /** Whether the fault was there. */
  remove(id: string): boolean;
  /** Removes all faults, or those of one service. */
  clear(service?: FaultService): void;
  /** Calls the listener after each change. Returns the function that removes it. */
  subscribe(listener: () => void): () => void;
}

/** A fault that is due now. */
export interface DueFault<Kind extends AnyFault = AnyFault> {
  readonly id: string;
  readonly fault: Kind;
  /** For a throttle. */
  readonly limit: RateLimit | undefined;
}

/** The list, as the services use it. */
export interface OpenFaultList extends FaultList {
  /**
   * The faults that are due for one request, command, connection or frame: all that `passes` accepts, which
   * affect it together with others, and the oldest of the rest. All matching faults count the match.
   */
  take<Kind extends AnyFault>(
    matches: (fault: AnyFault) => fault is Kind,
    passes?: (fault: Kind) => boolean,
  ): readonly DueFault<Kind>[];
  has(matches: (fault: AnyFault) => boolean): boolean;
}

interface Armed {
  readonly row: FaultFields & Row;
  readonly fault: AnyFault;
  readonly limit: RateLimit | undefined;
}

/** The faults of a table. A throttle begins a new window when its table is loaded. */
export function createFaultList(table: Table<FaultFields> = createFaultTable()): OpenFaultList {
  const listeners = new Set<() => void>();
  const announce = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const all = readArmed(table, announce);
  const removeAll = (isRemoved: (each: Armed) => boolean): boolean => {
    const removed = all().filter(isRemoved);
    for (const { row } of removed) table.delete(row.id);
    if (removed.length > 0) announce();
    return removed.length > 0;
  };
  const hit = ({ row, fault }: Armed, isBlocked: boolean): boolean => {
    const matches = row.matches + 1;
    const isTried = !isBlocked && matches >= (fault.nth ?? 1);
    const random = isTried ? nextRandom(row.random) : row.random;
    const isDue = isTried && toFraction(random) < (fault.probability ?? 1);
    const left = isDue && row.left !== 'always' ? row.left - 1 : row.left;
    if (left === 0) table.delete(row.id);
    else table.update(row.id, { matches, random, left, hits: row.hits + Number(isDue) });
    return isDue;
  };
  return {
    add(fault) {
      checkFault(fault);
      if (all().length >= maxFaults) throw new RangeError(`there are ${maxFaults} faults already`);
      const { count = 1, seed = 1 } = fault;
      const left = 'throttle' in fault && fault.throttle !== undefined ? 'always' : count;
      const course = { matches: 0, hits: 0, left, random: seed >>> 0 };
      const { id } = table.add({ fault: saveFault(fault), ...course });
      announce();
      return id;
    },
    take(matches, passes = () => false) {
      const due: DueFault[] = [];
      let hasStopped = false;
      for (const each of all()) {
        const { fault, limit, row } = each;
        if (!matches(fault)) continue;
        const isPassing = passes(fault);
        if (!hit(each, hasStopped && !isPassing)) continue;
        hasStopped ||= !isPassing;
        due.push({ id: row.id, fault, limit });
      }
      if (due.length > 0) announce();
      return due as never;
    },
    has: (matches) => all().some(({ fault }) => matches(fault)),
    list: () => all().map(({ row: { id, hits }, fault }) => ({ id, fault, hits })),
    remove: (id) => removeAll(({ row }) => row.id === id),
    clear: (service) => void removeAll(({ fault }) => service === undefined || fault.service === service),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The faults of the table, opened once, because every frame of a socket asks for them. */
function readArmed(table: Table<FaultFields>, onReplaced: () => void): () => readonly Armed[] {
  const opened = new Map<string, Omit<Armed, 'row'>>();
  let armed: readonly Armed[] | undefined;
  const open = (row: FaultFields & Row): Armed => {
    const fault = openFault(row.fault);
    const throttle = 'throttle' in fault ? fault.throttle : undefined;
    const parts = opened.get(row.id) ?? { fault, limit: throttle && createRateLimit(throttle) };
    opened.set(row.id, parts);
    return { row, ...parts };
  };
  table.watch((change) => {
    armed = undefined;
    if (change.kind === 'delete') opened.delete(change.id);
    if (change.kind !== 'replace-all') return;
    opened.clear();
    onReplaced();
  });
  return () => {
    armed ??= table.all().map(open);
    return armed;
  };
}
