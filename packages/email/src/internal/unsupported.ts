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

/** The client, or where the driver lacks its operations one whose methods all reject. */
export function orUnsupported<Client extends object>(
  isSupported: boolean,
  client: Client,
  family: string,
  provider: string,
): Client {
  if (isSupported) return client;
  const rejecting = Object.keys(client).map((method) => [
    method,
    () => rejectLater(unsupported(`${family}.${method}`, provider)),
  ]);
  return Object.fromEntries(rejecting);
}

/** Rejects when awaited and when iterated: `list` returns an iterable, the other methods a promise. */
function rejectLater(error: UnsupportedError): PromiseLike<never> & PagedList<never> {
  const iterate = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
  return {
    ...iterate,
    pages: () => iterate,
    // biome-ignore lint/suspicious/noThenProperty: it replaces both a promise and an async iterable
    then: (onFulfilled, onRejected) => Promise.reject(error).then(onFulfilled, onRejected),
  };
}
