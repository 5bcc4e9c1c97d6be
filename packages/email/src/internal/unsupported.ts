import { UnsupportedError } from '@org/core';
import type { PagedList } from '@org/core/paging';

/** What somebody without a compiler gets who asks for what the driver has not. */
export function unsupported(feature: string, provider: string): UnsupportedError {
  return new UnsupportedError({
    message: `${provider} has no ${feature}. Use a driver whose capabilities include it.`,
    provider,
    operation: feature,
    outcome: 'not-sent',
  });
}

/** A family of methods that all reject. */
export function unsupportedFamily<Family>(
  family: string,
  provider: string,
  methods: readonly (keyof Family & string)[],
): Family {
  const rejecting = methods.map((method) => [
    method,
    () => rejectLater(unsupported(`${family}.${method}`, provider)),
  ]);
  return Object.fromEntries(rejecting);
}

/** Rejects when awaited and when iterated, since `list` gives an iterable where the others give a promise. */
function rejectLater(error: UnsupportedError): PromiseLike<never> & PagedList<never> {
  const iterate = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
  return {
    ...iterate,
    pages: () => iterate,
    // biome-ignore lint/suspicious/noThenProperty: it stands in for a promise and for an async iterable at once
    then: (onFulfilled, onRejected) => Promise.reject(error).then(onFulfilled, onRejected),
  };
}
