import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumber } from '../options/numbers.ts';

/**
 * One limit, as data.
 * - `window`: at most `limit` in any span of `windowMs`; a place is free again one window after its *answer* came, so no window of the
 *   service's, whatever its phase, can see more than the limit. Calls that take long beside the window use less of it: with three seconds a
 *   call, a quarter of a limit by the second. A bucket has no such cost.
 * - `bucket`: `rate` a second on average with bursts of `burst` (GCRA).
 * - `concurrency`: at most `limit` at the same time.
 *
 * @public
 */
export type Constraint =
  | { readonly kind: 'window'; readonly limit: number; readonly windowMs: number }
  | { readonly kind: 'bucket'; readonly ratePerSecond: number; readonly burst: number }
  | { readonly kind: 'concurrency'; readonly limit: number };

/** At most `limit` in any `windowMs` milliseconds. @public */
export function window(limit: number, windowMs: number): Constraint {
  wholeNumber('limit', limit, undefined, 1);
  requirePositive('windowMs', windowMs);
  return { kind: 'window', limit, windowMs };
}

/** At most `limit` in any second. @public */
export function perSecond(limit: number): Constraint {
  return window(limit, 1_000);
}

/** At most `limit` in any minute. @public */
export function perMinute(limit: number): Constraint {
  return window(limit, 60_000);
}

/** `ratePerSecond` on the long run, and up to `burst` at once. @public */
export function bucket(ratePerSecond: number, burst: number): Constraint {
  requirePositive('ratePerSecond', ratePerSecond);
  wholeNumber('burst', burst, undefined, 1);
  return { kind: 'bucket', ratePerSecond, burst };
}

/** At most `limit` under way at the same time. @public */
export function concurrency(limit: number): Constraint {
  wholeNumber('limit', limit, undefined, 1);
  return { kind: 'concurrency', limit };
}

/** Constraints may come as data. @throws ConfigurationError @internal */
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
    if (constraint?.kind === 'window') window(constraint.limit, constraint.windowMs);
    else if (constraint?.kind === 'bucket') bucket(constraint.ratePerSecond, constraint.burst);
    else if (constraint?.kind === 'concurrency') concurrency(constraint.limit);
    else
      throw wrongOption(
        `${name} must be made of window(), perSecond(), perMinute(), bucket() or concurrency().`,
      );
  }
}

function requirePositive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0)
    throw wrongOption(`${name} must be a positive number, not ${value}.`);
}
