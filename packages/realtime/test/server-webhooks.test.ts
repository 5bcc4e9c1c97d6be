import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createRealtimeServerClient,
  createWebhookHandler,
  memoryReplayStore,
  type RealtimeServerClient,
  type WebhookHandlerOptions,
} from '../src/server/index.ts';
import { app } from './server-fixtures.ts';

const signatureOf = (body: string) => createHmac('sha256', app.secret).update(body).digest('hex');

function webhook(events: readonly object[], { at = Date.now(), signature = '' } = {}): Request {
  const body = JSON.stringify({ time_ms: at, events });
  const headers = { 'x-pusher-key': app.key, 'x-pusher-signature': signature || signatureOf(body) };
  return new Request('https://app.example/hook', { method: 'POST', headers, body });
}

const occupied = (channel: string) => ({ name: 'channel_occupied', channel });
const createServer = (replayStore = memoryReplayStore()) =>
  createRealtimeServerClient({ ...app, host: 'api.example.com', webhooks: { replayStore } });
const handlerOf = (on: WebhookHandlerOptions['on'], server: RealtimeServerClient = createServer()) =>
  createWebhookHandler(server, { on, onError: () => {} });

describe('W10: createWebhookHandler', () => {
  it('calls the function of each event, in order, with the webhook', async () => {
    const seen: unknown[] = [];
    const handle = handlerOf({
      channel_occupied: async ({ channel }) => {
        await null;
        seen.push(channel);
      },
      client_event: ({ event, data, userId }, { events }) => seen.push([event, data, userId, events.length]),
      other: ({ name }) => seen.push(name),
    });
    const typed = {
      name: 'client_event',
      channel: 'presence-a',
      event: 'client-x',
      data: '[1]',
      user_id: 'u1',
    };
    const response = await handle(
      webhook([occupied('a'), typed, { name: 'new_thing' }, { name: 'cache_miss', channel: 'cache-a' }]),
    );
    expect([response.status, seen]).toEqual([200, ['a', ['client-x', [1], 'u1', 4], 'new_thing']]);
  });

  it('answers 200 to a repeated webhook, and calls nothing', async () => {
    const listener = vi.fn();
    const handle = handlerOf({ channel_occupied: listener });
    const at = Date.now();
    const deliver = () => handle(webhook([occupied('a')], { at }));
    expect([(await deliver()).status, (await deliver()).status, listener.mock.calls.length]).toEqual([
      200, 200, 1,
    ]);
    expect((await handle(webhook([occupied('a')], { at: at + 1 }))).status).toBe(200);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('answers 500 after an error, and handles the repetition', async () => {
    const errors: unknown[] = [];
    let isBroken = true;
    const on = {
      channel_occupied: () => {
        if (isBroken) throw new Error('database-canary');
      },
    };
    const handle = createWebhookHandler(createServer(), { on, onError: (error) => errors.push(error) });
    const at = Date.now();
    const refused = await handle(webhook([occupied('a')], { at }));
    expect([refused.status, errors.length]).toEqual([500, 1]);
    expect(await refused.text()).not.toContain('canary');
    isBroken = false;
    expect((await handle(webhook([occupied('a')], { at }))).status).toBe(200);
  });

  describe('a webhook that is repeated while its functions run', () => {
    function startDelivery() {
      const outcomes: ((error?: Error) => void)[] = [];
      const listener = vi.fn(
        () =>
          new Promise<void>((resolve, reject) => {
            outcomes.push((error) => (error === undefined ? resolve() : reject(error)));
          }),
      );
      const store = memoryReplayStore();
      const handle = handlerOf({ channel_occupied: listener }, createServer(store));
      const at = Date.now();
      const deliver = () => handle(webhook([occupied('a')], { at }));
      const end = (error?: Error) => outcomes.shift()?.(error);
      return { deliver, end, listener, first: deliver() };
    }

    it('gets 503, and is handled after the first delivery failed', async () => {
      const { deliver, end, first, listener } = startDelivery();
      await expect.poll(() => listener.mock.calls.length).toBe(1);
      const early = await deliver();
      expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5']);
      end(new Error('no database'));
      expect((await first).status).toBe(500);
      const second = deliver();
      await expect.poll(() => listener.mock.calls.length).toBe(2);
      end();
      expect([(await second).status, (await deliver()).status, listener.mock.calls.length]).toEqual([
        200, 200, 2,
      ]);
    });

    it('gets 503, and 200 after the first delivery was handled', async () => {
      const { deliver, end, first, listener } = startDelivery();
      await expect.poll(() => listener.mock.calls.length).toBe(1);
      expect((await deliver()).status).toBe(503);
      end();
      expect([(await first).status, (await deliver()).status]).toEqual([200, 200]);
      expect(listener).toHaveBeenCalledTimes(1);
    });

    it('is handled a minute later, because the process of the first delivery is presumed dead', async () => {
      let laterMs = 0;
      const now = performance.now.bind(performance);
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
      onTestFinished(() => clock.mockRestore());
      const { deliver, end, listener } = startDelivery();
      await expect.poll(() => listener.mock.calls.length).toBe(1);
      laterMs = 50_000;
      expect((await deliver()).status).toBe(503);
      laterMs = 60_000;
      const second = deliver();
      await expect.poll(() => listener.mock.calls.length).toBe(2);
      end();
      end();
      expect((await second).status).toBe(200);
    });
  });

  it('answers 200 and reports the error where the store fails after the functions', async () => {
    const errors: unknown[] = [];
    const settle = () => Promise.reject(new Error('no connection'));
    const store = { ...memoryReplayStore(), settle };
    const onError = (error: unknown) => errors.push((error as Error).message);
    const handle = createWebhookHandler(createServer(store), { on: {}, onError });
    expect([(await handle(webhook([occupied('a')]))).status, errors]).toEqual([200, ['no connection']]);
  });

  it('a store of another form handles nothing', async () => {
    const listener = vi.fn();
    const store = { ...memoryReplayStore(), claim: () => true as never };
    const handle = handlerOf({ channel_occupied: listener }, createServer(store));
    expect([(await handle(webhook([occupied('a')]))).status, listener.mock.calls]).toEqual([503, []]);
  });

  it('a store that fails is an error, and the service tries again', async () => {
    const claim = () => Promise.reject(new Error('no connection'));
    const broken = { ...memoryReplayStore(), claim };
    const listener = vi.fn();
    const handle = handlerOf({ channel_occupied: listener }, createServer(broken));
    expect((await handle(webhook([occupied('a')]))).status).toBe(500);
    expect(listener).not.toHaveBeenCalled();
  });

  it('answers 500 and reports both errors where the store fails as well', async () => {
    const errors: unknown[] = [];
    const release = () => Promise.reject(new Error('no connection'));
    const store = { ...memoryReplayStore(), release };
    const on = { channel_occupied: () => Promise.reject(new Error('database')) };
    const onError = (error: unknown) => errors.push((error as Error).message);
    const handle = createWebhookHandler(createServer(store), { on, onError });
    expect((await handle(webhook([occupied('a')]))).status).toBe(500);
    expect(errors).toEqual(['no connection', 'database']);
  });

  it.each([
    [600_000, 1_200_000],
    [86_400_000, 172_800_000],
    [0.1, 1],
  ])(
    'security: remembers a webhook as long as it is accepted, with toleranceMs %i',
    async (tolerance, ttl) => {
      const settle = vi.fn();
      const now = Date.now();
      const server = createRealtimeServerClient({
        ...app,
        host: 'api.example.com',
        runtime: { now: () => now },
        webhooks: {
          toleranceMs: tolerance,
          replayStore: { ...memoryReplayStore(), settle },
        },
      });
      const parsed = await server.webhooks.parse(webhook([], { at: now }));
      await parsed.settle();
      expect(settle).toHaveBeenCalledExactlyOnceWith(parsed.id, expect.any(String), ttl);
    },
  );

  it.each<[string, number, () => Request]>([
    ['a forged signature', 401, () => webhook([], { signature: 'a'.repeat(64) })],
    ['a signature of another length', 401, () => webhook([], { signature: 'a' })],
    ['an old webhook', 401, () => webhook([], { at: Date.now() - 700_000 })],
    ['one from the future', 401, () => webhook([], { at: Date.now() + 700_000 })],
    ['events without names', 500, () => webhook([{}])],
    ['GET', 405, () => new Request('https://app.example/hook')],
  ])('security: refuses %s with %i', async (_what, status, make) => {
    expect((await handlerOf({})(make())).status).toBe(status);
  });

  it('a refused webhook is not remembered', async () => {
    const claim = vi.fn(() => 'claimed' as const);
    const handle = handlerOf({}, createServer({ ...memoryReplayStore(), claim }));
    await handle(webhook([], { signature: 'a'.repeat(64) }));
    await handle(webhook([], { at: 0 }));
    expect(claim).not.toHaveBeenCalled();
  });

  it.each([undefined, {}, { on: [] }, { on: { cache_miss: 1 } }])('refuses the options %j', (options) => {
    expect(() => createWebhookHandler(createServer(), options as never)).toThrow('createWebhookHandler');
  });
});

describe('W10: webhooks.parse with a replay store', () => {
  it('names a webhook the same at each delivery, and refuses the second', async () => {
    const server = createServer();
    const at = Date.now();
    const first = await server.webhooks.parse(webhook([occupied('a')], { at }));
    const repeat = () => server.webhooks.parse(webhook([occupied('a')], { at }));
    await expect(repeat()).rejects.toMatchObject({ code: 'webhook-running', retryable: true });
    await first.release();
    const second = await repeat();
    expect(second).toMatchObject({ id: first.id, at: first.at, events: first.events });
    await second.settle();
    await expect(repeat()).rejects.toMatchObject({ code: 'webhook-replayed' });
  });

  it('equal bytes are two webhooks where the service gives them two ids in idHeader', async () => {
    const options = { replayStore: memoryReplayStore(), idHeader: 'X-Webhook-Id' };
    const server = createRealtimeServerClient({ ...app, host: 'api.example.com', webhooks: options });
    const at = Date.now();
    const parse = (id?: string) => {
      const request = webhook([occupied('a')], { at });
      if (id !== undefined) request.headers.set('x-webhook-id', id);
      return server.webhooks.parse(request);
    };
    for (const id of ['1', '2', undefined]) await (await parse(id)).settle();
    for (const id of ['1', '2', undefined])
      await expect(parse(id)).rejects.toMatchObject({ code: 'webhook-replayed' });
    const wrong = { ...options, idHeader: '' };
    expect(() => createRealtimeServerClient({ ...app, host: 'a.example', webhooks: wrong })).toThrow(
      'webhooks.idHeader',
    );
  });

  it('a signature in upper case is the same webhook', async () => {
    const server = createServer();
    const at = Date.now();
    await (await server.webhooks.parse(webhook([], { at }))).settle();
    const signature = signatureOf(JSON.stringify({ time_ms: at, events: [] })).toUpperCase();
    const shouted = server.webhooks.parse(webhook([], { at, signature }));
    await expect(shouted).rejects.toMatchObject({ code: 'webhook-replayed' });
  });
});
