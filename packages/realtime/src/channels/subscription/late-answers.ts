import { findUnsubscribed } from '../../protocol/refused-channel.ts';
import type { ServiceMessage } from '../../protocol/service-message.ts';

// Bounds the memory when a service never responds.
const maxChannels = 10_000;
const maxTimeouts = 100;

/**
 * Channels whose subscription timed out on this connection. The service may still respond to it, which is no
 * response to a newer subscription, and to the unsubscribe frame that follows a timeout.
 */
export function createLateAnswers() {
  const answers = new Map<string, number>();
  const echoes = new Map<string, number>();
  const all = [answers, echoes];
  const timeouts = new Map<string, readonly number[]>();
  return {
    /** A subscription timed out, by the wall clock. */
    expect(channel: string, nowMs: number) {
      for (const counts of all) addOne(counts, channel);
      if (timeouts.size >= maxChannels) timeouts.clear();
      timeouts.set(channel, [...(timeouts.get(channel) ?? []), nowMs].slice(-maxTimeouts));
    },
    /** An unsubscribe frame follows, perhaps without a subscription. */
    expectEcho: (channel: string) => addOne(echoes, channel),
    /** Whether a refusal may be a late one. Each timeout counts once. */
    take: (channel: string) => takeOne(answers, channel),
    /** Whether an error says that there was nothing to unsubscribe. Each timeout counts once. */
    takeEcho: (error: ServiceMessage) => takeOne(echoes, findUnsubscribed(error, echoes.keys()) ?? ''),
    /** The service confirmed the newest subscription. Responses come in order, so no late one remains. */
    settle(channel: string) {
      for (const counts of all) counts.delete(channel);
    },
    /**
     * The service confirmed a channel that is subscribed. The confirmation before it answered a subscription
     * that had timed out, and that the client ended then. Returns when; undefined without a timeout.
     */
    takeRepeated(channel: string) {
      const [first, ...later] = timeouts.get(channel) ?? [];
      timeouts.set(channel, later);
      return first;
    },
    /** The connection ended. */
    clear() {
      for (const counts of all) counts.clear();
      timeouts.clear();
    },
  };
}

function addOne(counts: Map<string, number>, channel: string): void {
  if (counts.size >= maxChannels) counts.clear();
  counts.set(channel, (counts.get(channel) ?? 0) + 1);
}

function takeOne(counts: Map<string, number>, channel: string): boolean {
  const count = counts.get(channel) ?? 0;
  if (count > 1) counts.set(channel, count - 1);
  else counts.delete(channel);
  return count > 0;
}
