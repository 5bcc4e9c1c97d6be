import { InvalidInputError } from '@org/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { createRealtimeClient, defineChannel, EventOverflowError } from '../src/index.ts';
import { connectTo, heldTime, startService, until } from './realtime-fixtures.ts';
import { startScriptedServer } from './scripted-server.ts';

const Paid = z.object({ id: z.number() });

async function joined(name = 'orders', options: Parameters<typeof connectTo>[1] = {}) {
  const service = await startService();
  const client = connectTo(service, options);
  const channel = client.realtime.subscribe(name);
  await channel.subscribed();
  const publish = (event: string, data: unknown) =>
    service.publish({ channel: name, event, data: JSON.stringify(data) });
  return { service, channel, publish, ...client };
}

const countOf = (service: Awaited<ReturnType<typeof startService>>, kind: string) =>
  service.recentEvents.filter((event) => event.kind === kind).length;

describe('events', () => {
  it('W8: come to each listener in the order they were published, and once', async () => {
    const { channel, publish } = await joined();
    const seen: unknown[] = [];
    channel.on('n', ({ data }) => seen.push(data));
    for (let n = 0; n < 2_000; n += 1) publish('n', n);
    await until(() => seen.length >= 2_000);
    expect(seen).toEqual(Array.from({ length: 2_000 }, (_, n) => n));
  });

  it('come with their channel, their text and an instant', async () => {
    const { channel, publish } = await joined();
    const next = channel.events('paid').next();
    publish('paid', { id: 7 });
    expect((await next).value).toEqual({
      name: 'paid',
      channel: 'orders',
      data: { id: 7 },
      raw: '{"id":7}',
      receivedAt: expect.any(Date),
    });
  });

  it('go to the listeners of their name only, also for names that objects have', async () => {
    const { channel, publish } = await joined();
    const seen: string[] = [];
    for (const name of ['constructor', '__proto__', 'toString', 'a'])
      channel.on(name, (event) => seen.push(event.name));
    for (const name of ['hasOwnProperty', '__proto__', 'b', 'constructor', 'a']) publish(name, 1);
    await until(() => seen.length === 3);
    expect(seen).toEqual(['__proto__', 'constructor', 'a']);
  });

  it('a listener that throws or rejects keeps no other from being called', async () => {
    const { channel, publish, errors } = await joined();
    const seen = vi.fn();
    channel.on('e', () => {
      throw new Error('broken');
    });
    channel.on('e', async () => {
      throw new Error('broken later');
    });
    channel.on('e', seen);
    publish('e', 1);
    await until(() => errors().length === 2);
    expect(seen).toHaveBeenCalledOnce();
    expect(errors()).toEqual(['listener', 'listener']);
  });

  it('an error listener that throws ends nothing', async () => {
    const { channel, publish, realtime } = await joined();
    realtime.on('error', () => {
      throw new Error('worse');
    });
    const seen = vi.fn();
    channel.on('e', () => {
      throw new Error('broken');
    });
    channel.on('e', seen);
    publish('e', 1);
    publish('e', 2);
    await until(() => seen.mock.calls.length === 2);
  });

  it('stop for a listener that was taken away, and its function ends only its own registration', async () => {
    const { channel, publish } = await joined();
    const seen = vi.fn();
    const off = channel.on('e', seen);
    channel.on('e', seen);
    off();
    off();
    publish('e', 1);
    await until(() => seen.mock.calls.length > 0);
    expect(seen).toHaveBeenCalledOnce();
  });

  it('one invalid frame is reported, and the connection continues', async () => {
    const { channel, publish, errors, service } = await joined();
    const seen = vi.fn();
    channel.on('e', seen);
    service.faults.malformNextFrame();
    publish('e', 1);
    publish('e', 2);
    await until(() => seen.mock.calls.length === 1);
    expect(errors()).toEqual(['protocol']);
  });
});

