import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import OfficialServer from 'pusher';
import type pusherJs from 'pusher-js';
import { onTestFinished } from 'vitest';
import type { RealtimeService } from '../../../sandbox/src/realtime/index.ts';
import type { RealtimeServerClient } from '../../src/server/index.ts';
import {
  createAuthHandler,
  createRealtimeServerClient,
  createUserAuthHandler,
} from '../../src/server/index.ts';
import { connectTo, type RecordedClient } from '../realtime-fixtures.ts';

// Its entry for Node is CommonJS without a default export.
const OfficialClient: typeof pusherJs.default = createRequire(import.meta.url)('pusher-js');
export type OfficialPusher = InstanceType<typeof OfficialClient>;

export function ourServer({ app, host, port }: RealtimeService): RealtimeServerClient {
  const { id: appId, key, secret } = app;
  return createRealtimeServerClient({ appId, key, secret, host, port, useTls: false });
}

export function officialServer({ app, host, port }: RealtimeService): OfficialServer {
  return new OfficialServer({ appId: app.id, key: app.key, secret: app.secret, host, port: String(port) });
}

/** The application's endpoints for the user of the query: `/channels?user=ann` and `/users?user=ann`. */
export async function startEndpoints(server: RealtimeServerClient, watchlist: readonly string[] = []) {
  const userOf = (request: Request) => new URL(request.url).searchParams.get('user') ?? '';
  const channels = createAuthHandler(server, {
    authorize: ({ request }) => ({ userId: userOf(request), userInfo: { name: userOf(request) } }),
  });
  const users = createUserAuthHandler(server, {
    user: ({ request }) => ({ id: userOf(request), watchlist }),
  });
  const http = createServer(async (request, response) => {
    const url = `http://127.0.0.1${request.url}`;
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const body = await buffer(request);
    const handle = request.url?.startsWith('/users') ? users : channels;
    const answer = await handle(new Request(url, { method: request.method ?? '', headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void http.close());
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** A client of `pusher-js` that asks the endpoints for its tokens. */
export function connectOfficial(
  { app, port }: RealtimeService,
  endpoints: string,
  user = 'olga',
): OfficialPusher {
  const official = new OfficialClient(app.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: { transport: 'ajax', endpoint: `${endpoints}/channels?user=${user}` },
    userAuthentication: { transport: 'ajax', endpoint: `${endpoints}/users?user=${user}` },
  });
  onTestFinished(() => official.disconnect());
  return official;
}

/** Our client, with the same endpoints. */
export function connectOurs(service: RealtimeService, endpoints: string, user = 'ann'): RecordedClient {
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${endpoints}/${path}?user=${user}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return (await response.json()) as { auth: string; channel_data?: string; user_data?: string };
  };
  return connectTo(service, {
    authorize: async ({ socketId, channelName }) => {
      const token = await post('channels', { socket_id: socketId, channel_name: channelName });
      return { auth: token.auth, channelData: token.channel_data };
    },
    authenticate: ({ socketId }) => post('users', { socket_id: socketId }),
  });
}

/** Resolves with the channel once it is subscribed. */
export async function subscribed(official: OfficialPusher, name: string) {
  const channel = official.subscribe(name);
  if (!channel.subscribed) {
    await new Promise((resolve, reject) => {
      channel.bind('pusher:subscription_succeeded', resolve);
      channel.bind('pusher:subscription_error', reject);
    });
  }
  return channel;
}
