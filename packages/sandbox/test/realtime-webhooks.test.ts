import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RealtimeServiceOptions } from '../src/realtime/options.ts';
import { startRealtimeService } from '../src/realtime/realtime-service.ts';
import { createWebhookQueue } from '../src/realtime/webhooks/queue.ts';
import type { WebhookEvent, WebhookTarget } from '../src/realtime/webhooks/target.ts';
import { app, authorizeMember, connect, createManualClock, hmac, withService } from './realtime-client.ts';

interface Receiver {
  readonly url: string;
  readonly posts: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[];
  /** Status codes to answer with, one each; 200 afterwards. */
  readonly statuses: number[];
  events(): WebhookEvent[];
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function startReceiver(): Promise<Receiver> {
  const posts: Receiver['posts'] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(statuses.shift() ?? 200, { location: 'http://192.0.2.1/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const events = () => posts.flatMap(({ body }) => JSON.parse(body).events as WebhookEvent[]);
  return { url: `http://127.0.0.1:${port}/hook`, posts, statuses, events };
}

async function withReceiver(
  options: RealtimeServiceOptions,
  run: (parts: {
    service: Awaited<ReturnType<typeof startRealtimeService>>;
    receiver: Receiver;
  }) => Promise<void>,
  target: Partial<WebhookTarget> = {},
) {
  const receiver = await startReceiver();
  await withService(
    { webhookDelayMs: 0, webhooks: [{ url: receiver.url, ...target }], ...options },
    (service) => run({ service, receiver }),
  );
}

describe('webhooks', () => {
  it('are signed over the exact body, and have the key', async () => {
    await withReceiver({}, async ({ service, receiver }) => {
      const client = await connect(service);
      await client.subscribe('orders');
      await expect.poll(() => receiver.posts.length).toBe(1);
      const [post] = receiver.posts;
      expect(post?.headers).toMatchObject({
        'content-type': 'application/json',
        'x-pusher-key': app.key,
        'x-pusher-signature': hmac(post?.body ?? ''),
      });
      expect(JSON.parse(post?.body ?? '')).toEqual({
        time_ms: expect.any(Number),
        events: [{ name: 'channel_occupied', channel: 'orders' }],
      });
      await expect.poll(() => service.stats.webhooksDelivered).toBe(1);
    });
  });

  it('report every change, in order', async () => {
    await withReceiver({ subscriptionCount: true }, async ({ service, receiver }) => {
      const [ann, bob] = [await connect(service), await connect(service)];
      const room = 'presence-cache-room';
      await ann.subscribe(room, authorizeMember(ann, room, 'ann'));
      await bob.subscribe(room, authorizeMember(bob, room, 'bob'));
      bob.send({ event: 'client-typing', channel: room, data: { on: true } });
      bob.send({ event: 'pusher:unsubscribe', data: { channel: room } });
      await bob.settle();
      ann.send({ event: 'pusher:unsubscribe', data: { channel: room } });
      await ann.subscribe('orders');
      await expect.poll(() => receiver.events().length).toBe(10);
      expect(receiver.events()).toEqual([
        { name: 'channel_occupied', channel: room },
        { name: 'cache_miss', channel: room },
        { name: 'member_added', channel: room, user_id: 'ann' },
        { name: 'member_added', channel: room, user_id: 'bob' },
        {
          name: 'client_event',
          channel: room,
          event: 'client-typing',
          data: '{"on":true}',
          socket_id: bob.socketId,
          user_id: 'bob',
        },
        { name: 'member_removed', channel: room, user_id: 'bob' },
        { name: 'member_removed', channel: room, user_id: 'ann' },
        { name: 'channel_vacated', channel: room },
        { name: 'channel_occupied', channel: 'orders' },
        { name: 'subscription_count', channel: 'orders', subscription_count: 1 },
      ]);
    });
  });

  it('delay departures by three seconds by default', async () => {
    const clock = createManualClock();
    const receiver = await startReceiver();
    await withService({ clock, webhooks: [{ url: receiver.url }] }, async (service) => {
      const client = await connect(service);
      await client.subscribe('orders');
      client.send({ event: 'pusher:unsubscribe', data: { channel: 'orders' } });
      await client.settle();
      clock.advance(2_999);
      await client.subscribe('later');
      await expect.poll(() => receiver.events().at(-1)?.channel).toBe('later');
      expect(receiver.events().map(({ name }) => name)).toEqual(['channel_occupied', 'channel_occupied']);
      clock.advance(1);
      await expect.poll(() => receiver.events().at(-1)?.name).toBe('channel_vacated');
    });
  });

  it('go only where they are wanted', async () => {
    await withReceiver(
      {},
      async ({ service, receiver }) => {
        const client = await connect(service);
        await client.subscribe('other');
        await client.subscribe('orders');
        client.send({ event: 'pusher:unsubscribe', data: { channel: 'other' } });
        client.send({ event: 'pusher:unsubscribe', data: { channel: 'orders' } });
        await expect.poll(() => receiver.events()).toEqual([{ name: 'channel_vacated', channel: 'orders' }]);
      },
      { events: ['channel_vacated'], channelPrefix: 'ord' },
    );
  });

  it('share a request when batched', async () => {
    const clock = createManualClock();
    await withReceiver({ clock, webhookBatchMs: 50 }, async ({ service, receiver }) => {
      const client = await connect(service);
      await client.subscribe('a');
      await client.subscribe('b');
      clock.advance(50);
      await expect.poll(() => receiver.posts.length).toBe(1);
      expect(receiver.events().map(({ channel }) => channel)).toEqual(['a', 'b']);
    });
  });

  it('are posted again after a failure, with the same body and growing waits', async () => {
    const clock = createManualClock();
    await withReceiver({ clock }, async ({ service, receiver }) => {
      receiver.statuses.push(500, 302);
      const client = await connect(service);
      await client.subscribe('orders');
      await expect.poll(() => service.stats.webhooksFailed).toBe(1);
      clock.advance(999);
      expect(receiver.posts).toHaveLength(1);
      clock.advance(1);
      await expect.poll(() => service.stats.webhooksFailed).toBe(2);
      clock.advance(1_999);
      expect(receiver.posts).toHaveLength(2);
      clock.advance(1);
      await expect.poll(() => service.stats.webhooksDelivered).toBe(1);
      expect(new Set(receiver.posts.map(({ body }) => body)).size).toBe(1);
    });
  });

  it('are dropped after about five minutes', async () => {
    const clock = createManualClock();
    await withReceiver(
      { clock },
      async ({ service, receiver }) => {
        receiver.statuses.push(...Array.from({ length: 20 }, () => 503));
        const client = await connect(service);
        await client.subscribe('orders');
        for (let attempt = 1; attempt <= 9; attempt += 1) {
          await expect.poll(() => service.stats.webhooksFailed).toBe(attempt);
          clock.advance(1_000 * 2 ** (attempt - 1));
        }
        clock.advance(3_600_000);
        expect(receiver.posts).toHaveLength(9);
      },
      { events: ['channel_occupied'] },
    );
  });

  it.each([
    'http://example.com/',
    'http://192.168.1.1/',
    'http://127.0.0.1.example.com/',
    'http://127.0.0.1@example.com/',
    'http://localhost.example.com/',
    'http://0.0.0.0/',
    'http://[::ffff:10.0.0.1]/',
    'ftp://127.0.0.1/',
    'not a url',
  ])('security S3: never leave this machine: %s is refused at the start', async (url) => {
    await expect(startRealtimeService({ webhooks: [{ url }] })).rejects.toThrow(TypeError);
  });

  it('security S3: do not follow a redirect', async () => {
    const clock = createManualClock();
    await withReceiver({ clock }, async ({ service, receiver }) => {
      receiver.statuses.push(307);
      await (await connect(service)).subscribe('orders');
      await expect.poll(() => service.recentEvents.at(-1)?.detail).toMatch(/status 307$/);
    });
  });
});

describe('the webhook queue', () => {
  function createQueue(options: { delayMs?: number; batchMs?: number; capacity?: number } = {}) {
    const clock = createManualClock();
    const told: string[] = [];
    const lost: string[] = [];
    const queue = createWebhookQueue({
      clock,
      delayMs: 3_000,
      batchMs: 0,
      capacity: 10,
      deliver: (events) => told.push(events.map(({ name }) => name).join('+')),
      overflow: ({ name }) => lost.push(name),
      ...options,
    });
    return { clock, queue, told, lost };
  }

  it('delays departures, and drops them when the client returns in time', () => {
    const { clock, queue, told } = createQueue();
    queue.emit({ name: 'channel_occupied', channel: 'a' });
    queue.emit({ name: 'channel_vacated', channel: 'a' });
    clock.advance(2_999);
    queue.emit({ name: 'channel_occupied', channel: 'a' });
    clock.advance(10_000);
    expect(told).toEqual(['channel_occupied']);
    queue.emit({ name: 'channel_vacated', channel: 'a' });
    clock.advance(3_000);
    queue.emit({ name: 'channel_occupied', channel: 'a' });
    expect(told).toEqual(['channel_occupied', 'channel_vacated', 'channel_occupied']);
  });

  it('separates members', () => {
    const { clock, queue, told } = createQueue();
    queue.emit({ name: 'member_removed', channel: 'presence-a', user_id: 'u1' });
    queue.emit({ name: 'member_added', channel: 'presence-a', user_id: 'u2' });
    clock.advance(3_000);
    expect(told).toEqual(['member_added', 'member_removed']);
  });

  it('is bounded, and reports dropped events', () => {
    const { clock, queue, told, lost } = createQueue({ capacity: 1, batchMs: 10 });
    queue.emit({ name: 'cache_miss', channel: 'a' });
    queue.emit({ name: 'cache_miss', channel: 'b' });
    queue.emit({ name: 'channel_vacated', channel: 'a' });
    queue.emit({ name: 'channel_vacated', channel: 'b' });
    clock.advance(10);
    expect({ told, lost }).toEqual({ told: ['cache_miss'], lost: ['cache_miss', 'channel_vacated'] });
  });

  it('emits nothing after it is closed', () => {
    const { clock, queue, told } = createQueue({ batchMs: 10 });
    queue.emit({ name: 'channel_occupied', channel: 'a' });
    queue.emit({ name: 'channel_vacated', channel: 'b' });
    queue.close();
    clock.advance(10_000);
    expect(told).toEqual([]);
  });
});
