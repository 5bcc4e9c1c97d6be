import { createManualRuntime, startFaultServer } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AuthorizeBatch,
  type AuthorizeBatchRequest,
  batchAuthorizer,
  createRealtimeClient,
  httpAuthorizer,
} from '../src/index.ts';
import { connectTo, heldTime, signFor, startService, until } from './realtime-fixtures.ts';

type Service = Awaited<ReturnType<typeof startService>>;

/** An application's endpoint in the batch form, with a real server. */
async function startEndpoint(service: Service) {
  const sign = signFor(service);
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  const sizes: number[] = [];
  server.respond(async (request) => {
    const form = new URLSearchParams(request.text());
    const socketId = form.get('socket_id') ?? '';
    const names = [...form].flatMap(([name, value]) => (/^channel_name\[\d+\]$/.test(name) ? [value] : []));
    sizes.push(names.length);
    const { signal } = new AbortController();
    const parts = names.map(async (channelName) => {
      const { auth, channelData: channel_data } = await sign({
        socketId,
        channelName,
        signal,
        runtime: createManualRuntime(),
      });
      return [channelName, { status: 200, data: { auth, channel_data } }];
    });
    return { answer: { json: Object.fromEntries(await Promise.all(parts)) } };
  });
  return { endpoint: `${server.url}/auth`, sizes, server };
}

/** Signs each channel as an application's server does. */
function signBatch(service: Service): AuthorizeBatch {
  const sign = signFor(service);
  return async ({ channelNames, ...request }) =>
    Object.fromEntries(
      await Promise.all(
        channelNames.map(async (channelName) => [channelName, await sign({ ...request, channelName })]),
      ),
    );
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `private-${index}`);

