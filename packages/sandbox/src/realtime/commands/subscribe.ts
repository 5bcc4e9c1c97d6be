import { randomUUID } from 'node:crypto';
import { broadcast, type Channel } from '../channels/channel-registry.ts';
import type { PresenceMember } from '../channels/presence.ts';
import type { Connection } from '../connection.ts';
import type { RealtimeContext } from '../context.ts';
import { encodeError, encodeJsonEvent, encodeObjectEvent, encodeVersion2, type Frame } from '../frames.ts';
import { readRewind, sendRewound } from '../recovery/rewind.ts';
import { encodeRefusal, type Refusal } from '../refusal.ts';
import { decideSubscription } from './subscription-decision.ts';

/** Handles `pusher:subscribe`. */
export function subscribe(
  context: RealtimeContext,
  connection: Connection,
  data: Record<string, unknown>,
): void {
  const channel = typeof data['channel'] === 'string' ? data['channel'] : '';
  const fault = context.faults.takeSubscribe(channel);
  if (fault === 'silent') return;
  if (fault !== undefined) return void refuse(context, connection, channel, fault);
  if (connection.channels.has(channel)) {
    connection.send(encodeError(null, `Existing subscription to channel ${channel}`));
    return;
  }
  const { app, limits } = context.options;
  const decision = decideSubscription({
    app,
    limits,
    socketId: connection.socketId,
    user: connection.user,
    channel,
    auth: typeof data['auth'] === 'string' ? data['auth'] : '',
    channelData: typeof data['channel_data'] === 'string' ? data['channel_data'] : undefined,
  });
  if (!decision.isAllowed) return void refuse(context, connection, channel, decision.refusal);
  const full = findFullness(context, connection, channel, decision.member);
  if (full) return void refuse(context, connection, channel, full);
  join(context, connection, channel, decision.member);
  const rewind = connection.protocol === 2 ? readRewind(data['rewind']) : undefined;
  if (rewind !== undefined) sendRewound(context, connection, channel, rewind);
}

function findFullness(
  { channels, options: { limits } }: RealtimeContext,
  connection: Connection,
  name: string,
  member: PresenceMember | undefined,
): Refusal | undefined {
  const channel = channels.find(name);
  const roster = channel?.roster;
  const reached = (what: string): Refusal => ({
    type: 'LimitReached',
    status: 4100,
    message: `${what}: channel ${name}`,
  });
  if (connection.channels.size >= limits.channelsPerConnection)
    return reached('Too many channels on this connection');
  if (channel === undefined && channels.size >= limits.channels) return reached('Too many channels');
  const isNewMember = member !== undefined && roster?.has(String(member.id)) !== true;
  if (isNewMember && (roster?.size ?? 0) >= limits.presenceMembers)
    return reached('The maximum members per presence channel limit was reached');
  return undefined;
}

function refuse(context: RealtimeContext, connection: Connection, channel: string, refusal: Refusal): void {
  context.counters.subscriptionsRefused += 1;
  context.journal.record('subscription-refused', {
    socketId: connection.socketId,
    channel,
    detail: refusal.message,
  });
  connection.send(encodeRefusal(context.options.errorStyle, channel, refusal));
}

function join(
  context: RealtimeContext,
  connection: Connection,
  name: string,
  member: PresenceMember | undefined,
): void {
  const channel = context.channels.join(name, connection);
  const isNewMember = member !== undefined && channel.roster.join(connection, member);
  if (channel.traits.kind !== 'public') connection.isAuthorized = true;
  context.counters.subscriptionsAccepted += 1;
  context.journal.record('subscribed', {
    socketId: connection.socketId,
    channel: name,
    ...(member && { userId: String(member.id) }),
  });
  const success = member === undefined ? {} : { presence: channel.roster.snapshot() };
  connection.send(
    withPosition(context, encodeJsonEvent('pusher_internal:subscription_succeeded', success, name), name),
  );
  if (name.startsWith('#')) return;
  if (channel.subscribers.size === 1) context.webhooks.emit({ name: 'channel_occupied', channel: name });
  if (channel.traits.isCache) sendCached(context, connection, channel);
  if (isNewMember) announceMember(context, connection, channel, member);
  context.subscriptionCounts.changed(channel);
}

/** With the place of the channel before any event of this subscription. */
function withPosition({ events }: RealtimeContext, frame: Frame, channel: string): Frame {
  if (events === undefined) return frame;
  const { serial, streamId } = events.stream(channel);
  const place = { message_id: randomUUID(), stream_id: streamId, serial };
  return { ...frame, version2: encodeVersion2(frame, place) };
}

/** Without its place, if that is of an earlier stream of the channel. */
function inStream({ events }: RealtimeContext, { version2, ...frame }: Frame, channel: string): Frame {
  const streamId = events?.stream(channel).streamId;
  return version2?.includes(`"stream_id":"${streamId}"`) ? { ...frame, version2 } : frame;
}

function announceMember(
  { webhooks }: RealtimeContext,
  connection: Connection,
  channel: Channel,
  { id, info }: PresenceMember,
): void {
  const added = encodeJsonEvent(
    'pusher_internal:member_added',
    { user_id: id, user_info: info },
    channel.name,
  );
  broadcast(channel, added, connection);
  webhooks.emit({ name: 'member_added', channel: channel.name, user_id: String(id) });
}

function sendCached(context: RealtimeContext, connection: Connection, channel: Channel): void {
  const { cache, webhooks } = context;
  const cached = cache.read(channel.name);
  if (cached !== undefined) return void connection.send(inStream(context, cached.frame, channel.name));
  connection.send(encodeObjectEvent('pusher:cache_miss', undefined, channel.name));
  if (channel.isMissReported) return;
  channel.isMissReported = true;
  webhooks.emit({ name: 'cache_miss', channel: channel.name });
}
