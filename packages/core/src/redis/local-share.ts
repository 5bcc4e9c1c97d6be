import type { Constraint } from '../constraints/constraint.ts';

/** What one process may use of a limit by itself: never less than one at a time, but then in a longer window. @internal */
export function shareOf(constraint: Constraint, share: number): Constraint {
  switch (constraint.kind) {
    case 'window': {
      const limit = Math.max(1, Math.floor(constraint.limit * share));
      return { kind: 'window', limit, windowMs: (constraint.windowMs * limit) / (constraint.limit * share) };
    }
    case 'bucket':
      return {
        kind: 'bucket',
        ratePerSecond: constraint.ratePerSecond * share,
        burst: Math.max(1, Math.floor(constraint.burst * share)),
      };
    case 'concurrency':
      return { kind: 'concurrency', limit: Math.max(1, Math.floor(constraint.limit * share)) };
  }
}