describe('typed events', () => {
  it('are validated, and what does not fit is reported instead of delivered', async () => {
    const service = await startService();
    const { realtime, told } = connectTo(service);
    const orders = realtime.subscribe(defineChannel('orders', { events: { paid: Paid, note: z.string() } }));
    const paid = orders.events('paid');
    const notes = orders.events('note');
    await orders.subscribed();
    for (const data of ['{"id":"x"}', '{"id":7,"extra":1}', 'no json'])
      service.publish({ channel: 'orders', event: 'paid', data });
    service.publish({ channel: 'orders', event: 'note', data: '123' });
    expect((await paid.next()).value?.data).toEqual({ id: 7 });
    // The text 123 reads as a number, but its schema accepts only text.
    expect((await notes.next()).value?.data).toBe('123');
    const errors = told.flatMap((event) => (event.type === 'error' ? [event.error] : []));
    expect(errors.map(({ code }) => code)).toEqual(['event-format', 'event-format']);
    expect(errors[0]?.issues?.[0]).toMatchObject({ path: 'id' });
  });

  it('stay in order when a schema takes its time', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const slowFirst = {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: async (value: unknown) => {
          if (value === 1) await new Promise((resolve) => setTimeout(resolve, 20));
          return { value: value as number };
        },
      },
    };
    const channel = realtime.subscribe(defineChannel('orders', { events: { n: slowFirst } }));
    await channel.subscribed();
    const seen: number[] = [];
    channel.on('n', ({ data }) => seen.push(data));
    for (const data of ['1', '2', '3']) service.publish({ channel: 'orders', event: 'n', data });
    await until(() => seen.length === 3);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('a definition refuses names and schemas that cannot be', () => {
    const paid = { paid: Paid };
    for (const name of ['', 'a b', 'a:b', '#server-to-user-1', 'x'.repeat(201)]) {
      expect(() => defineChannel(name, { events: paid })).toThrow(
        expect.toSatisfy((error) => InvalidInputError.isInstance(error)),
      );
    }
    expect(() => defineChannel('a', { events: { 'pusher:x': Paid } })).toThrow(/reserved for the protocol/);
    expect(() => defineChannel('a', { events: { x: {} as never } })).toThrow(/Standard Schema/);
  });
});

