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
  /** There were events before the oldest of these, or before this stream. */
  readonly isOlderGone: boolean;
}

/** The last events of each channel, bounded by number, size and age. */
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
  /** Of the text of all events. The oldest events of the quietest channels are dropped. */
  readonly bytes: number;
}

interface Log {
  readonly streamId: string;
  /** An earlier stream of the channel was dropped. */
  readonly isNext: boolean;
  serial: number;
  events: StoredEvent[];
  touchedAt: number;
}

const sizeOf = ({ frame: { text, version2 = '' } }: StoredEvent): number => text.length + version2.length;

// Names of channels whose stream was dropped. With more of them, each new stream may be such a one.
const maxDropped = 10_000;

export function createEventLog(clock: RealtimeClock, limits: EventLogLimits): EventLog {
  const logs = new Map<string, Log>();
  const dropped = new Set<string>();
  let bytes = 0;

  const cut = (log: Log, count: number): void => {
    for (const event of log.events.splice(0, count)) bytes -= sizeOf(event);
  };
  const expire = (log: Log, now: number): void =>
    cut(log, log.events.filter(({ at }) => at <= now - limits.ttlMs).length);
  const drop = (channel: string, log: Log): void => {
    cut(log, log.events.length);
    logs.delete(channel);
    if (log.serial > 0 && dropped.size < maxDropped) dropped.add(channel);
  };
  const find = (channel: string): Log => {
    const log = logs.get(channel) ?? {
      streamId: randomUUID(),
      isNext: dropped.has(channel) || dropped.size === maxDropped,
      serial: 0,
      events: [],
      touchedAt: clock.now(),
    };
    logs.delete(channel); // the newest at the end, because the first is dropped
    logs.set(channel, log);
    return log;
  };
  const forget = (now: number): void => {
    for (const [channel, log] of logs) {
      const isExpired = log.touchedAt <= now - limits.ttlMs;
      if (isExpired || logs.size > limits.channels) drop(channel, log);
      else if (bytes > limits.bytes) while (bytes > limits.bytes && log.events.length > 0) cut(log, 1);
      else break;
    }
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
      const stored = { serial, messageId, at, frame: { ...frame, version2: encodeVersion2(frame, place) } };
      log.events.push(stored);
      bytes += sizeOf(stored);
      expire(log, at);
      cut(log, Math.max(0, log.events.length - limits.events));
      forget(at);
      return stored.frame;
    },
    stream(channel) {
      const now = clock.now();
      forget(now);
      const known = logs.get(channel);
      if (known !== undefined && known.touchedAt <= now - limits.ttlMs) drop(channel, known);
      const log = find(channel);
      expire(log, now);
      forget(now);
      const { streamId, serial, events, isNext } = log;
      return { streamId, serial, events, isOlderGone: isNext || (events[0]?.serial ?? serial + 1) > 1 };
    },
    clear() {
      logs.clear();
      dropped.clear();
      bytes = 0;
    },
  };
}
