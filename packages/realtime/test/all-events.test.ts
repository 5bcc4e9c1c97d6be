import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ChannelEvent, defineChannel } from '../src/index.ts';
import { connectTo, startService, until } from './realtime-fixtures.ts';
import { frame, startScriptedServer } from './scripted-server.ts';

const summary = ({ channel, name, data }: ChannelEvent) => [channel, name, data];

async function open() {
  const service = await startService();
  const client = connectTo(service);
  const orders = client.realtime.subscribe('orders');
  const news = client.realtime.subscribe('news');
  await Promise.all([orders.subscribed(), news.subscribed()]);
  const publish = (channel: string, event: string, data: unknown) =>
    service.publish({ channel, event, data: JSON.stringify(data) });
  return { ...client, orders, news, publish };
}

describe('all events of a channel', () => {
  it('reach onAny once, after the listeners of their name', async () => {
    const { orders, publish } = await open();
    const order: unknown[][] = [];
    const off = orders.onAny((event) => order.push(['any', ...summary(event)]));
    orders.on('paid', (event) => order.push(['paid', ...summary(event)]));
    publish('news', 'new', 0);
    publish('orders', 'paid', 1);
    publish('orders', 'sent', 2);
    await until(() => order.length === 3);
    expect(order).toEqual([
      ['paid', 'orders', 'paid', 1],
      ['any', 'orders', 'paid', 1],
      ['any', 'orders', 'sent', 2],
    ]);
    off();
    const seen = orders.events('paid');
    publish('orders', 'paid', 3);
    await seen.next();
    expect(order.filter(([listener]) => listener === 'any')).toHaveLength(2);
  });

  it('are a stream without a name, with the options of a stream', async () => {
    const { orders, publish } = await open();
    const all = orders.events();
    const controller = new AbortController();
    const ended = orders.events({ signal: controller.signal });
    publish('orders', 'paid', 1);
    publish('orders', 'sent', 2);
    expect(summary((await all.next()).value)).toEqual(['orders', 'paid', 1]);
    expect(summary((await all.next()).value)).toEqual(['orders', 'sent', 2]);
    controller.abort(new Error('enough'));
    await expect(ended.next()).rejects.toThrow('enough');
  });

  it('of a definition are those that it defines, validated', async () => {
    const { realtime, errors, publish } = await open();
    const Paid = z.object({ id: z.number() });
    const orders = realtime.subscribe(defineChannel('orders', { events: { paid: Paid } }));
    const all: unknown[] = [];
    orders.onAny((event) => all.push(summary(event)));
    publish('orders', 'other', 1);
    publish('orders', 'paid', { id: 'one' });
    publish('orders', 'paid', { id: 1 });
    await until(() => all.length === 1);
    expect(all).toEqual([['orders', 'paid', { id: 1 }]]);
    expect(errors()).toEqual(['event-format']);
  });

  it('no event follows unsubscribe(), and none of the protocol', async () => {
    const server = await startScriptedServer();
    const { realtime } = connectTo({ ...server.address, app: { key: 'k' } } as never, {
      authorize: undefined,
    });
    const orders = realtime.subscribe('orders');
    await orders.subscribed();
    const all: unknown[] = [];
    orders.onAny((event) => all.push(event.name));
    realtime.onAny((event) => all.push(`client ${event.name}`));
    server.say(frame('pusher_internal:unknown', {}, 'orders'));
    server.say(frame('pusher:unknown', {}, 'orders'));
    server.say(frame('paid', {}, 'orders'));
    await until(() => all.length === 2);
    expect(all).toEqual(['paid', 'client paid']);
    orders.unsubscribe();
    expect(orders.onAny(() => all.push('late'))).toBeTypeOf('function');
    expect((await orders.events().next()).done).toBe(true);
  });
});

describe('all events of a client', () => {
  it('reach onAny once, however many subscribers a channel has', async () => {
    const { realtime, publish } = await open();
    realtime.subscribe('orders').on('paid', () => {});
    const all: unknown[] = [];
    realtime.onAny((event) => all.push(summary(event)));
    publish('orders', 'paid', 1);
    publish('news', 'new', 2);
    await until(() => all.length === 2);
    expect(all).toEqual([
      ['orders', 'paid', 1],
      ['news', 'new', 2],
    ]);
  });

  it('a listener that throws is reported and stops no other', async () => {
    const { realtime, orders, told, publish } = await open();
    const all: unknown[] = [];
    realtime.onAny(() => {
      throw new Error('mine');
    });
    realtime.onAny((event) => all.push(summary(event)));
    orders.onAny(() => Promise.reject(new Error('mine too')));
    publish('orders', 'paid', 1);
    await until(() => told.filter(({ type }) => type === 'error').length === 2);
    expect(all).toEqual([['orders', 'paid', 1]]);
    expect(told.flatMap((event) => (event.type === 'error' ? [event.error.message] : []))).toEqual([
      'A listener of all events threw.',
      'A listener of all events threw.',
    ]);
  });
});
