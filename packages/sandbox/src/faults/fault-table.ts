import { createTable, type Table } from '../table.ts';
import { checkFault } from './check-fault.ts';
import type { AnyFault } from './fault.ts';

/** A fault and its course so far, as JSON. */
export interface FaultFields {
  readonly fault: SavedFault;
  readonly matches: number;
  readonly hits: number;
  readonly left: number | 'always';
  /** The state of its random sequence. */
  readonly random: number;
}

/** A fault as JSON: a regular expression is `{ source, flags }`. */
type SavedFault = Readonly<Record<string, unknown>> & {
  readonly match?: { readonly path?: string | { readonly source: string; readonly flags: string } };
};

export const maxFaults = 1000;

/** An empty table of faults, with the ids `f1`, `f2` and so on. */
export function createFaultTable(): Table<FaultFields> {
  return createTable({
    maxRows: maxFaults,
    maxBytes: 64 * 1024 * 1024,
    idOf: (serial) => `f${serial}`,
    check: ({ fault }) => checkFault(openFault(fault)),
    now: Date.now,
  });
}

export function saveFault(fault: AnyFault): SavedFault {
  const match = 'match' in fault ? fault.match : undefined;
  if (match === undefined || !('path' in match) || !(match.path instanceof RegExp))
    return fault as unknown as SavedFault;
  const { source, flags } = match.path;
  return { ...fault, match: { ...match, path: { source, flags } } };
}

export function openFault(saved: SavedFault): AnyFault {
  const path = saved.match?.path;
  const match = typeof path === 'object' && {
    match: { ...saved.match, path: RegExp(path.source, path.flags) },
  };
  return { ...saved, ...match } as unknown as AnyFault;
}
