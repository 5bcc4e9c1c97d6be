import { UnsupportedError } from '@org/core';
import type { PagedList } from '@org/core/paging';

/** For callers without a compiler: the driver does not have this feature. */
export function unsupported(feature: string, provider: string): UnsupportedError {
  return new UnsupportedError({
    message: `${provider} has no ${feature}. Use a driver whose capabilities include it.`,
    provider,
    operation: feature,
    outcome: 'not-sent',
  });
}

/** Rejects when awaited and when iterated: `list` returns an iterable, the other methods a promise. */
export function rejectLater(error: UnsupportedError): PromiseLike<never> & PagedList<never> {
  const iterate = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
  return {
    ...iterate,
    pages: () => iterate,
    // biome-ignore lint/suspicious/noThenProperty: it replaces both a promise and an async iterable
    then: (onFulfilled, onRejected) => Promise.reject(error).then(onFulfilled, onRejected),
  };
}
