import { createHmac } from 'node:crypto';
import { createFakeTransport } from '@org/core/testing';
import { expect, it } from 'vitest';
import {
  createAuthHandler,
  createRealtimeServerClient,
  createUserAuthHandler,
  createWebhookHandler,
} from '../src/server/index.ts';
import { app } from './server-fixtures.ts';

const pollutions: Readonly<Record<string, unknown>> = {
  // Options of calls and their parts.
  exceptSocketId: '9.9',
  socket_id: '9.9',
  socketId: '9.9',
  info: ['user_count'],
  split: true,
  idempotencyKey: 'the-same-for-all',
  prefix: 'presence-',
  query: { polluted: '1' },
  // What is signed.
  member: { userId: 'polluted' },
  userInfo: { isAdmin: true },
  watchlist: ['polluted'],
  refused: ['private-polluted'],
  // Options of the client and of handlers.
  cluster: 'polluted',
  pathPrefix: '/polluted',
  signPathPrefix: true,
  useTls: false,
  dangerouslyAllowHttp: 'polluted',
  connectionString: 'https://k:s@polluted/apps/1',
  codec: {},
  correctClock: 'polluted',
  idempotencyHeader: 'x-polluted',
  maxEventBytes: 1,
  maxMemberBytes: 1,
  webhooks: { toleranceMs: 1 },
  toleranceMs: 1,
  replayStore: {},
  tokens: [{ key: 'polluted', secret: 'polluted' }],
  user: () => ({ id: 'polluted' }),
  maxBodyBytes: 1,
  maxChannels: 1,
  onError: 'polluted',
  channel_occupied: () => {
    throw new Error('polluted');
  },
};

const postForm = (fields: string) =>
  new Request('https://app.example/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fields,
  });

function signedWebhook(): Request {
  const body = JSON.stringify({
    time_ms: Date.now() - 60_000,
    events: [{ name: 'channel_occupied', channel: 'a' }],
  });
  const signature = createHmac('sha256', app.secret).update(body).digest('hex');
  const headers = { 'x-pusher-key': app.key, 'x-pusher-signature': signature };
  return new Request('https://app.example/hook', { method: 'POST', headers, body });
}

/** Everything that a server client sends, signs and responds. */
async function record(): Promise<unknown> {
  const answers = { channels: {}, occupied: true };
  const transport = createFakeTransport([
    { when: { method: 'GET' }, answer: { json: answers } },
    { answer: { json: {} } },
  ]);
  const server = createRealtimeServerClient({ ...app, host: 'api.example.com', transport });
  const member = { userId: 'ann' };
  const one = { channel: 'orders', event: 'paid', data: 1 };
  await server.trigger('orders', 'paid', 1);
  await server.trigger('orders', 'paid', 1, {});
  await server.triggerBatch([one]);
  await server.sendToUser('ann', 'paid', 1);
  await server.terminateUserConnections('ann');
  await server.channels.list();
  await server.channels.get('orders', {});
  await server.request({ method: 'GET', path: '/channels' });
  const hook = createWebhookHandler(server, { on: { other: () => {} } });
  const channels = createAuthHandler(server, { authorize: () => true });
  const users = createUserAuthHandler(server, { user: () => ({ id: 'ann' }) });
  const responses = [
    await channels(postForm('socket_id=1.1&channel_name=private-a')),
    await channels(postForm('socket_id=1.1&channel_name[0]=private-a&channel_name[1]=private-b')),
    await channels(postForm('socket_id=1.1')),
    await users(postForm('socket_id=1.1')),
    await hook(signedWebhook()),
  ];
  const signed = [
    await server.authorizeChannel({ socketId: '1.1', channelName: 'private-a' }),
    await server.authorizeChannel({ socketId: '1.1', channelName: 'presence-a', member }),
    await server.authorizeChannels({ socketId: '1.1', channels: [{ channelName: 'private-a' }] }),
    await server.authenticateUser('1.1', { id: 'ann' }),
  ];
  const bodies = await Promise.all(responses.map(async ({ status, body }) => [status, await textOf(body)]));
  await server.close();
  return JSON.stringify([transport.requests.map(describeRequest), bodies, signed]);
}

const textOf = (body: ReadableStream | null) => new Response(body).text();

function describeRequest({
  method,
  url,
  headers,
  text,
}: ReturnType<typeof createFakeTransport>['requests'][number]) {
  for (const varying of ['auth_timestamp', 'auth_signature']) url.searchParams.delete(varying);
  return [method, url.href, [...headers.keys()], text()];
}

it.each(Object.keys(pollutions))(
  'C16: a polluted %s changes no request, signature or response',
  async (name) => {
    const clean = await record();
    const value = pollutions[name];
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    try {
      expect(await record()).toBe(clean);
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  },
);
