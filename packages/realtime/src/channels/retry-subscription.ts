import type { OrgError } from '@org/core';

// Three attempts on one connection, and no wait for a hint of more than a minute: as for calls over HTTP.
const maxRetries = 2;
const maxRetryAfterMs = 60_000;
const baseMs = 1_000;

/** Whether to try again on this connection after so many failures. @internal */
export function mayRetry({ retryable, retryAfterMs = 0 }: OrgError, failures: number): boolean {
  return retryable && failures <= maxRetries && retryAfterMs <= maxRetryAfterMs;
}

/** Full jitter, on top of the wait that the answer asked for. @internal */
export function retryDelay({ retryAfterMs = 0 }: OrgError, failures: number, random: () => number): number {
  return retryAfterMs + random() * baseMs * 2 ** failures;
}
