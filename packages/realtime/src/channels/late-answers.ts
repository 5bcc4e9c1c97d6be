/**
 * Channels whose subscription timed out on this connection: the service may still answer it, and that answer
 * is not about a newer subscription.
 *
 * @internal
 */
export interface LateAnswers {
  /** A subscription timed out. */
  expect(channel: string): void;
  /** Whether this refusal may be the late one; it counts once for each time-out. */
  take(channel: string): boolean;
  /** The service took the newest subscription: answers come in order, so no earlier one is left. */
  settle(channel: string): void;
  /** The connection is gone, with its answers. */
  clear(): void;
}

// Bounds the memory against a service that answers nothing.
const maxChannels = 10_000;

/** @internal */
export function createLateAnswers(): LateAnswers {
  const counts = new Map<string, number>();
  return {
    expect(channel) {
      if (counts.size >= maxChannels) counts.clear();
      counts.set(channel, (counts.get(channel) ?? 0) + 1);
    },
    take(channel) {
      const count = counts.get(channel) ?? 0;
      if (count > 1) counts.set(channel, count - 1);
      else counts.delete(channel);
      return count > 0;
    },
    settle: (channel) => void counts.delete(channel),
    clear: () => counts.clear(),
  };
}
