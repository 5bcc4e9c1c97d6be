import { RateLimitError, type Runtime } from '@org/core';
import { notSent } from '../../internal/wrong-input.ts';

/** The limit of client events on one connection, in any second. @internal */
export interface ClientEventBudget {
  /** @throws RateLimitError */
  spend(): void;
}

const windowMs = 1_000;

/** Source: Pusher documentation, "Client events": 10 messages per second per connection. @internal */
export function createClientEventBudget(runtime: Runtime, maxPerSecond: number): ClientEventBudget {
  const sentAtMs: number[] = [];
  return {
    spend() {
      const nowMs = runtime.monotonic();
      while (sentAtMs[0] !== undefined && nowMs - sentAtMs[0] >= windowMs) sentAtMs.shift();
      const oldestMs = sentAtMs[0];
      if (sentAtMs.length >= maxPerSecond && oldestMs !== undefined) {
        throw new RateLimitError({
          message: `More than maxClientEventsPerSecond (${maxPerSecond}) client events in a second.`,
          ...notSent,
          operation: 'trigger',
          retryable: true,
          retryAfterMs: Math.ceil(oldestMs + windowMs - nowMs),
        });
      }
      sentAtMs.push(nowMs);
    },
  };
}
