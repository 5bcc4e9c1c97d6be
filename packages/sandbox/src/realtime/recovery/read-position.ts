import type { EventLog, EventStream, StoredEvent } from './event-log.ts';

/** Where a client's events of a channel ended; of an older client without the stream. */
export interface AskedPosition {
  readonly streamId: string | undefined;
  readonly serial: number;
}

/** The codes and reasons are Sockudo's. */
export interface ResumeFailure {
  readonly code: 'position_expired' | 'stream_reset' | 'continuity_unverifiable';
  readonly reason: string;
}

export type ResumeDecision =
  | { readonly isPossible: true; readonly stream: EventStream; readonly events: readonly StoredEvent[] }
  | { readonly isPossible: false; readonly stream: EventStream; readonly failure: ResumeFailure };

/** Decides whether all events after a position are stored. Never some of them. */
export function decideResume(log: EventLog, channel: string, asked: AskedPosition): ResumeDecision {
  const stream = log.stream(channel);
  const failure = findFailure(stream, asked);
  if (failure !== undefined) return { isPossible: false, stream, failure };
  const events = stream.events.filter(({ serial }) => serial > asked.serial);
  return { isPossible: true, stream, events };
}

function findFailure(stream: EventStream, { streamId, serial }: AskedPosition): ResumeFailure | undefined {
  if (streamId !== undefined && streamId !== stream.streamId)
    return { code: 'stream_reset', reason: 'stream_id_mismatch' };
  if (serial > stream.serial)
    return { code: 'continuity_unverifiable', reason: 'position_ahead_of_durable_stream' };
  const oldest = stream.events[0]?.serial ?? stream.serial + 1;
  if (serial + 1 >= oldest) return undefined;
  return streamId === undefined
    ? { code: 'continuity_unverifiable', reason: 'legacy_serial_only_position_cannot_use_cold_recovery' }
    : { code: 'position_expired', reason: 'retained_history_floor_is_ahead_of_requested_serial' };
}
