import type { Authorizer, ChannelToken, RealtimeClient } from '@org/realtime';
import type { Inspection } from '@org/realtime/inspect';
import { ask, basePath } from '../server.ts';
import type * as Code from './client-code.ts';

/** A client of this page, and what `inspect` says about it. */
export interface InspectedClient {
  readonly realtime: RealtimeClient;
  inspect(showData: boolean): Inspection;
}

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

/** Loads the code, and makes a client of the sandbox's service. `changed` is called after each change. */
export async function loadClient(
  env: Readonly<Record<string, string>>,
  changed: () => void,
): Promise<InspectedClient> {
  const { createRealtimeClient, inspect } = (await import(file)) as typeof Code;
  const realtime = createRealtimeClient({
    key: env['REALTIME_APP_KEY'],
    host: env['REALTIME_HOST'],
    port: Number(env['REALTIME_PORT']),
    authorize,
    onEvent: changed,
  });
  realtime.onAny(changed);
  return { realtime, inspect: (showData) => inspect(realtime, { showData }) };
}
