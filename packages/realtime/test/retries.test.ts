import { type Answer, type FaultServer, startFaultServer } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ChannelAuthorizationError,
  createRealtimeClient,
  httpAuthorizer,
  type RealtimeEvent,
} from '../src/index.ts';
import {
  connectTo,
  heldTime,
  type RecordedClient,
  signFor,
  startService,
  until,
} from './realtime-fixtures.ts';
import { accept, type Answer as FrameAnswer, frame, startScriptedServer } from './scripted-server.ts';

/** What a temporary failure looks like to `authorize`'s caller. */
const notNow = (retryAfterMs?: number) =>
  new ChannelAuthorizationError({ message: 'not now', retryable: true, retryAfterMs });

const isWaiting = (told: readonly RealtimeEvent[]) => {
  const last = told.findLast((event) => event.type === 'channel');
  return last?.type === 'channel' && last.state === 'waiting' && last.error !== undefined;
};

describe('W7: authorisation that fails for now', () => {
  async function failing(times: number, error: unknown) {
    const service = await startService();
    const runtime = heldTime();
    const good = signFor(service);
    let calls = 0;
    const client = connectTo(service, {
      runtime,
      authorize: (request) => {
        calls += 1;
        return calls <= times ? Promise.reject(error) : good(request);
      },
    });
    await client.realtime.connect();
    const channel = client.realtime.subscribe('private-a');
    return { runtime, channel, calls: () => calls, ...client };
  }

  it('is retried after a delay with jitter, without a failure for the caller', async () => {
    const { runtime, channel, calls, told, errors } = await failing(2, notNow());
    await until(() => isWaiting(told));
    expect([calls(), channel.state]).toEqual([1, 'waiting']);
    await runtime.advance(999); // half of the first ceiling of 2 s
    expect(calls()).toBe(1);
    await runtime.advance(1);
    await until(() => calls() === 2 && isWaiting(told));
    await runtime.advance(2_000);
    await until(() => channel.state === 'subscribed');
    expect([calls(), errors()]).toEqual([3, []]);
  });

  it('goes on with a capped back-off for as long as it fails', async () => {
    const { runtime, channel, calls, told, errors } = await failing(7, notNow());
    const waiting = channel.subscribed({ timeoutMs: 600_000 });
    for (const [index, waitMs] of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000].entries()) {
      await until(() => calls() === index + 1 && isWaiting(told));
      const last = told.findLast((event) => event.type === 'channel');
      expect(last).toMatchObject({ state: 'waiting', retryInMs: waitMs, attempt: index + 2 });
      expect(channel.error).toMatchObject({ message: 'not now' });
      await runtime.advance(waitMs);
    }
    await waiting;
    expect([calls(), errors()]).toEqual([8, []]);
  });

  it.each([7_000, 600_000])('waits the %i ms that the answer asks for, and the jitter on top', async (ms) => {
    const { runtime, channel, calls, told } = await failing(1, notNow(ms));
    await until(() => isWaiting(told));
    await runtime.advance(ms + 999);
    expect(calls()).toBe(1);
    await runtime.advance(1);
    await until(() => channel.state === 'subscribed');
  });

  it('is final at once after a refusal', async () => {
    const { channel, calls } = await failing(9, new Error('no'));
    await expect(channel.subscribed()).rejects.toMatchObject({ code: 'channel-authorization' });
    expect([calls(), channel.state]).toEqual([1, 'failed']);
  });

  it('leaves no timer when the channel is left, or the client closed', async () => {
    const { runtime, channel, told, calls, realtime } = await failing(9, notNow());
    await until(() => isWaiting(told));
    channel.unsubscribe();
    await runtime.advance(60_000);
    expect(calls()).toBe(1);
    realtime.subscribe('private-a');
    await until(() => calls() === 2);
    await realtime.close();
    expect(runtime.pendingSleeps).toEqual([]);
  });
});

