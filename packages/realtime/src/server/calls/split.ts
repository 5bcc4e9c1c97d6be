import type { OrgError } from '@org/core';
import { PartialTriggerError } from './partial-trigger-error.ts';

/** The items in slices of at most `size`. */
export function slicesOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** The error of a split call whose request number `index` failed, after those before it were delivered. */
export function partialTrigger(
  cause: OrgError,
  index: number,
  names: readonly (string | number)[],
  size: number,
): PartialTriggerError {
  const start = index * size;
  const isKnown = cause.outcome === 'not-sent';
  const end = start + size;
  const isDelivered = cause.outcome === 'sent';
  const failed = names.slice(start, end);
  return new PartialTriggerError({
    message:
      `${start} of ${names.length} were delivered, then a request failed: ${cause.message} ` +
      'See delivered, unknown and notDelivered before you repeat any.',
    provider: 'realtime',
    operation: cause.operation,
    // A caller that repeats the whole would deliver the first requests twice.
    outcome: 'sent',
    status: cause.status,
    cause,
    delivered: isDelivered ? names.slice(0, end) : names.slice(0, start),
    unknown: isKnown || isDelivered ? [] : failed,
    notDelivered: isKnown ? names.slice(start) : names.slice(end),
  });
}
