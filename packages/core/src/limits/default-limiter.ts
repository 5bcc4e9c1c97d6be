import type { Runtime } from '../time/runtime.ts';
import { createLimiter } from './create-limiter.ts';
import type { Constraint } from './kinds/constraint.ts';
import type { Limiter } from './limiter.ts';

/** Starts at once without published limits; then the limiter learns from the responses. */
const firstProbes = 4;

/** The limiter of a client that was given none: it keeps the published limits, and learns. */
export function openDefaultLimiter(
  limits: readonly Constraint[],
  groups: Readonly<Record<string, readonly Constraint[]>>,
  runtime: Runtime,
): Limiter {
  const isUnknown = limits.length === 0 && Object.keys(groups).length === 0;
  return createLimiter({ limits, groups, runtime, probe: isUnknown && firstProbes });
}
