import type { OrgError, Runtime } from '@org/core';

const baseMs = 1_000;
const capMs = 30_000;
// 25 calls of `authorize` a second, for all channels of a client.
const callMs = 40;

/** Full jitter below a ceiling that doubles, added to the `Retry-After`. */
export function retryDelay({ retryAfterMs = 0 }: OrgError, failures: number, runtime: Runtime): number {
  return retryAfterMs + runtime.random() * Math.min(capMs, baseMs * 2 ** failures);
}

/** The delays of the retries of all channels of a client. Each is longer while many channels wait. */
export type RetryPace = (error: OrgError, failures: number) => number;

/** Gives each retry a place in a queue that has a fixed rate, and adds its delay to it. */
export function createRetryPace(runtime: Runtime, channelsPerCall: number): RetryPace {
  let placeMs = -Infinity;
  return (error, failures) => {
    const nowMs = runtime.monotonic();
    placeMs = Math.max(nowMs, placeMs + callMs / channelsPerCall);
    return placeMs - nowMs + retryDelay(error, failures, runtime);
  };
}
