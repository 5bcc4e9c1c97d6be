import { type FaultServer, startFaultServer } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRealtimeClient, httpAuthorizer, NetworkError, type RealtimeEvent } from '../src/index.ts';
import { connectTo, heldTime, signFor, startService, until } from './realtime-fixtures.ts';
import { type Answer, accept, frame, startScriptedServer } from './scripted-server.ts';
import { startSwappingServer } from './swapping-server.ts';

const outage = () => new NetworkError({ message: 'not now', provider: 'test', retryable: true });
const statesOf = (told: readonly RealtimeEvent[]) =>
  told.flatMap((event) => (event.type === 'state' ? [[event.state, event.waiting]] : []));

/** A client of a scripted server, with a clock that stands still. */
const scripted = async (answer: Answer) => connect(await startScriptedServer(answer));

async function connect(server: Awaited<ReturnType<typeof startScriptedServer>>) {
  const runtime = heldTime();
  const told: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({ ...server.address, runtime, onEvent: (event) => told.push(event) });
  onTestFinished(() => realtime.close());
  await realtime.connect();
  return { server, runtime, told, realtime };
}

describe('W15: a subscription is wanted until it is left or refused', () => {
  async function failing(isDown: () => boolean, options: Parameters<typeof connectTo>[1] = {}) {
    const service = await startService();
    const good = signFor(service);
    const runtime = heldTime();
    let calls = 0;
    const client = connectTo(service, {
      runtime,
      authorize: (request) => {
        calls += 1;
        return isDown() ? Promise.reject(outage()) : good(request);
      },
      ...options,
    });
    await client.realtime.connect();
    return { ...client, service, runtime, calls: () => calls };
  }

  it('retry() asks at once, and streams stay open', async () => {
    let isDown = true;
    const { realtime, service, told, calls } = await failing(() => isDown);
    const channel = realtime.subscribe('private-a');
    const events = channel.events('paid');
    await until(() => channel.state === 'waiting' && channel.error !== undefined);
    isDown = false;
    channel.retry();
    await channel.subscribed();
    expect([calls(), channel.error]).toEqual([2, undefined]);
    service.publish({ channel: 'private-a', event: 'paid', data: '1' });
    expect((await events.next()).value).toMatchObject({ data: 1 });
    expect(statesOf(told).slice(-2)).toEqual([
      ['connected', 1],
      ['connected', 0],
    ]);
  });

  it('after a reconnect into an outage, all channels return, and each reports its gap', async () => {
    let isDown = false;
    const { realtime, service, runtime, told } = await failing(() => isDown);
    const channels = Array.from({ length: 40 }, (_, n) => realtime.subscribe(`private-${n}`));
    await Promise.all(channels.map((channel) => channel.subscribed()));
    isDown = true;
    service.faults.dropAll();
    await until(() => realtime.state === 'reconnecting');
    await runtime.advance(2_000);
    await until(() => channels.every(({ error }) => error !== undefined));
    for (let step = 0; step < 70; step += 1) await runtime.advance(100);
    expect(realtime.state).toBe('connected');
    isDown = false;
    for (let step = 0; step < 600; step += 1) await runtime.advance(100);
    await until(() => channels.every(({ state }) => state === 'subscribed'));
    expect(told.filter(({ type }) => type === 'gap')).toHaveLength(40);
  });

  it.each([
    [true, new Error('the proxy'), 'waiting'],
    [false, outage(), 'failed'],
  ])('retryAuthorization returns %s for %s: %s', async (isTemporary, error, state) => {
    const seen: unknown[] = [];
    const { realtime } = await failing(() => true, {
      authorize: () => Promise.reject(error),
      retryAuthorization: (caught) => {
        seen.push(caught.cause ?? caught);
        return isTemporary;
      },
    });
    const channel = realtime.subscribe('private-a');
    await until(() => channel.error !== undefined);
    expect([channel.state, seen]).toEqual([state, [error]]);
  });

  it('retry() makes another attempt after a refusal', async () => {
    let isAllowed = false;
    const { realtime, service } = await failing(() => false, {
      authorize: async (request) => {
        if (!isAllowed) throw new Error('no');
        return signFor(service)(request);
      },
    });
    const channel = realtime.subscribe('private-a');
    await until(() => channel.state === 'failed');
    isAllowed = true;
    channel.retry();
    await channel.subscribed();
  });
});

describe('W15: leaving and rejoining quickly', () => {
  it('never ends a channel, though the service handles the frames in the other order', async () => {
    const { server, swap, joined } = await startSwappingServer();
    const { realtime, runtime, told } = await connect(server);
    let channel = realtime.subscribe('orders');
    await channel.subscribed();
    for (let cycle = 0; cycle < 5; cycle += 1) {
      swap();
      channel.unsubscribe();
      channel = realtime.subscribe('orders');
      await until(() => channel.state === 'waiting');
      expect(channel.error).toMatchObject({ message: expect.stringContaining('Existing subscription') });
      await runtime.advance(1_000);
      await channel.subscribed();
      expect(joined.has('orders')).toBe(true);
    }
    expect(told.filter(({ type }) => type === 'error')).toEqual([]);
    expect(told.filter(({ type }) => type === 'gap')).toHaveLength(5);
  });
});