describe('httpAuthorizer with batch', () => {
  it('W7: 1000 channels are authorised with 10 requests, and again after a reconnect', async () => {
    const service = await startService({ limits: { channelsPerConnection: 2_000 } });
    const { endpoint, sizes } = await startEndpoint(service);
    const { realtime, errors } = connectTo(service, {
      authorize: httpAuthorizer({ endpoint, batch: true }),
      reconnect: { baseMs: 1 },
    });
    const channels = names(1000).map((name) => realtime.subscribe(name));
    await Promise.all(channels.map((channel) => channel.subscribed()));
    expect(sizes).toEqual(Array(10).fill(100));
    service.faults.dropAll();
    await until(() => channels.every(({ state }) => state !== 'subscribed'));
    await until(() => channels.every(({ state }) => state === 'subscribed'));
    expect(sizes).toEqual(Array(20).fill(100));
    expect(errors()).toEqual([]);
  });

  it('W7: 500 channels and an endpoint that refuses: 5 requests, each channel refused', async () => {
    const service = await startService();
    const server = await startFaultServer();
    onTestFinished(() => server.close());
    server.respond(() => ({ answer: { status: 403 } }));
    const authorize = httpAuthorizer({ endpoint: `${server.url}/auth`, batch: true });
    const { realtime } = connectTo(service, { authorize });
    const waits = names(500).map((name) => realtime.subscribe(name).subscribed());
    for (const result of await Promise.allSettled(waits))
      expect(result).toMatchObject({ status: 'rejected', reason: { status: 403, retryable: false } });
    expect(server.requests).toHaveLength(5);
  });

  it('takes smaller batches, and a presence channel', async () => {
    const service = await startService();
    const { endpoint, sizes } = await startEndpoint(service);
    const authorize = httpAuthorizer({ endpoint, batch: { maxChannels: 2, delayMs: 0 } });
    const { realtime } = connectTo(service, { authorize });
    const room = realtime.subscribe('presence-room');
    const others = names(2).map((name) => realtime.subscribe(name));
    await Promise.all([room, ...others].map((channel) => channel.subscribed()));
    expect(room.me?.id).toBe('somebody');
    expect(sizes).toEqual([2, 1]);
  });

  it('retry() of a channel does not wait for the retries of others', async () => {
    const service = await startService();
    const sign = signBatch(service);
    const sizes: number[] = [];
    const runtime = heldTime();
    const { realtime } = connectTo(service, {
      runtime,
      authorize: batchAuthorizer(async (request) => {
        sizes.push(request.channelNames.length);
        if (sizes.length > 1) return sign(request);
        return Object.fromEntries(request.channelNames.map((name) => [name, { status: 503 }]));
      }),
    });
    await realtime.connect();
    const [first, second] = names(2).map((name) => realtime.subscribe(name));
    await runtime.advance(10);
    await until(() => first?.state === 'waiting' && second?.state === 'waiting');
    first?.retry();
    await runtime.advance(10);
    await first?.subscribed();
    expect([sizes, second?.state]).toEqual([[2, 1], 'waiting']);
  });

  it('W7: a batch that fails is retried as batches, not channel by channel', async () => {
    const service = await startService();
    let seed = 0;
    const runtime = createManualRuntime({ random: () => (seed = (seed + 0.618) % 1) });
    const sizes: number[] = [];
    const authorize = batchAuthorizer(async ({ channelNames }) => {
      sizes.push(channelNames.length);
      return Object.fromEntries(channelNames.map((name) => [name, { status: 503 }]));
    });
    const { realtime } = connectTo(service, { authorize, runtime });
    const channels = names(500).map((name) => realtime.subscribe(name));
    await until(() => realtime.state === 'connected');
    for (let step = 0; step < 100; step += 1) await runtime.advance(100);
    expect(channels.filter(({ state }) => state === 'failed' || state === 'subscribed')).toEqual([]);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(2 * 500);
    expect(sizes.length).toBeLessThanOrEqual(5 + 2 * 15);
  });

  it('W7: the channels of a batch that failed once return together, and delay no other', async () => {
    const service = await startService();
    let seed = 0;
    const runtime = createManualRuntime({ random: () => (seed = (seed + 0.618) % 1) });
    const sizes: number[] = [];
    const sign = signBatch(service);
    const authorize = batchAuthorizer(async (request) => {
      sizes.push(request.channelNames.length);
      if (sizes.length > 5) return sign(request);
      return Object.fromEntries(request.channelNames.map((name) => [name, { status: 503 }]));
    });
    const { realtime } = connectTo(service, { authorize, runtime });
    const channels = names(500).map((name) => realtime.subscribe(name));
    await until(() => realtime.state === 'connected');
    await until(() => sizes.length === 5 && channels.every(({ state }) => state === 'waiting'));
    const other = realtime.subscribe('private-other');
    await runtime.advance(10);
    await until(() => other.state === 'subscribed');
    for (let step = 0; step < 30; step += 1) await runtime.advance(100);
    await until(() => channels.every(({ state }) => state === 'subscribed'));
    expect(sizes.slice(0, 5)).toEqual([100, 100, 100, 100, 100]);
    expect(sizes.length).toBeLessThanOrEqual(5 + 1 + 10);
  });
});

