// "Delivered", "nobody is there" and "allowed" are conclusions from a response of the service itself.
import { createRuntime, isOrgError } from '@org/core';
import { httpAuthorizer, httpUserAuthenticator } from '@org/realtime';
import { createRealtimeServerClient, type RealtimeServerClient } from '@org/realtime/server';
import { describe, expect, it } from 'vitest';
import { readToken } from '../src/auth/read-token.ts';
import { readUserToken } from '../src/user/read-user-token.ts';

const page = '<!doctype html><html><title>Sign in</title><p>Please sign in.</p></html>';
const bodies = [
  page,
  '',
  '{}',
  '[]',
  'null',
  '7',
  '"ok"',
  '[1]',
  '[{}]',
  '{"message":"no Route matched with those values"}',
  '{"status":"ok","version":"1.4.0"}',
  '{"error":"Not Found","path":"/"}',
  '{"data":[]}',
  '{"auth":true}',
  '{"channels":7}',
  '{"users":{}}',
];

interface Foreign {
  readonly what: string;
  readonly status: number;
  answer(): Response;
}

const foreign: readonly Foreign[] = [
  ...[200, 201, 202, 404].flatMap((status) => bodies.map((body) => [status, body] as const)),
  [204, ''] as const,
  [302, page] as const,
].map(([status, body]) => {
  const type = body === page ? 'text/html' : 'application/json';
  const headers = { ...(body === '' ? {} : { 'content-type': type }), location: 'https://login.example/' };
  const answer = () => new Response(status === 204 ? null : body, { status, headers });
  return { what: `${status} ${body}`, status, answer };
});

type Call = (server: RealtimeServerClient) => Promise<unknown>;

const reads: Readonly<Record<string, Call>> = {
  'channels.list': ({ channels }) => channels.list(),
  'channels.get': ({ channels }) => channels.get('orders'),
  'channels.users': ({ channels }) => channels.users('presence-room'),
};
const writes: Readonly<Record<string, Call>> = {
  trigger: (server) => server.trigger('orders', 'paid', {}),
  'trigger with info': (server) => server.trigger('orders', 'paid', {}, { info: ['subscription_count'] }),
  triggerBatch: (server) => server.triggerBatch([{ channel: 'orders', event: 'paid', data: {} }]),
  sendToUser: (server) => server.sendToUser('u1', 'paid', {}),
  terminateUserConnections: (server) => server.terminateUserConnections('u1'),
};

/** Pusher Channels HTTP API reference: the response to events is an empty object. */
const documented = ['200 {}', '201 {}', '202 {}'];

async function endOf(call: Call, { answer }: Foreign) {
  const server = createRealtimeServerClient({
    appId: '3',
    key: 'key',
    secret: 'secret',
    host: 'realtime.example',
    runtime: { fetch: async () => answer() },
    limiter: false,
    retry: false,
  });
  return call(server).then(
    (value) => `accepted: ${JSON.stringify(value)}`,
    (error: unknown) => (isOrgError(error) ? error : `${error}`),
  );
}

describe('C27: calls of a server', () => {
  it('are all here', () => {
    const own = Object.keys(createRealtimeServerClient({ appId: '3', key: 'key', secret: 'secret' }));
    // They sign or read without a request; `request()` leaves the response to its caller.
    const local = [
      'authorizeChannel',
      'authorizeChannels',
      'authenticateUser',
      'webhooks',
      'close',
      'request',
    ];
    const here = [...Object.keys(writes), 'channels'];
    expect(own.filter((name) => !local.includes(name) && !here.includes(name))).toEqual([]);
  });

  it.each(Object.entries(reads))('%s takes no foreign response for nobody or nothing', async (name, call) => {
    const wrong: unknown[] = [];
    for (const each of foreign) {
      const end = await endOf(call, each);
      // Laravel Reverb 1.x, ChannelUsersController: 404 and `{}` for a channel without members.
      const isReverb = name === 'channels.users' && each.what === '404 {}';
      if (typeof end === 'string' && !isReverb) wrong.push([each.what, end]);
    }
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(writes))('%s takes no foreign response for a delivery', async (_name, call) => {
    const wrong: unknown[] = [];
    for (const each of foreign) {
      const end = await endOf(call, each);
      if (typeof end === 'string' || (each.status < 300 && end.outcome !== 'unknown'))
        wrong.push([each.what, typeof end === 'string' ? end : end.outcome]);
    }
    const isForeign = ([what, end]: unknown[]) =>
      !(documented.includes(`${what}`) && `${end}`.startsWith('accepted'));
    expect((wrong as unknown[][]).filter(isForeign)).toEqual([]);
  });

  it('a batch with another number of entries is delivered, and its counts are not known', async () => {
    const answer = () => Response.json({ batch: [{ subscription_count: 1 }] });
    const event = { channel: 'orders', event: 'paid', data: {}, info: ['subscription_count'] } as const;
    const end = await endOf((server) => server.triggerBatch([event, event]), {
      what: '',
      status: 200,
      answer,
    });
    expect(end).toMatchObject({ code: 'response-format', outcome: 'sent' });
  });
});

describe('C27: endpoints of the application', () => {
  const options = { endpoint: 'https://app.example/realtime' };
  const failure = (message: string) => new Error(message) as never;
  const requestFor = ({ answer }: Foreign) => ({
    socketId: '1.2',
    signal: new AbortController().signal,
    runtime: createRuntime({ fetch: async () => answer() }),
  });

  it('of channels: no foreign response is a token', async () => {
    const channelName = 'private-orders';
    for (const each of foreign) {
      const token = httpAuthorizer(options)({ ...requestFor(each), channelName });
      const read = token.then((value) => readToken(value, { channelName, key: 'key', failure }));
      await expect(read, each.what).rejects.toThrow();
    }
  });

  it('of users: no foreign response is a token', async () => {
    for (const each of foreign) {
      const token = Promise.resolve(httpUserAuthenticator(options)(requestFor(each)));
      const read = token.then((value) => readUserToken(value, 'key', failure));
      await expect(read, each.what).rejects.toThrow();
    }
  });
});
