import { fields, object, whole } from '../shape.ts';
import { createTable, RowRefused, type Table } from '../table.ts';
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

const faultShape = fields({
  fault: object,
  matches: whole,
  hits: whole,
  left: (value) => (value === 'always' ? undefined : whole(value)),
  random: whole,
});

export const maxFaults = 1000;

/** An empty table of faults, with the ids `f1`, `f2` and so on. */
export function createFaultTable(): Table<FaultFields> {
  return createTable({
    maxRows: maxFaults,
    maxBytes: 64 * 1024 * 1024,
    idOf: (serial) => `f${serial}`,
    check: (row) => {
      const problem = faultShape(row);
      if (problem !== undefined) throw new RowRefused(`A fault${problem}.`);
      checkFault(openFault(row.fault));
    },
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
