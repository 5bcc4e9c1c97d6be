import { createRateLimit, type RateLimit } from '../rate-limit.ts';
import { createRandom } from '../seeded-random.ts';
import { checkFault } from './check-fault.ts';
import type { ActiveFault, AnyFault, FaultService } from './fault.ts';

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
  readonly id: string;
  readonly fault: AnyFault;
  readonly limit: RateLimit | undefined;
  readonly random: () => number;
  matches: number;
  hits: number;
  left: number;
}

const maxFaults = 1000;

export function createFaultList(): OpenFaultList {
  let armed: Armed[] = [];
  let sequence = 0;
  const listeners = new Set<() => void>();
  const announce = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const keep = (isKept: (each: Armed) => boolean): boolean => {
    const before = armed.length;
    armed = armed.filter(isKept);
    if (armed.length < before) announce();
    return armed.length < before;
  };
  const isDue = (each: Armed): boolean =>
    each.matches >= (each.fault.nth ?? 1) && each.random() < (each.fault.probability ?? 1);
  return {
    add(fault) {
      checkFault(fault);
      if (armed.length >= maxFaults) throw new RangeError(`there are ${maxFaults} faults already`);
      sequence += 1;
      const { count = 1, seed = 1 } = fault;
      const throttle = 'throttle' in fault ? fault.throttle : undefined;
      armed.push({
        id: `f${sequence}`,
        fault,
        limit: throttle && createRateLimit(throttle),
        random: createRandom(seed),
        matches: 0,
        hits: 0,
        left: count === 'always' || throttle !== undefined ? Number.POSITIVE_INFINITY : count,
      });
      announce();
      return `f${sequence}`;
    },
    take(matches, passes = () => false) {
      const due: Armed[] = [];
      let hasStopped = false;
      for (const each of armed) {
        const { fault } = each;
        if (!matches(fault)) continue;
        each.matches += 1;
        const isPassing = passes(fault);
        if ((hasStopped && !isPassing) || !isDue(each)) continue;
        hasStopped ||= !isPassing;
        due.push(each);
      }
      for (const each of due) {
        each.hits += 1;
        each.left -= 1;
      }
      if (due.length > 0 && !keep(({ left }) => left > 0)) announce();
      return due as never;
    },
    has: (matches) => armed.some(({ fault }) => matches(fault)),
    list: () => armed.map(({ id, fault, hits }) => ({ id, fault, hits })),
    remove: (id) => keep((each) => each.id !== id),
    clear: (service) => void keep(({ fault }) => service !== undefined && fault.service !== service),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
