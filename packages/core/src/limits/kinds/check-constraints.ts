import { wrongOption } from '../../errors/wrong-option.ts';
import { own } from '../../options/own.ts';
import { tokenBucket } from './bucket.ts';
import { maxConcurrency } from './concurrency.ts';
import type { Constraint, ConstraintOf } from './constraint.ts';
import { perWindow } from './window.ts';

/** How each kind is checked; `kinds.ts` opens them. @throws ConfigurationError */
const checks: { readonly [Name in Constraint['kind']]: (limit: ConstraintOf<Name>) => unknown } = {
  window: ({ limit, windowMs }) => perWindow(limit, windowMs),
  bucket: ({ ratePerSecond, burst }) => tokenBucket(ratePerSecond, burst),
  concurrency: ({ limit }) => maxConcurrency(limit),
};

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
    // The table pairs each kind with its own limits; the compiler cannot follow one limit through it.
    const check = own(checks, constraint?.kind) as ((limit: Constraint) => unknown) | undefined;
    if (check === undefined)
      throw wrongOption(
        `${name} must be a list of perWindow(), perSecond(), perMinute(), tokenBucket() or maxConcurrency().`,
      );
    check(constraint);
  }
}
