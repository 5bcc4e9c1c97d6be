import type { OrgError } from '@org/core';

// Three attempts on one connection, and none after a `Retry-After` above a minute, as for HTTP calls.
const maxRetries = 2;
const maxRetryAfterMs = 60_000;
const baseMs = 1_000;

/** Whether another attempt on this connection may succeed. */
export function mayRetry({ retryable, retryAfterMs = 0 }: OrgError, failures: number): boolean {
  return retryable && failures <= maxRetries && retryAfterMs <= maxRetryAfterMs;
}

/** Full jitter, added to the `Retry-After`. */
export function retryDelay({ retryAfterMs = 0 }: OrgError, failures: number, random: () => number): number {
  return retryAfterMs + random() * baseMs * 2 ** failures;
}
