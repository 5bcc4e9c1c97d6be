import { isRecord } from '@org/core/driver';
import type { Connection } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeObjectEvent } from '../frames.ts';

/** The stored events that a subscription asks for. */
export interface Rewind {
  readonly count: number;
  readonly sinceMs: number;
}

const maxCount = 100;

/** Reads `rewind` of a subscribe frame: `n`, `"n"`, `{count}`, `{seconds}` or `{duration_seconds}`. */
export function readRewind(given: unknown): Rewind | undefined {
  const {
    count,
    duration_seconds: duration,
    seconds = duration,
  } = isRecord(given) ? given : { count: given };
  const wanted = Number(count ?? Number.NaN);
  if (wanted > 0) return { count: Math.min(wanted, maxCount), sinceMs: Infinity };
  return typeof seconds === 'number' && seconds > 0
    ? { count: maxCount, sinceMs: seconds * 1000 }
    : undefined;
}

/** Sends the stored events of a channel after its confirmation, and how complete they are. */
export function sendRewound(
  { events: log, options }: RealtimeContext,
  connection: Connection,
  channel: string,
  { count, sinceMs }: Rewind,
): void {
  const { events = [], isOlderGone = false } = log?.stream(channel) ?? {};
  const recent = events.filter(({ at }) => at > options.clock.now() - sinceMs);
  const sent = recent.slice(-count);
  for (const { frame } of sent) connection.send(frame);
  const truncated_by_limit = recent.length > sent.length;
  const truncated_by_retention = isOlderGone && !truncated_by_limit && recent.length === events.length;
  const result = {
    historical_count: sent.length,
    live_count: 0,
    complete: !truncated_by_limit && !truncated_by_retention,
    truncated_by_retention: truncated_by_retention && sent.length < count,
    truncated_by_limit,
  };
  connection.send(encodeObjectEvent('pusher:rewind_complete', result, channel));
}
