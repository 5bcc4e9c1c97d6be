import { isRecord } from '@org/core/driver';
import type { Connection } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeError, encodeJsonEvent } from '../frames.ts';
import type { EventLog } from './event-log.ts';
import { type AskedPosition, decideResume, type ResumeFailure } from './read-position.ts';

/**
 * Handles `pusher:resume` of version 2: all missed events of each channel, or a failure, and then one answer
 * for all. Source: Sockudo documentation, "Protocol V2", connection recovery.
 */
export function resume(
  { events, journal }: RealtimeContext,
  connection: Connection,
  data: Record<string, unknown>,
): void {
  const fail = (code: number, message: string) => connection.send(encodeError(code, message));
  if (events === undefined) return void fail(4301, 'Connection recovery is not enabled');
  const asked = readPositions(data);
  if (asked === undefined)
    return void fail(
      4000,
      'Invalid message format: Missing channel_positions or channel_serials in resume data',
    );
  if (asked.size === 0) return void fail(4302, 'No channel recovery positions provided');
  const answers = [...asked].map(([channel, position]) =>
    resumeChannel(events, connection, channel, position),
  );
  const recovered = answers.filter((answer) => !('code' in answer));
  const failed = answers.filter((answer) => 'code' in answer);
  const detail = `${recovered.length} of ${answers.length} channels recovered`;
  journal.record('resumed', { socketId: connection.socketId, detail });
  connection.send(encodeJsonEvent('pusher:resume_success', { recovered, failed }));
}

/** Sends the events of a channel, or its failure. Returns its entry of the answer. */
function resumeChannel(
  log: EventLog,
  connection: Connection,
  channel: string,
  asked: AskedPosition,
): Record<string, unknown> {
  // The subscription was authorized: without it, anyone could read any channel here.
  if (!connection.channels.has(channel))
    return refuse(connection, channel, { code: 'continuity_unverifiable', reason: 'not_subscribed' }, asked);
  const decision = decideResume(log, channel, asked);
  const { streamId, serial, events } = decision.stream;
  if (!decision.isPossible)
    return refuse(connection, channel, decision.failure, asked, {
      current_stream_id: streamId,
      oldest_available_serial: events[0]?.serial ?? null,
      newest_available_serial: serial,
    });
  for (const { frame } of decision.events) connection.send(frame);
  const last = decision.events.at(-1);
  const position = last && { stream_id: streamId, serial: last.serial, last_message_id: last.messageId };
  return { channel, source: 'hot', replayed: decision.events.length, position: position ?? null };
}

const unknown = { current_stream_id: null, oldest_available_serial: null, newest_available_serial: null };

function refuse(
  connection: Connection,
  channel: string,
  failure: ResumeFailure,
  { streamId = null }: { readonly streamId?: string | null | undefined },
  stream: Record<string, unknown> = unknown,
): Record<string, unknown> {
  const answer = { ...failure, expected_stream_id: streamId, ...stream };
  connection.send(encodeJsonEvent('pusher:resume_failed', answer, channel));
  return { channel, ...answer };
}

/** Undefined without either form. An entry that cannot be read is a position that no stream has. */
function readPositions(data: Record<string, unknown>): ReadonlyMap<string, AskedPosition> | undefined {
  const { channel_positions: positions, channel_serials: serials } = data;
  if (isRecord(positions))
    return new Map(
      Object.entries(positions).map(([channel, value]) => {
        const { stream_id: streamId, serial } = isRecord(value) ? value : {};
        return [
          channel,
          { streamId: typeof streamId === 'string' ? streamId : '', serial: readSerial(serial) },
        ];
      }),
    );
  if (!isRecord(serials)) return undefined;
  return new Map(
    Object.entries(serials).map(([channel, serial]) => [
      channel,
      { streamId: undefined, serial: readSerial(serial) },
    ]),
  );
}

function readSerial(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : Infinity;
}
