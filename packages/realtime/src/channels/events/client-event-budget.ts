import { RateLimitError, type Runtime } from '@org/core/basics';
import { notSent } from '../../internal/wrong-input.ts';

const windowMs = 1_000;

/** Source: Pusher documentation, "Client events": 10 messages per second per connection. */
export function createClientEventBudget(runtime: Runtime, maxPerSecond: number) {
  const sentAtMs: number[] = [];
  const refusal = (): RateLimitError =>
    new RateLimitError({
      message:
        `More than maxClientEventsPerSecond (${maxPerSecond}) client events in a second. Send ` +
        'fewer, or set maxQueuedClientEvents.',
      ...notSent,
      operation: 'trigger',
      retryable: true,
      retryAfterMs: Math.max(0, Math.ceil((sentAtMs[0] ?? 0) + windowMs - runtime.monotonic())),
    });
  return {
    /** Spends one event. Returns the error when the budget is spent. */
    trySpend() {
      const nowMs = runtime.monotonic();
      while (sentAtMs[0] !== undefined && nowMs - sentAtMs[0] >= windowMs) sentAtMs.shift();
      if (sentAtMs.length >= maxPerSecond && sentAtMs.length > 0) return refusal();
      sentAtMs.push(nowMs);
      return undefined;
    },
    /** The error for an event that cannot be sent now, with the wait of the next one. */
    refusal,
  };
}
