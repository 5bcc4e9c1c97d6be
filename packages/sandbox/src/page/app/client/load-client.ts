import type { Authorizer, ChannelToken } from '@org/realtime';
import { ask, basePath } from '../server.ts';
import type * as Code from './client-code.ts';

// A variable: the bundler would compile the file in.
const file: string = `${basePath}/assets/client.js`;

/** The token that the sandbox signs with its own secret. */
const authorize: Authorizer = async ({ channelName: channel, signal, socketId }) => {
  const member = channel.startsWith('presence-') && { userId: 'sandbox-page' };
  const json = { socketId, channel, ...member };
  const { auth, channelData } = await ask<ChannelToken>('/api/authorizations', {
    method: 'POST',
    json,
    signal,
  });
  return { auth, channelData };
};

/** A client of this page, and what `inspect` says about it. */
export type InspectedClient = Awaited<ReturnType<typeof loadClient>>;

/** Loads the code, and makes a client of the sandbox's service. `changed` is called after each change. */
export async function loadClient(env: Readonly<Record<string, string>>, changed: () => void) {
  const { createRealtimeClient, inspect } = (await import(file)) as typeof Code;
  const realtime = createRealtimeClient({
    key: env['REALTIME_APP_KEY'],
    host: env['REALTIME_HOST'],
    port: Number(env['REALTIME_PORT']),
    authorize,
    onEvent: changed,
  });
  realtime.onAny(changed);
  return { realtime, inspect: (showData: boolean) => inspect(realtime, { showData }) };
}
