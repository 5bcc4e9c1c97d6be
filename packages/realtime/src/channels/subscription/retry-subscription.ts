import type { OrgError, Runtime } from '@org/core';
import type { Authorizer, BatchAuthorizer } from '../../auth/authorizer.ts';
import type { SubscriptionState } from './subscription-machine.ts';

const baseMs = 1_000;
const capMs = 30_000;
// 25 calls of `authorize` a second, for all channels of a client.
const callMs = 40;

interface RetrySettings {
  readonly runtime: Runtime;
  readonly authorize?: Authorizer | BatchAuthorizer | undefined;
}

/** Full jitter below a ceiling that doubles, added to the `Retry-After`. */
export function retryDelay({ retryAfterMs = 0 }: OrgError, failures: number, runtime: Runtime): number {
  return retryAfterMs + runtime.random() * Math.min(capMs, baseMs * 2 ** failures);
}

/** The retries of all channels of a client. */
export class Retries {
  /** The channels that had a temporary failure, and are not subscribed since. */
  readonly channels = new Set<object>();
  #placeMs = -Infinity;

  /** Gives a retry a place in a queue that has a fixed rate, and adds its delay to it. */
  delayMs(error: OrgError, failures: number, { authorize, runtime }: RetrySettings): number {
    const nowMs = runtime.monotonic();
    const channelsPerCall = typeof authorize === 'object' ? authorize.maxChannels : 1;
    this.#placeMs = Math.max(nowMs, this.#placeMs + callMs / channelsPerCall);
    return this.#placeMs - nowMs + retryDelay(error, failures, runtime);
  }

  /** Notes the next state of a channel. Returns whether it is the first that waits, or was the last. */
  note(channel: object, next: SubscriptionState['name']): boolean {
    const before = this.channels.size;
    if (next === 'pausing') this.channels.add(channel);
    else if (next !== 'authorizing' && next !== 'subscribing') this.channels.delete(channel);
    return (before === 0) !== (this.channels.size === 0);
  }
}
