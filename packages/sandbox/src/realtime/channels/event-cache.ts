import type { RealtimeClock } from '../clock.ts';
import type { Frame } from '../frames.ts';

/** The last event of a cache channel. */
export interface CachedEvent {
  readonly event: string;
  readonly data: string;
  readonly frame: Frame;
  readonly expiresAt: number;
}

/** The last events by channel. They outlive the subscribers, until they expire. */
export interface EventCache {
  store(channel: string, event: Omit<CachedEvent, 'expiresAt'>): void;
  read(channel: string): CachedEvent | undefined;
  clear(): void;
}

export function createEventCache(clock: RealtimeClock, ttlMs: number, capacity: number): EventCache {
  const cached = new Map<string, CachedEvent>();
  return {
    store(channel, event) {
      cached.delete(channel); // the newest at the end, because the first is dropped
      cached.set(channel, { ...event, expiresAt: clock.now() + ttlMs });
      for (const oldest of cached.keys()) {
        if (cached.size <= capacity) break;
        cached.delete(oldest);
      }
    },
    read(channel) {
      const found = cached.get(channel);
      if (found === undefined || found.expiresAt > clock.now()) return found;
      cached.delete(channel);
      return undefined;
    },
    clear: () => cached.clear(),
  };
}
