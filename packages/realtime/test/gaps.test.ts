import { describe, expect, it } from 'vitest';
import { connectTo, heldTime, type RecordedClient, startService, until } from './realtime-fixtures.ts';

type Service = Awaited<ReturnType<typeof startService>>;
type Loss = (parts: { readonly service: Service; readonly client: RecordedClient }) => Promise<unknown>;

const gaps = ({ told }: RecordedClient) =>
  told.flatMap((event) => (event.type === 'gap' ? [event.channel] : []));
const failed = (client: RecordedClient) => until(() => client.realtime.state === 'failed');

async function subscribed(channel = 'orders') {
  const service = await startService();
  const client = connectTo(service, { reconnect: { baseMs: 1 } });
  const orders = client.realtime.subscribe(channel);
  await orders.subscribed();
  return { service, client, orders };
}

describe('W8: a gap reports missed events', () => {
  const losses: Record<string, Loss> = {
    'after a lost connection': async ({ service, client }) => {
      const lost = client.next('reconnecting');
      service.faults.dropAll();
      await lost;
    },
    'after failed and connect()': async ({ service, client }) => {
      service.faults.closeAll(4001);
      await failed(client);
      await client.realtime.connect();
    },
    'after a lost connection, then failed, and connect()': async ({ service, client }) => {
      service.faults.refuseConnections(4001);
      service.faults.dropAll();
      await failed(client);
      await client.realtime.connect();
    },
  };

  it.each(Object.entries(losses))('%s', async (_name, lose) => {
    const { service, client, orders } = await subscribed();
    const before = new Date();
    await lose({ service, client });
    await orders.subscribed();
    await until(() => gaps(client).length > 0);
    expect(gaps(client)).toEqual(['orders']);
    const gap = client.told.find((event) => event.type === 'gap');
    expect(gap?.type === 'gap' && gap.from <= before && before <= gap.to).toBe(true);
  });

  const departures: Record<string, Loss> = {
    'while connected': async () => {},
    'and leaving while the connection is lost': async ({ service, client }) => {
      const lost = client.next('reconnecting');
      service.faults.dropAll();
      await lost;
    },
    'and leaving after it failed': async ({ service, client }) => {
      service.faults.closeAll(4001);
      await failed(client);
    },
  };

  it.each(Object.entries(departures))(
    'after unsubscribing and subscribing again, %s',
    async (_name, lose) => {
      const { service, client, orders } = await subscribed();
      await lose({ service, client });
      orders.unsubscribe();
      await client.realtime.connect();
      expect(gaps(client)).toEqual([]);
      await client.realtime.subscribe('orders').subscribed();
      await until(() => gaps(client).length > 0);
      expect(gaps(client)).toEqual(['orders']);
    },
  );

  it('from the instant of the last message, to the instant of the subscription', async () => {
    const service = await startService();
    const runtime = heldTime();
    const client = connectTo(service, { runtime });
    const orders = client.realtime.subscribe('orders');
    await orders.subscribed();
    const startMs = runtime.now();
    const stream = orders.events('paid');
    await runtime.advance(3_000);
    service.publish({ channel: 'orders', event: 'paid', data: '1' });
    await stream.next();
    await runtime.advance(4_000);
    service.faults.dropAll();
    await until(() => client.realtime.state === 'reconnecting');
    await runtime.advance(1_100);
    await until(() => gaps(client).length > 0);
    expect(client.told.find((event) => event.type === 'gap')).toMatchObject({
      from: new Date(startMs + 3_000),
      to: new Date(startMs + 8_100),
    });
  });

  it('once for each gap, also when a listener leaves the channel as it is back', async () => {
    const { service, client, orders } = await subscribed();
    const off = client.realtime.on('channel', ({ state }) => {
      if (state === 'subscribed') orders.unsubscribe();
    });
    service.faults.dropAll();
    await until(() => gaps(client).length === 1);
    off();
    await client.realtime.subscribe('orders').subscribed();
    await until(() => gaps(client).length === 2);
    expect(gaps(client)).toEqual(['orders', 'orders']);
  });

  it('none for a channel that is new, or that another part of the program kept', async () => {
    const { client, orders } = await subscribed();
    const other = client.realtime.subscribe('orders');
    orders.unsubscribe();
    await client.realtime.subscribe('orders').subscribed();
    other.unsubscribe();
    await client.realtime.subscribe('new').subscribed();
    expect(gaps(client)).toEqual([]);
  });
});
