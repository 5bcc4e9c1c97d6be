import type { GapEvent } from '../realtime-events.ts';

/** Since when events of a channel may have been missed. @internal */
export interface MissedEvents {
  /** The channel was lost or left. */
  begin(channel: string): void;
  /** The channel is subscribed: the gap, if there is one. */
  end(channel: string): GapEvent | undefined;
}

// A program that visits channels for years must not keep the name of each. The oldest are forgotten.
const maxChannels = 10_000;

/** Remembers channels that were lost or left, also while nobody uses them. @internal */
export function createMissedEvents(clock: { now(): number }, lastReceivedAtMs: () => number): MissedEvents {
  const sinceMs = new Map<string, number>();
  return {
    begin(channel) {
      sinceMs.set(channel, lastReceivedAtMs());
      if (sinceMs.size <= maxChannels) return;
      for (const oldest of sinceMs.keys()) {
        sinceMs.delete(oldest);
        break;
      }
    },
    end(channel) {
      const fromMs = sinceMs.get(channel);
      if (fromMs === undefined) return undefined;
      sinceMs.delete(channel);
      return { type: 'gap', channel, from: new Date(fromMs), to: new Date(clock.now()) };
    },
  };
}
