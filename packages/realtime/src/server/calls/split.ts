import { type CallOptions, isOrgError, type OrgError } from '@org/core';
import { PartialTriggerError } from './partial-trigger-error.ts';

/**
 * Sends one request after the other, and stops at the first failure.
 *
 * @throws PartialTriggerError when an earlier request was delivered; otherwise the error of the first one. An
 * abort rejects with the caller's own reason.
 */
export async function sendRequests<Item, Result>(
  items: readonly Item[],
  size: number,
  send: (items: readonly Item[], index: number) => Promise<Result>,
  nameOf: (item: Item, index: number) => string | number,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) {
    try {
      results.push(await send(items.slice(start, start + size), results.length));
    } catch (error) {
      if (start === 0 || !isOrgError(error)) throw error;
      throw partial(error, items.map(nameOf), start, size);
    }
  }
  return results;
}

/**
 * The options of one of several requests. Each has an idempotency key of its own: the server would take a
 * second request with the same key for a repetition of the first.
 */
export function optionsOfRequest(options: CallOptions | undefined, index: number): CallOptions | undefined {
  const idempotencyKey = idempotencyKeyOf(options);
  if (idempotencyKey === undefined || index === 0) return options;
  return { ...options, idempotencyKey: `${idempotencyKey}-${index + 1}` };
}

/** The caller's key; not one of a polluted prototype. */
export function idempotencyKeyOf(options: CallOptions | undefined): string | undefined {
  return options && Object.hasOwn(options, 'idempotencyKey') ? options.idempotencyKey : undefined;
}

function partial(
  cause: OrgError,
  names: readonly (string | number)[],
  start: number,
  size: number,
): PartialTriggerError {
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
    // Never `not-sent`: a caller that repeats after it would deliver the first requests twice.
    outcome: 'unknown',
    status: cause.status,
    cause,
    delivered: isDelivered ? names.slice(0, end) : names.slice(0, start),
    unknown: isKnown || isDelivered ? [] : failed,
    notDelivered: isKnown ? names.slice(start) : names.slice(end),
  });
}
