import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
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

  it('a store that fails is an error, and the service tries again', async () => {
    const broken = { claim: () => Promise.reject(new Error('no connection')), release: () => {} };
    const listener = vi.fn();
    const handle = handlerOf({ channel_occupied: listener }, createServer(broken));
    expect((await handle(webhook([occupied('a')]))).status).toBe(500);
    expect(listener).not.toHaveBeenCalled();
  });

  it('answers 500 and reports both errors where the store fails as well', async () => {
    const errors: unknown[] = [];
    const store = { claim: () => true, release: () => Promise.reject(new Error('no connection')) };
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
      const claim = vi.fn(() => true);
      const now = Date.now();
      const server = createRealtimeServerClient({
        ...app,
        host: 'api.example.com',
        runtime: { now: () => now },
        webhooks: { toleranceMs: tolerance, replayStore: { claim, release: () => {} } },
      });
      await server.webhooks.parse(webhook([], { at: now }));
      expect(claim).toHaveBeenCalledExactlyOnceWith(expect.any(String), ttl);
    },
  );

  it.each<[string, number, () => Request]>([
    ['a forged signature', 401, () => webhook([], { signature: 'a'.repeat(64) })],
    ['a signature of another length', 401, () => webhook([], { signature: 'a' })],
    ['an old webhook', 401, () => webhook([], { at: Date.now() - 700_000 })],
    ['one from the future', 401, () => webhook([], { at: Date.now() + 700_000 })],
    ['events without names', 400, () => webhook([{}])],
    ['GET', 405, () => new Request('https://app.example/hook')],
  ])('security: refuses %s with %i', async (_what, status, make) => {
    expect((await handlerOf({})(make())).status).toBe(status);
  });

  it('a refused webhook is not remembered', async () => {
    const claim = vi.fn(() => true);
    const handle = handlerOf({}, createServer({ claim, release: () => {} }));
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
    const repeated = server.webhooks.parse(webhook([occupied('a')], { at }));
    await expect(repeated).rejects.toMatchObject({ code: 'webhook-replayed' });
    await server.webhooks.release(first);
    expect(await server.webhooks.parse(webhook([occupied('a')], { at }))).toEqual(first);
  });

  it('a signature in upper case is the same webhook', async () => {
    const server = createServer();
    const at = Date.now();
    await server.webhooks.parse(webhook([], { at }));
    const signature = signatureOf(JSON.stringify({ time_ms: at, events: [] })).toUpperCase();
    const shouted = server.webhooks.parse(webhook([], { at, signature }));
    await expect(shouted).rejects.toMatchObject({ code: 'webhook-replayed' });
  });
});

describe('memoryReplayStore', () => {
  it.each([0, Number.NaN])('refuses maxIds %s, which would remember nothing', (maxIds) => {
    expect(() => memoryReplayStore({ maxIds })).toThrow('maxIds');
  });

  it('forgets the oldest above maxIds, and each after its time', async () => {
    vi.useFakeTimers();
    try {
      const store = memoryReplayStore({ maxIds: 2 });
      const claims = (...ids: string[]) => ids.map((id) => store.claim(id, 1_000));
      expect(claims('a', 'b', 'a', 'c', 'a')).toEqual([true, true, false, true, true]);
      vi.advanceTimersByTime(1_001);
      expect(claims('c')).toEqual([true]);
    } finally {
      vi.useRealTimers();
    }
  });
});
