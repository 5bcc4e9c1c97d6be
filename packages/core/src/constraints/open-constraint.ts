import { BucketState } from './bucket.ts';
import { ConcurrencyState } from './concurrency.ts';
import type { Constraint } from './constraint.ts';
import type { ConstraintState } from './constraint-state.ts';
import { WindowState } from './window.ts';

/** @internal */
export function openConstraint(constraint: Constraint): ConstraintState {
  switch (constraint.kind) {
    case 'window':
      return new WindowState(constraint);
    case 'bucket':
      return new BucketState(constraint);
    case 'concurrency':
      return new ConcurrencyState(constraint);
  }
}
