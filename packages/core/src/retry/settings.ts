import { numberOption, wholeNumber } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import type { RetryOptions } from './options.ts';
import { createRetryQuota } from './quota.ts';

export type RetrySettings = ReturnType<typeof resolveRetry>;

/** Retry options with every default filled in, and the client's quota. */
export function resolveRetry(options: RetryOptions | false | undefined) {
  const given: RetryOptions = ownCopy(options === false ? { maxAttempts: 1 } : (options ?? {}));
  const quota = given.quota === false ? undefined : ownCopy(given.quota ?? {});
  return {
    maxAttempts: wholeNumber('retry.maxAttempts', given.maxAttempts, 3, 1),
    baseMs: numberOption('retry.baseMs', given.baseMs, 50),
    throttledBaseMs: numberOption('retry.throttledBaseMs', given.throttledBaseMs, 1_000),
    maxBackoffMs: numberOption('retry.maxBackoffMs', given.maxBackoffMs, 20_000),
    maxRetryAfterMs: numberOption('retry.maxRetryAfterMs', given.maxRetryAfterMs, 60_000),
    cost: numberOption('retry.quota.cost', quota?.cost, 14),
    throttledCost: numberOption('retry.quota.throttledCost', quota?.throttledCost, 5),
    quota: quota && createRetryQuota(numberOption('retry.quota.capacity', quota.capacity, 500)),
  };
}
