import { wrongOption } from '../../errors/wrong-option.ts';
import { own } from '../../options/own.ts';
import { BucketState, tokenBucket } from './bucket.ts';
import { ConcurrencyState, maxConcurrency } from './concurrency.ts';
import type { Constraint, ConstraintOf } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import { perWindow, WindowState } from './window.ts';

interface Kind<Limit extends Constraint> {
  /** @throws ConfigurationError */
  check(limit: Limit): void;
  open(limit: Limit): ConstraintState;
}

/** Every kind of limit. A new kind needs a file in this folder, and an entry here and in `fleet-kinds.ts`. */
const kinds: { readonly [Name in Constraint['kind']]: Kind<ConstraintOf<Name>> } = {
  window: {
    check: ({ limit, windowMs }) => perWindow(limit, windowMs),
    open: (limit) => new WindowState(limit),
  },
  bucket: {
    check: ({ ratePerSecond, burst }) => tokenBucket(ratePerSecond, burst),
    open: (limit) => new BucketState(limit),
  },
  concurrency: {
    check: ({ limit }) => maxConcurrency(limit),
    open: (limit) => new ConcurrencyState(limit),
  },
};

export function openConstraint(constraint: Constraint): ConstraintState {
  return kindOf(constraint).open(constraint);
}

/** Checks constraints, which may be plain data. @throws ConfigurationError */
export function requireConstraints(
  limits: readonly Constraint[],
  groups: Readonly<Record<string, readonly Constraint[]>>,
): void {
  requireList('limits', limits);
  if (typeof groups !== 'object' || groups === null)
    throw wrongOption('groups must be an object of lists, like { send: [perMinute(100)] }.');
  for (const [group, constraints] of Object.entries(groups)) requireList(`groups.${group}`, constraints);
}

function requireList(name: string, constraints: readonly Constraint[]): void {
  if (!Array.isArray(constraints)) throw wrongOption(`${name} must be a list, like [perMinute(100)].`);
  for (const constraint of constraints as readonly Constraint[]) {
    if (own(kinds, constraint?.kind) === undefined)
      throw wrongOption(
        `${name} must be a list of perWindow(), perSecond(), perMinute(), tokenBucket() or maxConcurrency().`,
      );
    kindOf(constraint).check(constraint);
  }
}

// The table pairs each kind with its own limits; the compiler cannot follow one limit through it.
function kindOf({ kind }: Constraint): Kind<Constraint> {
  return kinds[kind] as Kind<Constraint>;
}
