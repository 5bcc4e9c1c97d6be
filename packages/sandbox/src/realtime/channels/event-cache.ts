import { type CachedEvent, type CachedEventFields, cachedEventId } from '../../cached-events.ts';
import type { Table } from '../../table.ts';
import type { RealtimeClock } from '../clock.ts';
import { encodeEvent, type Frame } from '../frames.ts';

/** The part of the cache's table that an app uses. */
export interface EventCacheOptions {
  readonly table: Table<CachedEventFields>;
  readonly app: string;
  readonly ttlMs: number;
  /** Channels with an event. The channel whose event is the oldest loses it. */
  readonly capacity: number;
}

/** The last events of an app by channel. They outlive the subscribers, until they expire. */
export type EventCache = ReturnType<typeof createEventCache>;

export function createEventCache(clock: RealtimeClock, { table, app, ttlMs, capacity }: EventCacheOptions) {
  // With their places of version 2, by the row. They are of this run: a restored event has none.
  const frames = new WeakMap<object, Frame>();
  return {
    store(channel: string, event: Omit<CachedEvent, 'expiresAt'>, frame: Frame) {
      const id = cachedEventId(app, channel);
      const wasThere = table.delete(id); // the newest at the end, because the first is dropped
      const row = table.add({ ...event, app, channel, expiresAt: clock.now() + ttlMs }, id);
      frames.set(row, frame);
      if (wasThere) return;
      const rows = table.having(app);
      for (const oldest of rows.slice(0, Math.max(0, rows.length - capacity))) table.delete(oldest.id);
    },
    read(channel: string) {
      const found = table.get(cachedEventId(app, channel));
      if (found === undefined) return undefined;
      const { id, event, data } = found;
      if (found.expiresAt > clock.now())
        return { ...found, frame: frames.get(found) ?? encodeEvent(event, data, channel) };
      table.delete(id);
      return undefined;
    },
    clear() {
      for (const { id } of table.having(app)) table.delete(id);
    },
  };
}
