import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { PeerServer } from '../../../../routing/test/peers/support/process.ts';
import { createRealtimeClient, type RealtimeClientSettings, type RealtimeEvent } from '../../../src/index.ts';
import { createRealtimeServerClient } from '../../../src/server/index.ts';
import { reverbApp } from './reverb.ts';

const encryptionMasterKey = Buffer.alloc(32, 7).toString('base64');

/** Where a Reverb listens. */
export const addressOf = ({ url }: PeerServer) => ({ host: '127.0.0.1', port: Number(new URL(url).port) });

/** Our server SDK for an app of Reverb. */
export function serverFor(
  reverb: PeerServer,
  id = 'peer',
  options: { readonly appId?: string; readonly secret?: string } = {},
) {
  const { key, secret } = reverbApp(id);
  const given = { appId: id, key, secret, ...addressOf(reverb), encryptionMasterKey, retry: false as const };
  return createRealtimeServerClient({ ...given, ...options });
}

/** Our client of the user `userId`, with the events and the errors that it emitted. */
export function openClient(
  reverb: PeerServer,
  userId = 7,
  options: Partial<RealtimeClientSettings> = {},
  id = 'peer',
) {
  const server = serverFor(reverb, id);
  const events: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({
    key: reverbApp(id).key,
    ...addressOf(reverb),
    authorize: ({ socketId, channelName }) =>
      server.authorizeChannel({
        socketId,
        channelName,
        member: channelName.startsWith('presence-')
          ? { userId: String(userId), userInfo: { name: `user ${userId}` } }
          : undefined,
      }),
    onEvent: (event) => events.push(event),
    ...options,
  });
  onTestFinished(() => realtime.close());
  const errors = () => events.flatMap((event) => (event.type === 'error' ? [event.error] : []));
  return { realtime, events, errors, server };
}

/** A token as Laravel writes it, whose channel data is JSON of PHP: an id may be a number. */
export function signAsLaravel(member: object) {
  const { key, secret } = reverbApp('peer');
  return async ({ socketId, channelName }: { readonly socketId: string; readonly channelName: string }) => {
    const channel_data = JSON.stringify(member);
    const text = `${socketId}:${channelName}:${channel_data}`;
    return { auth: `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`, channel_data };
  };
}
