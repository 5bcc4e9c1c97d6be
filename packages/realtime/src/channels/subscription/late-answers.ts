/**
 * Channels whose subscription timed out on this connection. The service may still respond, and that response
 * is not for a newer subscription.
 *
 * @internal
 */
export interface LateAnswers {
  /** A subscription timed out. */
  expect(channel: string): void;
  /** Whether a refusal may be a late one. Each timeout counts once. */
  take(channel: string): boolean;
  /** The service confirmed the newest subscription. Responses come in order, so no late one remains. */
  settle(channel: string): void;
  /** The connection ended. */
  clear(): void;
}

// Bounds the memory when a service never responds.
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