describe('W7: httpAuthorizer', () => {
  async function endpoint(...answers: readonly Answer[]): Promise<FaultServer> {
    const server = await startFaultServer();
    onTestFinished(() => server.close());
    server.respond(() => ({ answer: answers[server.requests.length - 1] ?? { status: 500 } }));
    return server;
  }

  async function join(
    server: Pick<FaultServer, 'url'>,
  ): Promise<RecordedClient & { advance(ms: number): Promise<void> }> {
    const service = await startService();
    const runtime = heldTime();
    const client = connectTo(service, {
      runtime,
      authorize: httpAuthorizer({ endpoint: `${server.url}/auth` }),
    });
    await client.realtime.connect();
    return { ...client, advance: (ms) => runtime.advance(ms) };
  }

  it.each<[string, Answer, number]>([
    ['429 with a hint', { status: 429, headers: { 'retry-after': '7' } }, 8_000],
    ['503 with a hint', { status: 503, headers: { 'retry-after': '2' } }, 3_000],
    ['500', { status: 500 }, 1_000],
    ['408', { status: 408 }, 1_000],
  ])('asks again after %s', async (_name, answer, waitMs) => {
    const server = await endpoint(answer, { status: 403 });
    const { advance, realtime, told } = await join(server);
    const channel = realtime.subscribe('private-a');
    await until(() => isWaiting(told));
    await advance(waitMs - 1);
    expect(server.requests).toHaveLength(1);
    await advance(1);
    await until(() => channel.state === 'failed');
    expect(server.requests).toHaveLength(2);
    await expect(channel.subscribed()).rejects.toMatchObject({ status: 403 });
  });
});