describe('streams', () => {
  it('end when the channel is unsubscribed, after what waits', async () => {
    const { channel, publish } = await joined();
    const stream = channel.events('n');
    const seen: unknown[] = [];
    let arrived = 0;
    channel.on('n', () => {
      arrived += 1;
    });
    publish('n', 1);
    publish('n', 2);
    await until(() => arrived === 2);
    channel.unsubscribe();
    for await (const { data } of stream) seen.push(data);
    expect(seen).toEqual([1, 2]);
  });

  it('throw the caller’s reason on abort, at once', async () => {
    const { channel } = await joined();
    const controller = new AbortController();
    const reason = new Error('enough');
    const reading = channel.events('n', { signal: controller.signal }).next();
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await expect(channel.events('n', { signal: controller.signal }).next()).rejects.toBe(reason);
  });

  it('take no event with a signal that has aborted', async () => {
    const { realtime, publish } = await joined();
    const validated: unknown[] = [];
    const schema = z.unknown().check(z.refine((data) => validated.push(data) > 0));
    const channel = realtime.subscribe(defineChannel('orders', { events: { n: schema, end: schema } }));
    channel.on('end', () => {});
    const stream = channel.events('n', { signal: AbortSignal.abort('enough') });
    await expect(stream.next()).rejects.toBe('enough');
    publish('n', 1);
    publish('end', 2);
    await until(() => validated.includes(2));
    expect(validated).toEqual([2]);
  });

  it('P6: deliver the buffer and then throw without a reader', async () => {
    const runtime = heldTime();
    const { channel, publish } = await joined('orders', { runtime });
    const stream = channel.events('n', { buffer: 3 });
    let arrived = 0;
    channel.on('n', () => {
      arrived += 1;
    });
    for (let n = 0; n < 10; n += 1) publish('n', n);
    await until(() => arrived === 10);
    await runtime.advance(1); // the turn ends
    const seen: unknown[] = [];
    const error = await (async () => {
      for await (const { data } of stream) seen.push(data);
    })().catch((caught: unknown) => caught);
    expect(seen).toEqual([0, 1, 2]);
    expect(EventOverflowError.isInstance(error)).toBe(true);
  });

  it('or lose the oldest and say how many', async () => {
    const runtime = heldTime();
    const { channel, publish } = await joined('orders', { runtime });
    const stream = channel.events('n', { buffer: 3, overflow: 'drop-oldest' });
    let arrived = 0;
    channel.on('n', () => {
      arrived += 1;
    });
    for (let n = 0; n < 10; n += 1) publish('n', n);
    await until(() => arrived === 10);
    await runtime.advance(1); // the turn ends
    const first = await stream.next();
    const second = await stream.next();
    expect([first.value.data, first.value.dropped, second.value.data, second.value.dropped]).toEqual([
      7,
      7,
      8,
      undefined,
    ]);
  });

  it('break ends a stream, and another one continues', async () => {
    const { channel, publish } = await joined();
    const other = channel.events('n');
    const stream = channel.events('n');
    publish('n', 1);
    for await (const _event of stream) break;
    publish('n', 2);
    expect([(await other.next()).value.data, (await other.next()).value.data]).toEqual([1, 2]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it.each([0, -1, 1.5, Number.NaN])('refuse a buffer of %d', async (buffer) => {
    const { channel } = await joined();
    expect(() => channel.events('n', { buffer })).toThrow(/buffer/);
  });
});

describe('subscribing', () => {
  it('has the order of the first subscriptions, also on the next connection', async () => {
    const { address, received, drop } = await startScriptedServer();
    const realtime = createRealtimeClient({ ...address, reconnect: { baseMs: 1 } });
    onTestFinished(() => realtime.close());
    const names = ['orders', 'cache-a', 'zoo', 'alarms'];
    const channels = names.map((name) => realtime.subscribe(name));
    await Promise.all(channels.map((channel) => channel.subscribed()));
    drop();
    await until(() => received.length === 2 * names.length);
    expect(received.map((text) => JSON.parse(text).data.channel)).toEqual([...names, ...names]);
  });

  it('shares one subscription, which ends with the last of them', async () => {
    const { service, channel, realtime, publish } = await joined();
    const again = realtime.subscribe('orders');
    await again.subscribed();
    const seen = vi.fn();
    again.on('e', seen);
    channel.unsubscribe();
    channel.unsubscribe();
    expect(channel.state).toBe('unsubscribed');
    publish('e', 1);
    await until(() => seen.mock.calls.length === 1);
    again[Symbol.dispose]();
    await until(() => service.channels().length === 0);
    expect(countOf(service, 'subscribed')).toBe(1);
  });

  it('no event comes after unsubscribe', async () => {
    const { channel, publish, service, realtime } = await joined();
    const seen = vi.fn();
    channel.on('e', seen);
    publish('e', 1);
    channel.unsubscribe();
    await realtime.subscribe('other').subscribed(); // everything sent before has come
    expect(seen).not.toHaveBeenCalled();
    await until(() => service.channels().every(({ name }) => name !== 'orders'));
  });

  // The sequences that the official client's own suite asserts; "wait" is the service's answer.
  it.each([
    ['sub sub', 1, true],
    ['sub wait sub', 1, true],
    ['sub unsub', 1, false],
    ['sub wait unsub', 1, false],
    ['sub unsub sub', 1, true],
    ['sub unsub wait sub', 2, true],
    ['sub unsub unsub', 1, false],
    ['sub wait unsub sub', 2, true],
  ])('%s', async (sequence, subscriptions, isJoined) => {
    const service = await startService();
    const { realtime, errors } = connectTo(service);
    await realtime.connect();
    const settled = () => realtime.subscribe('barrier').subscribed();
    const handles: { unsubscribe(): void }[] = [];
    for (const step of sequence.split(' ')) {
      if (step === 'sub') handles.push(realtime.subscribe('orders'));
      if (step === 'unsub') for (const handle of handles) handle.unsubscribe();
      if (step === 'wait') {
        const barrier = realtime.subscribe(`barrier-${handles.length}`);
        await barrier.subscribed();
      }
    }
    await settled();
    const last = realtime.subscribe('last');
    await last.subscribed();
    expect(
      service.recentEvents.filter(({ kind, channel }) => kind === 'subscribed' && channel === 'orders'),
    ).toHaveLength(subscriptions);
    expect(service.channels().some(({ name }) => name === 'orders')).toBe(isJoined);
    expect(errors()).toEqual([]);
  });

  it('goes on when the service does not answer', async () => {
    const service = await startService();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime });
    await realtime.connect();
    service.faults.refuseNextSubscribe({ channel: 'orders', times: 3 });
    const orders = realtime.subscribe('orders');
    const waiting = orders.subscribed({ timeoutMs: 60_000 });
    await runtime.advance(10_000 + 1_000 + 10_000 + 2_000 + 10_000); // three attempts, and the waits between
    expect(orders).toMatchObject({ state: 'waiting', error: { code: 'timeout', retryable: true } });
    await runtime.advance(4_000);
    await waiting;
  });

  it('subscribed() times out without a connection, and names the state of the connection', async () => {
    const service = await startService();
    service.faults.stopAnswering();
    const runtime = heldTime();
    const { realtime } = connectTo(service, { runtime });
    const waiting = realtime.subscribe('orders').subscribed({ timeoutMs: 500 });
    await runtime.advance(500);
    await expect(waiting).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('connecting'),
    });
  });

  it('subscribed() rejects with the signal’s reason, or with ClosedError after unsubscribe', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const reason = new Error('no more');
    await expect(realtime.subscribe('orders').subscribed({ signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    const others = realtime.subscribe('others');
    const waiting = others.subscribed();
    others.unsubscribe();
    await expect(waiting).rejects.toMatchObject({ code: 'closed' });
  });

  it('ignored promises cause no unhandled rejection', async () => {
    const service = await startService();
    service.faults.refuseConnections(4001);
    const { realtime } = connectTo(service);
    void realtime.connect();
    void realtime.subscribe('orders').subscribed();
    await until(() => realtime.state === 'failed'); // an unhandled rejection would fail the run
  });

  it('refuses names that the protocol does not allow', async () => {
    const { realtime } = await joined();
    for (const name of ['', 'a b', 'private-a:b', '#server-to-user-1', 'x'.repeat(201)]) {
      expect(() => realtime.subscribe(name)).toThrow(
        expect.toSatisfy((error) => InvalidInputError.isInstance(error)),
      );
    }
  });

  it('delivers the last event of a cache channel, or a cache miss', async () => {
    const { realtime, service, told } = await joined();
    await realtime.subscribe('cache-a').subscribed();
    await until(() => told.some(({ type }) => type === 'cache-miss'));
    expect(told.find(({ type }) => type === 'cache-miss')).toEqual({
      type: 'cache-miss',
      channel: 'cache-a',
    });
    service.publish({ channel: 'cache-b', event: 'e', data: '1' });
    const event = realtime.subscribe('cache-b').events('e').next();
    expect((await event).value?.data).toBe(1);
  });

  it('counts subscriptions, when the app sends the count', async () => {
    const service = await startService({ subscriptionCount: true });
    const one = connectTo(service).realtime.subscribe('orders');
    await until(() => one.subscriptionCount === 1);
    await connectTo(service).realtime.subscribe('orders').subscribed();
    await until(() => one.subscriptionCount === 2);
  });
});
