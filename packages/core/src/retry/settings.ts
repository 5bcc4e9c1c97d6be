import { wrongOption } from '../errors/wrong-option.ts';
import { ownCopy } from '../options/own.ts';
import type { RetryOptions } from './options.ts';
import { createRetryQuota, type RetryQuota } from './quota.ts';

/** Retry options with every default filled in, and the client's quota. */
export interface RetrySettings {
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly throttledBaseMs: number;
  readonly maxBackoffMs: number;
  readonly maxRetryAfterMs: number;
  readonly cost: number;
  readonly throttledCost: number;
  readonly quota: RetryQuota | undefined;
}

export function resolveRetry(options: RetryOptions | false | undefined): RetrySettings {
  const given: RetryOptions = ownCopy(options === false ? { maxAttempts: 1 } : (options ?? {}));
  const quota = given.quota === false ? undefined : ownCopy(given.quota ?? {});
  return {
    maxAttempts: wholeNumber('retry.maxAttempts', given.maxAttempts, 3, 1),
    baseMs: number('retry.baseMs', given.baseMs, 50),
    throttledBaseMs: number('retry.throttledBaseMs', given.throttledBaseMs, 1_000),
    maxBackoffMs: number('retry.maxBackoffMs', given.maxBackoffMs, 20_000),
    maxRetryAfterMs: number('retry.maxRetryAfterMs', given.maxRetryAfterMs, 60_000),
    cost: number('retry.quota.cost', quota?.cost, 14),
    throttledCost: number('retry.quota.throttledCost', quota?.throttledCost, 5),
    quota: quota && createRetryQuota(number('retry.quota.capacity', quota.capacity, 500)),
  };
}

/** @throws ConfigurationError for anything but a number of at least 0 */
function number(name: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!Number.isFinite(value) || value < 0)
    throw wrongOption(`${name} must be a number of at least 0, not ${value}.`);
  return value;
}

/** @throws ConfigurationError for anything but a whole number of at least `least`; without a `fallback` there has to be one */
export function wholeNumber(
  name: string,
  value: number | undefined,
  fallback: number | undefined,
  least: number,
): number {
  if (value === undefined && fallback !== undefined) return fallback;
  if (value === undefined || !Number.isSafeInteger(value) || value < least) {
    throw wrongOption(`${name} must be a whole number of at least ${least}, not ${value}.`);
  }
  return value;
}
