import { meantOption } from '../options/meant-option.ts';
import { numberOption, wholeNumberOption } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import type { RetryOptions, RetryQuotaOptions } from './options.ts';
import { createRetryQuota } from './quota.ts';

export type RetrySettings = ReturnType<typeof resolveRetry>;

const retryNames: OptionNames<RetryOptions> = {
  maxAttempts: 0,
  baseMs: 0,
  throttledBaseMs: 0,
  maxBackoffMs: 0,
  maxRetryAfterMs: 0,
  quota: 0,
};
const quotaNames: OptionNames<RetryQuotaOptions> = { capacity: 0, cost: 0, throttledCost: 0 };

/** Retry options with every default filled in, and the client's quota. */
export function resolveRetry(options: RetryOptions | false | undefined) {
  const asked: RetryOptions = options === false ? { maxAttempts: 1 } : (options ?? {});
  refuseUnknown(asked, retryNames, 'retry', meantOption);
  const given = ownCopy(asked);
  const quota = given.quota === false ? undefined : ownCopy(given.quota ?? {});
  if (quota) refuseUnknown(quota, quotaNames, 'retry.quota');
  return {
    maxAttempts: wholeNumberOption('retry.maxAttempts', given.maxAttempts, 3, 1),
    baseMs: numberOption('retry.baseMs', given.baseMs, 50),
    throttledBaseMs: numberOption('retry.throttledBaseMs', given.throttledBaseMs, 1_000),
    maxBackoffMs: numberOption('retry.maxBackoffMs', given.maxBackoffMs, 20_000),
    maxRetryAfterMs: numberOption('retry.maxRetryAfterMs', given.maxRetryAfterMs, 60_000),
    cost: numberOption('retry.quota.cost', quota?.cost, 14),
    throttledCost: numberOption('retry.quota.throttledCost', quota?.throttledCost, 5),
    quota: quota && createRetryQuota(numberOption('retry.quota.capacity', quota.capacity, 500)),
  };
}
