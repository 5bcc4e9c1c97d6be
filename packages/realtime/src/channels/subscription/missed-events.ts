import type { GapEvent } from '../realtime-events.ts';

/** The channels that may have missed events, and since when. */
export interface MissedEvents {
  /** The subscription ended. `lostSinceMs`: since when events arrived that were not delivered. */
  begin(channel: string, lostSinceMs: readonly (number | undefined)[]): void;
  /** The channel is subscribed. Returns the gap, if there is one. */
  end(channel: string): GapEvent | undefined;
}

// Bounds the memory of a program that visits many channels. The oldest are dropped.
const maxChannels = 10_000;

/** Keeps the channels after their last subscriber left. */
export function createMissedEvents(clock: { now(): number }, completeUntilMs: () => number): MissedEvents {
  const sinceMs = new Map<string, number>();
  return {
    begin(channel, lostSinceMs) {
      sinceMs.set(channel, Math.min(completeUntilMs(), ...lostSinceMs.map((ms = Infinity) => ms)));
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
