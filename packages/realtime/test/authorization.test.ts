import { createRuntime } from '@org/core';
import {
  type Answer,
  collectLeaks,
  type FaultServer,
  type RecordedRequest,
  startFaultServer,
} from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Authorizer, httpAuthorizer } from '../src/index.ts';
import { connectTo, heldTime, signFor, startService, until } from './realtime-fixtures.ts';

async function refusalOf(authorize: Authorizer | undefined, channel = 'private-a') {
  const service = await startService();
  const { realtime } = connectTo(service, { authorize });
  const orders = realtime.subscribe(channel);
  const error = await orders.subscribed().catch((caught: unknown) => caught);
  expect(orders.state).toBe('failed');
  expect(service.stats.subscriptionsRefused).toBe(0);
  return error;
}

describe('private channels', () => {
  it('are joined with a token', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const orders = realtime.subscribe('private-orders');
    await orders.subscribed();
    const event = orders.events('paid').next();
    service.publish({ channel: 'private-orders', event: 'paid', data: '{"id":1}' });
    expect((await event).value?.data).toEqual({ id: 1 });
  });

  it.each([
    ['nothing', undefined],
    ['text', 'sandbox-key:ab'],
    ['no auth', {}],
    ['an auth that is not text', { auth: 5 }],
    ['an empty auth', { auth: '' }],
    ['an auth without a signature', { auth: 'sandbox-key:' }],
    ['an auth without a key', { auth: ':ab' }],
    ['an auth that could be more than one', { auth: 'sandbox-key:ab:cd' }],
    ['an auth with a line break', { auth: 'sandbox-key:ab\n' }],
    ['a token of another app', { auth: 'other-key:ab' }],
    ['a token of a key that begins the same', { auth: 'sandbox-key2:ab' }],
    ['channel data that is not text', { auth: 'sandbox-key:ab', channelData: {} }],
  ])('W2: %s is not a token: nothing is sent', async (_name, token) => {
    expect(await refusalOf(async () => token as never)).toMatchObject({
      code: 'channel-authorization',
      outcome: 'not-sent',
      retryable: false,
    });
  });

  it('a token that throws when it is read is a typed error', async () => {
    const token = {
      get auth(): string {
        throw new TypeError('of the application');
      },
    };
    expect(await refusalOf(async () => token)).toMatchObject({
      code: 'channel-authorization',
      message: 'authorize failed for private-a: of the application',
    });
  });

  it.each([undefined, 'x', '[]', '{}', '{"user_id":""}', '{"user_id":null}'])(
    'a presence channel needs a user_id, not %j',
    async (channelData) => {
      expect(
        await refusalOf(async () => ({ auth: 'sandbox-key:ab', channelData }), 'presence-a'),
      ).toMatchObject({
        code: 'channel-authorization',
        message: expect.stringContaining('user_id'),
      });
    },
  );

  it('reports a missing authorize, and one that throws', async () => {
    expect(await refusalOf(undefined)).toMatchObject({
      code: 'channel-authorization',
      message: expect.stringContaining('httpAuthorizer'),
    });
    const cause = new Error('not yours');
    expect(await refusalOf(() => Promise.reject(cause))).toMatchObject({
      code: 'channel-authorization',
      cause,
    });
    expect(
      await refusalOf(() => {
        throw cause;
      }),
    ).toMatchObject({ code: 'channel-authorization', cause });
  });

  it.each(['hosted', 'soketi', 'reverb'] as const)(
    'a token that the service refuses: %s',
    async (errorStyle) => {
      const service = await startService({ errorStyle });
      const { realtime, errors } = connectTo(service, {
        authorize: async () => ({ auth: `sandbox-key:${'ab'.repeat(32)}` }),
      });
      const orders = realtime.subscribe('private-orders');
      const error = await orders.subscribed().catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'subscription-refused' });
      expect(collectLeaks(error, ['ab'.repeat(32)])).toEqual([]);
      expect(errors()).toEqual(['subscription-refused']);
      expect(realtime.state).toBe('connected');
    },
  );

  it('a refused channel works when subscribed again with a good token', async () => {
    const service = await startService();
    let attempt = 0;
    const good = signFor(service);
    const { realtime } = connectTo(service, {
      authorize: (request) => (attempt++ === 0 ? Promise.reject(new Error('no')) : good(request)),
    });
    await expect(realtime.subscribe('private-a').subscribed()).rejects.toMatchObject({
      code: 'channel-authorization',
    });
    await realtime.subscribe('private-a').subscribed();
  });

  it('an authorize that never settles times out', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime, authorize: () => new Promise(() => {}) });
    await realtime.connect();
    const channel = realtime.subscribe('private-a');
    await runtime.advance(10_000);
    await until(() => channel.state === 'waiting');
    expect(channel.error).toMatchObject({ code: 'timeout', retryable: true });
  });

  it('an answer for a connection that is gone is not used', async () => {
    const service = await startService();
    const good = signFor(service);
    const asked: { readonly socketId: string; readonly signal: AbortSignal; answer(): void }[] = [];
    const { realtime, errors } = connectTo(service, {
      reconnect: { baseMs: 1 },
      authorize: (request) =>
        new Promise((resolve) => asked.push({ ...request, answer: () => void good(request).then(resolve) })),
    });
    const orders = realtime.subscribe('private-a');
    await until(() => asked.length === 1);
    service.faults.dropAll();
    await until(() => asked.length === 2);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(asked[0]?.socketId).not.toBe(asked[1]?.socketId);
    asked[0]?.answer();
    asked[1]?.answer();
    await orders.subscribed();
    expect(errors()).toEqual([]);
  });

  it('W7: 500 channels and a failing authorize: one call each, six at a time, none waits', async () => {
    const service = await startService();
    let running = 0;
    let most = 0;
    const calls = new Map<string, number>();
    const { realtime } = connectTo(service, {
      async authorize({ channelName }) {
        calls.set(channelName, (calls.get(channelName) ?? 0) + 1);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        throw new Error('no');
      },
    });
    await realtime.connect();
    const channels = Array.from({ length: 500 }, (_, index) => realtime.subscribe(`private-${index}`));
    const results = await Promise.allSettled(channels.map((channel) => channel.subscribed()));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect([most, calls.size, Math.max(...calls.values())]).toEqual([6, 500, 1]);
  });

  it('a channel that was left while it waited for its turn is not asked for', async () => {
    const service = await startService();
    const asked: string[] = [];
    const good = signFor(service);
    const { realtime } = connectTo(service, {
      authorizeConcurrency: 1,
      authorize(request) {
        asked.push(request.channelName);
        return good(request);
      },
    });
    await realtime.subscribe('private-0').subscribed(); // the queue is loaded
    const [first, second, third] = ['private-1', 'private-2', 'private-3'].map((name) =>
      realtime.subscribe(name),
    );
    second?.unsubscribe();
    await Promise.all([first?.subscribed(), third?.subscribed()]);
    expect(asked).toEqual(['private-0', 'private-1', 'private-3']);
  });
});

