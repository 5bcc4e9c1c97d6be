import { randomUUID } from 'node:crypto';
import type { RealtimeClock } from '../clock.ts';
import { encodeVersion2, type Frame } from '../frames.ts';

/** A place in the events of a channel. */
export interface StreamPosition {
  readonly streamId: string;
  /** The number of the last event; 0 before the first. */
  readonly serial: number;
}

/** An event that was published, with its place. */
export interface StoredEvent {
  readonly serial: number;
  readonly messageId: string;
  readonly frame: Frame;
  readonly at: number;
}

export interface EventStream extends StreamPosition {
  /** Oldest first. */
  readonly events: readonly StoredEvent[];
}

/** The last events of each channel, bounded by number and age. */
export interface EventLog {
  /** Stores an event. Returns its frame, with its place for clients of version 2. */
  append(channel: string, frame: Frame): Frame;
  /** The stream of a channel. One that was quiet for too long begins anew. */
  stream(channel: string): EventStream;
  clear(): void;
}

export interface EventLogLimits {
  readonly ttlMs: number;
  /** Events of one channel. */
  readonly events: number;
  /** Channels. The one without events for the longest time is dropped. */
  readonly channels: number;
}

interface Log {
  readonly streamId: string;
  serial: number;
  events: StoredEvent[];
  touchedAt: number;
}

export function createEventLog(clock: RealtimeClock, limits: EventLogLimits): EventLog {
  const logs = new Map<string, Log>();

  const find = (channel: string): Log => {
    const log = logs.get(channel) ?? {
      streamId: randomUUID(),
      serial: 0,
      events: [],
      touchedAt: clock.now(),
    };
    logs.delete(channel); // the newest at the end, because the first is dropped
    logs.set(channel, log);
    for (const oldest of logs.keys()) {
      if (logs.size <= limits.channels) break;
      logs.delete(oldest);
    }
    return log;
  };

  return {
    append(channel, frame) {
      const log = find(channel);
      const at = clock.now();
      const messageId = randomUUID();
      log.serial += 1;
      log.touchedAt = at;
      const { serial, streamId } = log;
      const place = { message_id: messageId, stream_id: streamId, serial };
      const stored = { ...frame, version2: encodeVersion2(frame, place) };
      log.events = [...log.events, { serial, messageId, frame: stored, at }]
        .filter((event) => event.at > at - limits.ttlMs)
        .slice(-limits.events);
      return stored;
    },
    stream(channel) {
      const oldestAt = clock.now() - limits.ttlMs;
      if ((logs.get(channel)?.touchedAt ?? Infinity) <= oldestAt) logs.delete(channel);
      const log = find(channel);
      log.events = log.events.filter(({ at }) => at > oldestAt);
      return log;
    },
    clear: () => logs.clear(),
  };
}
