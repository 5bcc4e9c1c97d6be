import { describe, expect, it } from 'vitest';
import { connectTo, heldTime, startService, until } from './realtime-fixtures.ts';

async function open(lingerMs?: number) {
  const service = await startService({ subscriptionCount: true });
  const runtime = heldTime();
  const client = connectTo(service, { runtime, ...(lingerMs !== undefined && { lingerMs }) });
  const orders = client.realtime.subscribe('orders');
  await orders.subscribed();
  const atService = () => service.channels().map(({ name }) => name);
  const gaps = () => client.told.filter(({ type }) => type === 'gap').length;
  return { ...client, service, runtime, orders, atService, gaps };
}

describe('lingerMs', () => {
  it('is 0 by default: the subscription at the service ends with the last subscriber', async () => {
    const { orders, atService, realtime } = await open();
    orders.unsubscribe();
    expect(realtime.channels).toEqual([]);
    await until(() => atService().length === 0);
  });

  it('keeps the subscription for a new subscriber, which starts subscribed and without a gap', async () => {
    const { realtime, runtime, orders, atService, gaps, service } = await open(1_000);
    await until(() => orders.subscriptionCount === 1);
    orders.unsubscribe();
    expect(orders.state).toBe('unsubscribed');
    expect(realtime.channels).toEqual([
      { name: 'orders', state: 'subscribed', subscribers: 0, subscriptionCount: 1 },
    ]);
    await runtime.advance(999);
    const again = realtime.subscribe('orders');
    expect(again.state).toBe('subscribed');
    await again.subscribed();
    await runtime.advance(5_000);
    const events = again.events('paid');
    service.publish({ channel: 'orders', event: 'paid', data: '1' });
    expect((await events.next()).value?.data).toBe(1);
    expect([atService(), gaps()]).toEqual([['orders'], 0]);
  });

  it('nobody receives the events in between, not even onAny of the client', async () => {
    const { realtime, orders, service } = await open(1_000);
    const all: unknown[] = [];
    realtime.onAny(({ data }) => all.push(data));
    orders.unsubscribe();
    const other = realtime.subscribe('other');
    await other.subscribed();
    const next = other.events().next();
    service.publish({ channel: 'orders', event: 'paid', data: '1' });
    service.publish({ channel: 'other', event: 'paid', data: '2' });
    await next;
    expect(all).toEqual([2]);
  });

  it('ends after its time, and the next subscription has a gap', async () => {
    const { realtime, runtime, orders, atService, gaps } = await open(1_000);
    orders.unsubscribe();
    await runtime.advance(1_000);
    await until(() => atService().length === 0);
    expect(realtime.channels).toEqual([]);
    await realtime.subscribe('orders').subscribed();
    await until(() => gaps() === 1);
  });

  it('the option of the last subscriber decides', async () => {
    const { realtime, orders, atService } = await open();
    const other = realtime.subscribe('orders', { lingerMs: 1_000 });
    orders.unsubscribe();
    other.unsubscribe();
    expect(realtime.channels).toMatchObject([{ name: 'orders', subscribers: 0 }]);
    realtime.subscribe('orders', { lingerMs: 0 }).unsubscribe();
    await until(() => atService().length === 0);
  });

  it('ends with the connection: nobody needs the channel on the next one', async () => {
    const { realtime, runtime, orders, service } = await open(1_000);
    orders.unsubscribe();
    service.faults.dropAll();
    await until(() => realtime.state === 'reconnecting');
    expect(realtime.channels).toEqual([]);
    await runtime.advance(1_100);
    await until(() => realtime.state === 'connected');
    expect(service.channels()).toEqual([]);
  });

  it('W14: close() ends it', async () => {
    const { realtime, runtime, orders, service } = await open(1_000);
    orders.unsubscribe();
    await realtime.close();
    expect([realtime.channels, runtime.pendingSleeps]).toEqual([[], []]);
    await until(() => service.stats.connections === 0);
  });
});

describe('the list of channels', () => {
  it('has name, state and subscribers, in the order of the first subscription', async () => {
    const { realtime, orders } = await open();
    const other = realtime.subscribe('orders');
    const news = realtime.subscribe('news');
    await news.subscribed();
    await until(() => news.subscriptionCount === 1);
    expect(realtime.channels).toEqual([
      { name: 'orders', state: 'subscribed', subscribers: 2, subscriptionCount: 1 },
      { name: 'news', state: 'subscribed', subscribers: 1, subscriptionCount: 1 },
    ]);
    orders.unsubscribe();
    other.unsubscribe();
    expect(realtime.channels.map(({ name }) => name)).toEqual(['news']);
  });

  it('subscription-count reports every count with its channel', async () => {
    const { realtime, service } = await open();
    const counts: unknown[] = [];
    realtime.on('subscription-count', ({ channel, count }) => counts.push([channel, count]));
    const other = connectTo(service);
    const theirs = other.realtime.subscribe('orders');
    await until(() => counts.length === 1);
    theirs.unsubscribe();
    await until(() => counts.length === 2);
    expect(counts).toEqual([
      ['orders', 2],
      ['orders', 1],
    ]);
  });
});