describe('httpAuthorizer', () => {
  async function endpointThat(answer: (request: RecordedRequest) => Answer | Promise<Answer>) {
    const server = await startFaultServer();
    onTestFinished(() => server.close());
    server.respond(async (request) => ({ answer: await answer(request) }));
    return server;
  }
  const canary = 'canary-session-token';

  async function joinWith(server: Pick<FaultServer, 'url'>, timeoutMs = 10_000) {
    const service = await startService();
    const authorize = httpAuthorizer({ endpoint: `${server.url}/auth`, headers: { 'x-session': canary } });
    // Without jitter the attempts follow each other at once.
    const { realtime } = connectTo(service, { authorize, runtime: createRuntime({ random: () => 0 }) });
    return realtime.subscribe('private-a').subscribed({ timeoutMs });
  }

  it('is refused at once, also where a fetch of the application keeps a clone of the response', async () => {
    const clones: Response[] = [];
    const fetch = async () => {
      const body = new ReadableStream({ pull: (part) => part.enqueue(new Uint8Array(10)) });
      const response = new Response(body, { status: 403 });
      clones.push(response.clone());
      return response;
    };
    const authorize = httpAuthorizer({ endpoint: 'https://app.example/auth' });
    const { realtime } = connectTo(await startService(), { authorize, runtime: { fetch } });
    await expect(realtime.subscribe('private-a').subscribed()).rejects.toMatchObject({
      code: 'channel-authorization',
      status: 403,
    });
    await clones[0]?.body?.cancel();
  });

  it('posts a form and takes the token, for any legal channel name', async () => {
    const service = await startService();
    const good = signFor(service, { id: 'u1', info: { name: 'Zoë' } });
    const server = await endpointThat(async (request) => {
      const form = new URLSearchParams(request.text());
      const wish = { socketId: form.get('socket_id') ?? '', channelName: form.get('channel_name') ?? '' };
      const { auth, channelData } = await good({
        ...wish,
        signal: new AbortController().signal,
        runtime: createRuntime(),
      });
      return { status: 201, json: { auth, channel_data: channelData } };
    });
    let calls = 0;
    const authorize = httpAuthorizer({
      endpoint: `${server.url}/auth`,
      headers: () => ({ 'x-call': String(++calls) }),
      fields: { tenant: 'a&b' },
    });
    const { realtime } = connectTo(service, { authorize });
    const room = realtime.subscribe('presence-a@b=c,d;e');
    await room.subscribed();
    await realtime.subscribe('private-a').subscribed();
    expect(room.me).toEqual({ id: 'u1', info: { name: 'Zoë' } });
    const [first, second] = server.requests;
    expect(Object.fromEntries(new URLSearchParams(first?.text()))).toEqual({
      tenant: 'a&b',
      socket_id: realtime.socketId,
      channel_name: 'presence-a@b=c,d;e',
    });
    expect(first?.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect([first?.headers.get('x-call'), second?.headers.get('x-call')]).toEqual(['1', '2']);
  });

  it.each<[string, Answer, object]>([
    [
      'a page of HTML',
      { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } },
      { retryable: false },
    ],
    ['JSON without auth', { json: { ok: true } }, { retryable: false }],
    ['JSON that is not an object', { json: ['auth'] }, { retryable: false }],
    ['auth null', { json: { auth: null } }, { retryable: false }],
    ['nothing', { body: '' }, { retryable: false }],
    ['a token of another key', { json: { auth: 'other:ab' } }, { retryable: false }],
    [
      'channel data that is not text',
      { json: { auth: 'sandbox-key:ab', channel_data: {} } },
      { retryable: false },
    ],
    ['401', { status: 401 }, { status: 401, retryable: false }],
    ['419', { status: 419 }, { status: 419, message: expect.stringContaining('let headers be a function') }],
    ['403', { status: 403, json: { auth: 'sandbox-key:ab' } }, { status: 403, retryable: false }],
    ['too much', { body: 'x'.repeat(100_000) }, { retryable: false }],
  ])('W7: %s is a typed error, after one request', async (_name, answer, expected) => {
    const server = await endpointThat(() => answer);
    const error = await joinWith(server).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'channel-authorization', outcome: 'not-sent', ...expected });
    expect(server.requests).toHaveLength(1);
    expect(collectLeaks(error, [canary])).toEqual([]);
  });

  it('W7: 500 is the cause of the timeout of subscribed()', async () => {
    const server = await endpointThat(() => ({ status: 500 }));
    const error = await joinWith(server, 500).catch((caught: unknown) => caught);
    const cause = { code: 'channel-authorization', status: 500, retryable: true };
    expect(error).toMatchObject({ code: 'timeout', cause });
    expect(collectLeaks(error, [canary])).toEqual([]);
  });

  it('security: follows no redirect', async () => {
    const server = await endpointThat(({ path }) =>
      path === '/auth'
        ? { status: 307, headers: { location: '/elsewhere' } }
        : { json: { auth: 'sandbox-key:ab' } },
    );
    await expect(joinWith(server)).rejects.toMatchObject({ message: expect.stringContaining('redirect') });
    expect(server.requests.map(({ path }) => path)).toEqual(['/auth']);
  });

  it('an endpoint that refuses or resets the connection is a retryable failure', async () => {
    const server = await startFaultServer();
    await server.close();
    const retried = { code: 'timeout', cause: { code: 'channel-authorization', retryable: true } };
    await expect(joinWith(server, 500)).rejects.toMatchObject(retried);
    const dying = await startFaultServer({
      rules: [{ fault: { kind: 'reset-peer', phase: 'mid-response-body' } }],
    });
    onTestFinished(() => dying.close());
    await expect(joinWith(dying, 500)).rejects.toMatchObject(retried);
  });

  it('P3: a request under way ends when the channel is left', async () => {
    const server = await startFaultServer({
      rules: [{ fault: { kind: 'timeout', phase: 'after-request-body' } }],
    });
    onTestFinished(() => server.close());
    const service = await startService();
    const { realtime } = connectTo(service, {
      authorize: httpAuthorizer({ endpoint: `${server.url}/auth` }),
    });
    const channel = realtime.subscribe('private-a');
    await server.waitUntil(({ requests }) => requests[0]?.complete === true);
    channel.unsubscribe();
    await server.waitUntil(({ connections }) => connections.open === 0);
    expect(server.requests).toHaveLength(1);
  });
});
