import { broadcast, type Channel } from '../channels/channel-registry.ts';
import type { Connection } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import { type ClientFrame, encodeError, encodeEvent } from '../frames.ts';
import { formatTooLarge } from '../rest/texts.ts';

interface ClientEventRefusal {
  readonly code: number | null;
  readonly message: string;
}

/** Handles an event of a client to the other subscribers. It has no acknowledgement. */
export function sendClientEvent(context: RealtimeContext, connection: Connection, frame: ClientFrame): void {
  const channel = context.channels.find(frame.channel ?? '');
  const text = typeof frame.data === 'string' ? frame.data : (JSON.stringify(frame.data) ?? '{}');
  const refusal = decideRefusal(context, connection, frame, channel, text);
  if (refusal || channel === undefined) {
    if (refusal) connection.send(encodeError(refusal.code, refusal.message));
    return;
  }
  const userId = channel.roster.memberOf(connection)?.id;
  const user = userId === undefined ? undefined : String(userId);
  const plain = encodeEvent(frame.event, text, channel.name, user);
  broadcast(channel, context.events?.append(channel.name, plain) ?? plain, connection);
  context.counters.clientEvents += 1;
  context.journal.record('client-event', {
    socketId: connection.socketId,
    channel: channel.name,
    event: frame.event,
    preview: text,
    ...(user !== undefined && { userId: user }),
  });
  context.webhooks.emit({
    name: 'client_event',
    channel: channel.name,
    event: frame.event,
    data: text,
    socket_id: connection.socketId,
    ...(user !== undefined && { user_id: user }),
  });
}

function decideRefusal(
  { options }: RealtimeContext,
  connection: Connection,
  frame: ClientFrame,
  channel: Channel | undefined,
  text: string,
): ClientEventRefusal | undefined {
  const { limits } = options;
  if (!options.clientEvents)
    return refuse(4301, 'Client event rejected - client events are not enabled for this app');
  if (!connection.takeClientEvent()) {
    return refuse(4301, 'The rate limit for sending client events exceeded the quota.');
  }
  if (frame.event.length > limits.eventNameLength) {
    return refuse(
      null,
      `Client event rejected - the event name is longer than ${limits.eventNameLength} characters`,
    );
  }
  if (Buffer.byteLength(text) > limits.eventDataBytes)
    return refuse(null, formatTooLarge(limits.eventDataBytes));
  if (channel === undefined || !channel.subscribers.has(connection)) {
    return refuse(
      null,
      `No current subscription to channel ${frame.channel ?? ''}, or subscription in progress`,
    );
  }
  const { kind } = channel.traits;
  if (kind === 'private' || kind === 'presence') return undefined;
  return refuse(null, 'Client event rejected - only supported on private and presence channels');
}

function refuse(code: number | null, message: string): ClientEventRefusal {
  return { code, message };
}
