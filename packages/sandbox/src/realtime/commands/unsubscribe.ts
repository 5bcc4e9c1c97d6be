import { broadcast } from '../channels/channel-registry.ts';
import type { Connection } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeError, encodeJsonEvent } from '../frames.ts';

/** Handles `pusher:unsubscribe`, which has no acknowledgement. */
export function unsubscribe(
  context: RealtimeContext,
  connection: Connection,
  data: Record<string, unknown>,
): void {
  const channel = typeof data['channel'] === 'string' ? data['channel'] : '';
  if (connection.channels.has(channel)) return void leave(context, connection, channel);
  const message = `No current subscription to channel ${channel}, or subscription in progress`;
  connection.send(encodeError(null, message));
}

/** Ends one subscription, by request or with its connection. */
export function leave(context: RealtimeContext, connection: Connection, name: string): void {
  const channel = context.channels.leave(name, connection);
  if (channel === undefined) return;
  const goneUser = channel.roster.leave(connection);
  context.journal.record('unsubscribed', { socketId: connection.socketId, channel: name });
  if (goneUser !== undefined) {
    broadcast(channel, encodeJsonEvent('pusher_internal:member_removed', { user_id: goneUser }, name));
    context.webhooks.emit({ name: 'member_removed', channel: name, user_id: goneUser });
  }
  context.subscriptionCounts.changed(channel);
  if (channel.subscribers.size === 0 && !name.startsWith('#')) {
    context.webhooks.emit({ name: 'channel_vacated', channel: name });
  }
}