describe('a late complaint about an earlier subscription does not end a new one', () => {
  async function joining(answer: FrameAnswer) {
    const server = await startScriptedServer(answer);
    const runtime = heldTime();
    const told: RealtimeEvent[] = [];
    const realtime = createRealtimeClient({
      ...server.address,
      runtime,
      onEvent: (event) => told.push(event),
    });
    onTestFinished(() => realtime.close());
    await realtime.connect();
    const errors = () => told.flatMap((event) => (event.type === 'error' ? [event.error.code] : []));
    const subscribes = () => server.events().filter((event) => event === 'pusher:subscribe').length;
    return { server, runtime, realtime, told, errors, subscribes };
  }

  /** A first subscription without a response. The client waits before the next one. */
  async function timedOut() {
    const client = await joining(() => {});
    const orders = client.realtime.subscribe('orders');
    await until(() => client.subscribes() === 1);
    await client.runtime.advance(10_000);
    await until(() => isWaiting(client.told));
    return { orders, ...client };
  }

  const noSubscription = frame('pusher:error', {
    code: null,
    message: 'No current subscription to channel orders, or subscription in progress',
  });
  const tooManyClientEvents = JSON.stringify({
    event: 'pusher:error',
    channel: 'orders',
    data: { code: 4301, message: 'The rate limit for sending client events exceeded the quota.' },
  });

  it.each([
    ['an unsubscribe that came too late', noSubscription],
    ['a client event', tooManyClientEvents],
  ])('which answers %s', async (_name, complaint) => {
    const { realtime, errors, subscribes } = await joining(({ event, nth }, say) => {
      if (event !== 'pusher:subscribe') return;
      if (nth === 2) say(complaint);
      say(accept('orders'));
    });
    const first = realtime.subscribe('orders');
    await first.subscribed();
    first.unsubscribe();
    await realtime.subscribe('orders').subscribed();
    await until(() => errors().length > 0);
    expect([subscribes(), errors()]).toEqual([2, ['service-reported']]);
  });

  const refused = frame('pusher:subscription_error', { status: 401, error: 'late' }, 'orders');

  it('which responds to a subscription that timed out', async () => {
    const { server, realtime, runtime, errors, subscribes, orders } = await timedOut();
    await runtime.advance(1_000);
    await until(() => subscribes() === 2);
    server.say(refused);
    server.say(accept('orders'));
    await orders.subscribed();
    await until(() => errors().length > 0);
    expect(errors()).toEqual(['service-reported']);
    // Nothing is owed any more: the next refusal is one.
    orders.unsubscribe();
    const again = realtime.subscribe('orders');
    await until(() => subscribes() === 3);
    server.say(refused);
    await expect(again.subscribed()).rejects.toMatchObject({ code: 'subscription-refused' });
  });

  it('which says that there was nothing to unsubscribe after a timeout: no error, once', async () => {
    const { server, runtime, errors, subscribes, orders } = await timedOut();
    const others = [
      noSubscription.replace('orders', 'orders2'),
      frame('pusher:error', { code: null, message: 'Client event rejected' }),
    ];
    for (const complaint of [noSubscription, ...others, noSubscription]) server.say(complaint);
    await until(() => errors().length === 3);
    await runtime.advance(1_000);
    await until(() => subscribes() === 2);
    server.say(accept('orders'));
    await orders.subscribed();
    expect(errors()).toEqual(Array(3).fill('service-reported'));
  });

  it('which says so with the next success, while the code for errors loads', async () => {
    const { server, runtime, told, errors, subscribes, orders } = await timedOut();
    await runtime.advance(1_000);
    await until(() => subscribes() === 2);
    const other = frame('pusher:error', { code: null, message: 'Client event rejected' });
    server.sayTogether([noSubscription, accept('orders'), other]);
    await orders.subscribed();
    await until(() => errors().length > 0);
    const messages = told.flatMap((event) => (event.type === 'error' ? [event.error.message] : []));
    expect(messages).toEqual([expect.stringContaining('Client event rejected')]);
  });

  it('but not after a new connection, on which nothing is owed', async () => {
    const { server, realtime, runtime, subscribes } = await joining(() => {});
    const orders = realtime.subscribe('orders');
    await until(() => subscribes() === 1);
    await runtime.advance(10_000);
    server.drop();
    await until(() => realtime.state === 'reconnecting');
    await runtime.advance(2_000);
    await until(() => subscribes() === 2);
    server.say(refused);
    await expect(orders.subscribed()).rejects.toMatchObject({ code: 'subscription-refused', status: 401 });
  });

  it('once for each subscription that timed out', async () => {
    const { server, realtime, runtime, told, errors, subscribes } = await joining(() => {});
    const orders = realtime.subscribe('orders');
    for (const [attempts, waitMs] of [
      [1, 1_000],
      [2, 2_000],
    ] as const) {
      await until(() => subscribes() === attempts);
      await runtime.advance(10_000);
      await until(() => isWaiting(told));
      await runtime.advance(waitMs);
    }
    await until(() => subscribes() === 3);
    server.say(refused);
    server.say(refused);
    await until(() => errors().length === 2);
    expect([orders.state, errors()]).toEqual(['subscribing', ['service-reported', 'service-reported']]);
    server.say(refused);
    await expect(orders.subscribed()).rejects.toMatchObject({ code: 'subscription-refused' });
  });

  it('but while the next attempt has not begun, it is the reason', async () => {
    const { server, realtime, runtime, told, subscribes } = await joining(() => {});
    const orders = realtime.subscribe('orders');
    await until(() => subscribes() === 1);
    await runtime.advance(10_000);
    await until(() => isWaiting(told));
    server.say(refused);
    await expect(orders.subscribed()).rejects.toMatchObject({ code: 'subscription-refused', status: 401 });
    // That of the watch on the connection.
    expect(runtime.pendingSleeps).toEqual([2_000]);
  });

  it.each([4100, 4200, 500, 429])('a refusal with %i is for now, and tried again', async (status) => {
    const { realtime, runtime, told, subscribes } = await joining(({ event, channel, nth }, say) => {
      if (event === 'pusher:subscribe')
        say(nth === 1 ? frame('pusher:subscription_error', { status }, channel) : accept(channel));
    });
    const orders = realtime.subscribe('orders');
    await until(() => isWaiting(told));
    await runtime.advance(1_000);
    await orders.subscribed();
    expect(subscribes()).toBe(2);
  });
});
