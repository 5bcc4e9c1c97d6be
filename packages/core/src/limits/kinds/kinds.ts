import { BucketState } from './bucket.ts';
import { ConcurrencyState } from './concurrency.ts';
import type { Constraint, ConstraintOf } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import { WindowState } from './window.ts';

/**
 * Every kind. A new one needs a file here, and an entry here, in `check-constraints.ts` and
 * in `fleet-kinds.ts`.
 */
const kinds: { readonly [Name in Constraint['kind']]: (limit: ConstraintOf<Name>) => ConstraintState } = {
  window: (limit) => new WindowState(limit),
  bucket: (limit) => new BucketState(limit),
  concurrency: (limit) => new ConcurrencyState(limit),
};

export function openConstraint(constraint: Constraint): ConstraintState {
  // The table pairs each kind with its own limits; the compiler cannot follow one limit through it.
  return (kinds[constraint.kind] as (limit: Constraint) => ConstraintState)(constraint);
}