describe('the initial state without a race', () => {
  const paid = (id: number) => frame('paid', { id }, 'orders');
  const idOf = ({ data }: { readonly data: unknown }) => (data as { readonly id: number }).id;

  it('events between the subscribe frame and its confirmation are delivered after it', async () => {
    const { realtime } = await scripted(({ event, channel }, say) => {
      if (event !== 'pusher:subscribe') return;
      for (const text of [paid(1), paid(2), accept(channel), paid(3)]) say(text);
    });
    const orders = realtime.subscribe('orders');
    const seen: unknown[] = [];
    orders.on('paid', (event) => seen.push([orders.state, idOf(event)]));
    await until(() => seen.length === 3);
    expect(seen).toEqual([1, 2, 3].map((id) => ['subscribed', id]));
  });

  it('more than a thousand of them become a gap', async () => {
    const { realtime, told } = await scripted(({ event, channel }, say) => {
      if (event !== 'pusher:subscribe') return;
      for (let id = 1; id <= 1_001; id += 1) say(paid(id));
      say(accept(channel));
    });
    const orders = realtime.subscribe('orders');
    const seen: number[] = [];
    orders.on('paid', (event) => seen.push(idOf(event)));
    await orders.subscribed();
    expect(seen).toHaveLength(1_000);
    expect(told.filter(({ type }) => type === 'gap')).toHaveLength(1);
  });

  it('refetch with initial runs first, and live events follow without doubles', async () => {
    const { realtime, server, told } = await scripted(({ event, channel }, say) => {
      if (event === 'pusher:subscribe') for (const text of [paid(3), accept(channel)]) say(text);
    });
    const gaps: object[] = [];
    let load = (_ids: readonly number[]) => {};
    const subscribe = () =>
      realtime.subscribe('orders', {
        initial: true,
        idOf,
        refetch: ({ from, initial }) => {
          gaps.push({ from, initial });
          return new Promise((resolve) => {
            load = (ids) => resolve(ids.map((id) => ({ name: 'paid', data: { id } })));
          });
        },
      });
    const seen: number[] = [];
    const orders = subscribe();
    orders.on('paid', (event) => seen.push(idOf(event)));
    await until(() => gaps.length === 1);
    server.say(paid(4));
    const others: number[] = [];
    realtime.subscribe('orders').on('paid', (event) => others.push(idOf(event)));
    server.say(paid(5));
    await until(() => others.length > 0);
    expect(seen).toEqual([]);
    load([1, 2, 3, 4]);
    await until(() => seen.length === 5);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(gaps).toEqual([{ from: new Date(0), initial: true }]);
    expect(told.filter(({ type }) => type === 'gap')).toEqual([]);
    // A second subscription of the program has its own initial state.
    subscribe();
    await until(() => gaps.length === 2);
  });
});

describe.each([401, 419])('a %i of the endpoint', (status) => {
  async function endpoint(login: () => string, service: Awaited<ReturnType<typeof startService>>) {
    const server: FaultServer = await startFaultServer();
    onTestFinished(() => server.close());
    server.respond(async (request) => {
      if (request.headers.get('authorization') !== login()) return { answer: { status } };
      const form = new URLSearchParams(request.text());
      const wish = { socketId: form.get('socket_id') ?? '', channelName: form.get('channel_name') ?? '' };
      const token = await signFor(service)({ ...wish } as never);
      return { answer: { json: token } };
    });
    return server;
  }

  async function expiring(refresh: (renew: () => void) => unknown) {
    const service = await startService();
    let mine = 'old';
    const server = await endpoint(() => 'new', service);
    let refreshes = 0;
    const authorize = httpAuthorizer({
      endpoint: `${server.url}/auth`,
      headers: () => ({ authorization: mine }),
      refresh: () => {
        refreshes += 1;
        return refresh(() => {
          mine = 'new';
        });
      },
    });
    const { realtime } = connectTo(service, { authorize });
    const channels = Array.from({ length: 40 }, (_, n) => realtime.subscribe(`private-${n}`));
    return { server, channels, refreshes: () => refreshes };
  }

  it('renews the login once for all channels, and asks again', async () => {
    const { server, channels, refreshes } = await expiring(async (renew) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      renew();
    });
    await Promise.all(channels.map((channel) => channel.subscribed()));
    expect(refreshes()).toBe(1);
    expect(server.requests.length).toBeLessThanOrEqual(40 + 6);
  });

  it('the same with the new login is final', async () => {
    const { channels } = await expiring(() => {});
    for (const channel of channels.slice(0, 6))
      await expect(channel.subscribed()).rejects.toMatchObject({ status, retryable: false });
  });

  it('a refresh that fails is tried again later', async () => {
    let times = 0;
    const { channels, refreshes } = await expiring((renew) => {
      times += 1;
      if (times === 1) throw new Error('The login service is down.');
      renew();
    });
    await Promise.all(channels.map((channel) => channel.subscribed()));
    expect(refreshes()).toBe(2);
  });
});
