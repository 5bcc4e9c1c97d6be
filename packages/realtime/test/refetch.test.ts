import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import { defineChannel, type RefetchGap, type SubscribeOptions } from '../src/index.ts';
import { connectTo, type RecordedClient, startService, until } from './realtime-fixtures.ts';

async function loseConnection(service: RealtimeService, { next }: RecordedClient): Promise<void> {
  const lost = next('reconnecting');
  service.faults.dropAll();
  await lost;
}

/** A server with a store: it numbers the events, and keeps them for `refetch`. */
async function openShop(options: Omit<SubscribeOptions, 'refetch'> = {}) {
  const service = await startService();
  const stored: number[] = [];
  const gaps: RefetchGap[] = [];
  const client = connectTo(service, { reconnect: { baseMs: 1 } });
  const definition = defineChannel('orders', { events: { paid: z.object({ id: z.number() }) } });
  const orders = client.realtime.subscribe(definition, {
    idOf: ({ data }) => data.id,
    refetch: async (gap) => {
      gaps.push(gap);
      return stored.map((id) => ({ name: 'paid', data: { id } }));
    },
    ...(options as object),
  });
  const seen: number[] = [];
  orders.on('paid', ({ data }) => seen.push(data.id));
  await orders.subscribed();
  const publish = () => {
    stored.push(stored.length + 1);
    service.publish({ channel: 'orders', event: 'paid', data: JSON.stringify({ id: stored.length }) });
  };
  const lose = () => loseConnection(service, client);
  return { ...client, service, definition, orders, stored, gaps, seen, publish, lose };
}

describe('W8: a gap with refetch', () => {
  it('loses nothing, doubles nothing and keeps the order, through ten losses', async () => {
    const { orders, seen, stored, publish, lose, gaps, errors } = await openShop();
    for (let loss = 1; loss <= 10; loss += 1) {
      publish();
      await lose();
      publish();
      publish();
      await orders.subscribed();
      publish();
      publish();
    }
    await until(() => seen.length >= stored.length);
    expect(seen).toEqual(stored);
    expect(gaps).toHaveLength(10);
    expect(errors()).toEqual([]);
  });

  it('reaches streams too, and marks the events', async () => {
    const { orders, publish, lose } = await openShop();
    const stream = orders.events('paid');
    const all = orders.events();
    publish();
    await stream.next();
    await lose();
    publish();
    await orders.subscribed();
    const { value } = await stream.next();
    expect(value).toMatchObject({ data: { id: 2 }, refetched: true, channel: 'orders' });
    publish();
    expect((await stream.next()).value).not.toHaveProperty('refetched');
    expect((await all.next()).value.data).toEqual({ id: 1 });
  });

  it('validates the events of the gap', async () => {
    const { orders, seen, lose, publish, errors } = await openShop({
      refetch: async () => [{ name: 'paid', data: { id: 'one' } }],
    } as never);
    await lose();
    await orders.subscribed();
    publish();
    await until(() => seen.length === 1);
    expect(errors()).toEqual(['event-format']);
  });

  it('is for each subscriber alone, and none runs for a first subscription', async () => {
    const { realtime, orders, seen, gaps, publish, lose } = await openShop();
    const plain: unknown[] = [];
    realtime.subscribe('orders').on('paid', ({ data }) => plain.push(data));
    await lose();
    publish();
    await orders.subscribed();
    await until(() => seen.length === 1);
    expect([gaps.length, plain.length]).toEqual([1, 0]);
  });

  it('W14: unsubscribe() aborts it, and no event follows', async () => {
    const { orders, seen, lose, errors } = await openShop({
      refetch: ({ signal }: RefetchGap) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    } as never);
    const signals: AbortSignal[] = [];
    await lose();
    await until(() => signals.length === 1);
    orders.unsubscribe();
    expect(signals[0]?.aborted).toBe(true);
    expect([seen, errors()]).toEqual([[], []]);
  });

  it('with an asynchronous schema, more events than maxBuffered arrive in order', async () => {
    const service = await startService();
    const client = connectTo(service, { reconnect: { baseMs: 1 } });
    const slow = z.pipe(
      z.number(),
      z.transform(async (value: number) => value),
    );
    const definition = defineChannel('orders', { events: { paid: slow } });
    const orders = client.realtime.subscribe(definition, {
      maxBuffered: 5,
      refetch: async () => Array.from({ length: 500 }, (_, index) => ({ name: 'paid', data: index })),
    });
    const seen: unknown[] = [];
    orders.on('paid', ({ data }) => seen.push(data));
    await orders.subscribed();
    await loseConnection(service, client);
    await orders.subscribed();
    service.publish({ channel: 'orders', event: 'paid', data: '500' });
    await until(() => seen.length === 501);
    expect(seen).toEqual(Array.from({ length: 501 }, (_, index) => index));
    expect(client.errors()).toEqual([]);
  });
});