describe('batchAuthorizer', () => {
  async function outcomesOf(authorize: AuthorizeBatch, channels: readonly string[]) {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: batchAuthorizer(authorize) });
    const subscribed = channels.map((name) => realtime.subscribe(name).subscribed());
    const results = await Promise.allSettled(subscribed);
    expect(service.stats.subscriptionsRefused).toBe(0);
    return results.map((result) => (result.status === 'fulfilled' ? 'subscribed' : result.reason));
  }

  it("each channel's own part decides", async () => {
    const service = await startService();
    const sign = signBatch(service);
    const asked: (readonly string[])[] = [];
    const { realtime } = connectTo(service, {
      runtime: { random: () => 0 },
      authorize: batchAuthorizer(async (request) => {
        asked.push(request.channelNames);
        const signed = await sign(request);
        return {
          'private-a': signed['private-a'],
          'private-b': { data: signed['private-b'] as { auth: string } },
          'private-c': { status: 403, data: signed['private-c'] as { auth: string } },
          'private-d': asked.length === 1 ? { status: 503 } : signed['private-d'],
          'private-other': signed['private-a'],
        };
      }),
    });
    const names = ['private-a', 'private-b', 'private-c', 'private-d', 'private-e'];
    const results = await Promise.allSettled(names.map((name) => realtime.subscribe(name).subscribed()));
    expect(results.map((result) => (result.status === 'fulfilled' ? 'ok' : result.reason))).toEqual([
      'ok',
      'ok',
      expect.objectContaining({ code: 'channel-authorization', status: 403, retryable: false }),
      'ok',
      expect.objectContaining({ code: 'channel-authorization', retryable: false }),
    ]);
    expect(asked).toEqual([names, ['private-d']]);
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['a text', 'sandbox-key:ab'],
    ['parts that are texts', { 'private-a': 'sandbox-key:ab', 'private-b': 5 }],
    ['tokens of another app', { 'private-a': { auth: 'other:ab' }, 'private-b': { data: { auth: 'x:ab' } } }],
    ['a token for another channel', { 'private-c': { auth: 'sandbox-key:ab' } }],
    ['an empty status', { 'private-a': { status: 0 }, 'private-b': { status: Number.NaN } }],
  ])('W2: %s: every channel has a typed error, nothing is sent', async (_name, tokens) => {
    const outcomes = await outcomesOf(async () => tokens as never, ['private-a', 'private-b']);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ code: 'channel-authorization', outcome: 'not-sent', retryable: false });
    expect(outcomes).toHaveLength(2);
  });

  it('a channel that was left is not asked for, and the call ends with its last channel', async () => {
    const service = await startService();
    const runtime = heldTime();
    const asked: AuthorizeBatchRequest[] = [];
    const { realtime } = connectTo(service, {
      runtime,
      authorize: batchAuthorizer((request) => {
        asked.push(request);
        return new Promise(() => {});
      }),
    });
    await realtime.connect();
    const [a, b, c] = ['private-a', 'private-b', 'private-c'].map((name) => realtime.subscribe(name));
    b?.unsubscribe();
    await until(() => a?.state === 'authorizing');
    for (let step = 0; asked.length === 0 && step < 100; step += 1) await runtime.advance(10);
    expect(asked[0]?.channelNames).toEqual(['private-a', 'private-c']);
    a?.unsubscribe();
    expect(asked[0]?.signal.aborted).toBe(false);
    c?.unsubscribe();
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('answers for an older connection are not used, and each channel is asked for once', async () => {
    const service = await startService();
    const sign = signBatch(service);
    const asked: (AuthorizeBatchRequest & { answer(): void })[] = [];
    const { realtime, errors } = connectTo(service, {
      reconnect: { baseMs: 1 },
      authorize: batchAuthorizer(
        (request) =>
          new Promise((resolve) =>
            asked.push({ ...request, answer: () => void sign(request).then(resolve) }),
          ),
      ),
    });
    const channels = names(5).map((name) => realtime.subscribe(name));
    await until(() => asked.length === 1);
    service.faults.dropAll();
    await until(() => asked.length === 2);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(asked[0]?.socketId).not.toBe(asked[1]?.socketId);
    for (const { answer } of asked) answer();
    await Promise.all(channels.map((channel) => channel.subscribed()));
    expect(asked.map(({ channelNames }) => channelNames)).toEqual([names(5), names(5)]);
    expect([service.stats.subscriptionsRefused, errors()]).toEqual([0, []]);
  });

  it('W7: no more calls at a time than authorizeConcurrency', async () => {
    const service = await startService();
    const sign = signBatch(service);
    let running = 0;
    let most = 0;
    const { realtime } = connectTo(service, {
      authorizeConcurrency: 2,
      authorize: batchAuthorizer(
        async (request) => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          return sign(request);
        },
        { maxChannels: 5 },
      ),
    });
    await Promise.all(names(50).map((name) => realtime.subscribe(name).subscribed()));
    expect(most).toBe(2);
  });

  it.each([
    ['no function', () => batchAuthorizer(undefined as never)],
    ['no channels', () => batchAuthorizer(async () => ({}), { maxChannels: 0 })],
    ['half a channel', () => batchAuthorizer(async () => ({}), { maxChannels: 1.5 })],
    ['no delay', () => batchAuthorizer(async () => ({}), { delayMs: -1 })],
    ['a batch that is a text', () => httpAuthorizer({ endpoint: '/auth', batch: 'yes' as never })],
    [
      'an authorize without a function',
      () => createRealtimeClient({ key: 'k', cluster: 'eu', authorize: {} as never }),
    ],
  ])('refuses %s', (_name, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'configuration' }));
  });
});
