import { describe, expect, it, onTestFinished } from 'vitest';
import type { RealtimeServiceOptions } from '../../sandbox/src/realtime/options.ts';
import type { ChannelEvent } from '../src/channels/channel.ts';
import { createRealtimeClient, type GapEvent, type RealtimeClientSettings } from '../src/index.ts';
import { recovery } from '../src/recovery/index.ts';
import { sharedSocket } from '../src/shared-socket/index.ts';
import { connectTo, type RecordedClient, startService, until } from './realtime-fixtures.ts';
import { type Answer, accept, startScriptedServer } from './scripted-server.ts';

type Service = Awaited<ReturnType<typeof startService>>;

const gapsOf = ({ told }: RecordedClient) =>
  told.flatMap((event): GapEvent[] => (event.type === 'gap' ? [event] : []));
const verdicts = (client: RecordedClient) =>
  gapsOf(client).map(({ channel, recovered, reason }) => [channel, recovered, reason]);

const publish = (service: Service, channel: string, ...numbers: readonly number[]) => {
  for (const n of numbers) service.publish({ channel, event: 'paid', data: String(n) });
};

interface World {
  readonly service: Service;
  readonly client: RecordedClient;
  readonly numbers: unknown[];
  /** Cuts the connection, and does something before the next one. */
  away(work: () => void): Promise<void>;
}

async function startWorld(
  { channel = 'orders', ...options }: RealtimeServiceOptions & { readonly channel?: string } = {},
  settings: Partial<RealtimeClientSettings> = {},
): Promise<World> {
  const service = await startService(options);
  const client = connectTo(service, { reconnect: { baseMs: 1 }, recovery: recovery(), ...settings });
  const numbers: unknown[] = [];
  const orders = client.realtime.subscribe(channel);
  orders.on('paid', ({ data }) => numbers.push(data));
  await orders.subscribed();
  return {
    service,
    client,
    numbers,
    async away(work) {
      const lost = client.next('reconnecting');
      service.faults.dropAll();
      await lost;
      const seen = gapsOf(client).length;
      work();
      await until(() => gapsOf(client).length > seen);
      await orders.subscribed();
    },
  };
}

describe('recovery', () => {
  it.each(['orders', 'private-orders', 'presence-room', 'cache-orders'])(
    'W8: gives %s the events that it missed, in order, after the gap and before live ones',
    async (channel) => {
      const { service, client, numbers, away } = await startWorld({ channel });
      publish(service, channel, 1, 2);
      await until(() => numbers.length === 2);
      const before: number[] = [];
      client.realtime.on('gap', () => before.push(numbers.length));
      await away(() => publish(service, channel, 3, 4, 5));
      publish(service, channel, 6);
      await until(() => numbers.includes(6));
      expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
      expect(verdicts(client)).toEqual([[channel, 'all', undefined]]);
      expect(before).toEqual([2]);
      expect(client.errors()).toEqual([]);
    },
  );

  it('W8: asks once for all channels of a connection', async () => {
    const { service, client, away } = await startWorld();
    const others = ['a', 'b', 'private-c'].map((name) => client.realtime.subscribe(name));
    await Promise.all(others.map((channel) => channel.subscribed()));
    await away(() => {});
    await until(() => gapsOf(client).length === 4);
    expect(verdicts(client).map(([, recovered]) => recovered)).toEqual(['all', 'all', 'all', 'all']);
    const asked = service.frames.filter(({ text }) => text.includes('sockudo:resume"'));
    expect(asked.length).toBeLessThanOrEqual(2); // a private channel may have its token later
  });

  it('W8: refetch runs only for what the service could not give', async () => {
    const service = await startService({ limits: { recoveryEvents: 2 } });
    const client = connectTo(service, { reconnect: { baseMs: 1 }, recovery: recovery() });
    const got: ChannelEvent[] = [];
    let calls = 0;
    const orders = client.realtime.subscribe('orders', {
      refetch: async () => {
        calls += 1;
        return [{ name: 'paid', data: 'refetched' }];
      },
    });
    orders.on('paid', (event) => got.push(event));
    await orders.subscribed();
    const away = async (...numbers: readonly number[]) => {
      const [seen, lost] = [gapsOf(client).length, client.next('reconnecting')];
      service.faults.dropAll();
      await lost;
      publish(service, 'orders', ...numbers);
      await until(() => gapsOf(client).length > seen);
    };
    await away(1, 2);
    await until(() => got.length === 2);
    expect([calls, verdicts(client)]).toEqual([0, [['orders', 'all', undefined]]]);
    await away(3, 4, 5);
    await until(() => got.length === 3);
    publish(service, 'orders', 6);
    await until(() => got.length === 4);
    expect(got.map(({ data }) => data)).toEqual([1, 2, 'refetched', 6]);
    expect([calls, verdicts(client)[1]]).toEqual([1, ['orders', 'none', 'expired']]);
  });

  it('W8: a channel that was left and joined again gets what it missed', async () => {
    const { service, client } = await startWorld();
    const before = client.realtime.subscribe('private-a');
    await before.subscribed();
    before.unsubscribe();
    await until(() => service.channels().length === 1);
    publish(service, 'private-a', 1);
    const after = client.realtime.subscribe('private-a');
    const got: unknown[] = [];
    after.onAny(({ data }) => got.push(data));
    await until(() => got.length === 1);
    expect([got, verdicts(client)]).toEqual([[1], [['private-a', 'all', undefined]]]);
  });

  it('W8: a service that began anew is a reset, and its events arrive', async () => {
    const { service, client, numbers, away } = await startWorld();
    publish(service, 'orders', 1);
    await until(() => numbers.length === 1);
    await away(() => service.reset());
    publish(service, 'orders', 2);
    await until(() => numbers.length === 2);
    expect([numbers, verdicts(client)]).toEqual([[1, 2], [['orders', 'none', 'reset']]]);
    await away(() => publish(service, 'orders', 3));
    await until(() => numbers.length === 3);
    expect(verdicts(client)[1]).toEqual(['orders', 'all', undefined]);
  });

  it.each([{ recovery: false }, { errorStyle: 'soketi' as const }, { errorStyle: 'reverb' as const }])(
    'W8: a service without version 2, %j, works as without the option',
    async (options) => {
      const { service, client, numbers, away } = await startWorld(options);
      publish(service, 'orders', 1);
      await until(() => numbers.length === 1);
      await away(() => publish(service, 'orders', 2));
      publish(service, 'orders', 3);
      await until(() => numbers.includes(3));
      expect([numbers, verdicts(client)]).toEqual([[1, 3], [['orders', 'none', undefined]]]);
      const opened = service.recentEvents.filter(({ kind }) => kind === 'connected' || kind === 'refused');
      const kinds = opened.map(({ detail = '' }) => detail.replace(/4007.*/, '4007'));
      expect(kinds).toEqual(['4007', 'protocol 7', 'protocol 7']); // asked once, and remembered
    },
  );

  it('W8: a client does not get its own client events', async () => {
    const { client } = await startWorld({ channel: 'private-orders' });
    const orders = client.realtime.subscribe('private-orders');
    const got: string[] = [];
    orders.onAny(({ name }) => got.push(name));
    await orders.subscribed();
    orders.trigger('client-typing', {});
    client.realtime.subscribe('other');
    await client.realtime.subscribe('other').subscribed();
    expect(got).toEqual([]);
  });
});

describe('rewind', () => {
  it('W8: begins the first subscription with stored events, and initial then does not run', async () => {
    const service = await startService();
    publish(service, 'orders', 1, 2, 3);
    const client = connectTo(service, { recovery: recovery() });
    let calls = 0;
    const refetch = async () => {
      calls += 1;
      return [];
    };
    const orders = client.realtime.subscribe('orders', { rewind: 2, initial: true, refetch });
    const got: unknown[] = [];
    orders.onAny(({ data }) => got.push(data));
    await orders.subscribed();
    publish(service, 'orders', 4);
    await until(() => got.length === 3);
    expect([got, calls, gapsOf(client)]).toEqual([[2, 3, 4], 0, []]);
  });

  it('W8: gives a service that began anew, or is empty, its initial state', async () => {
    const service = await startService();
    const client = connectTo(service, { recovery: recovery() });
    const got: unknown[] = [];
    const refetch = async () => [{ name: 'paid', data: 'state' }];
    const orders = client.realtime.subscribe('orders', { rewind: 20, initial: true, refetch });
    orders.onAny(({ data }) => got.push(data));
    await until(() => got.length === 1);
    expect(got).toEqual(['state']);
  });

  it('W8: of one subscriber leaves another one its initial state', async () => {
    const service = await startService();
    publish(service, 'orders', 1, 2);
    const client = connectTo(service, { recovery: recovery() });
    const got: unknown[] = [];
    const refetch = async () => [{ name: 'paid', data: 'state' }];
    client.realtime.subscribe('orders', { rewind: 1 });
    client.realtime
      .subscribe('orders', { initial: true, refetch, idOf: ({ data }) => String(data) })
      .onAny(({ data }) => got.push(data));
    await until(() => got.includes('state'));
    expect(got).toEqual(['state', 2]);
  });

  it('W8: of another size leaves a subscriber its initial state, and of the same size does not', async () => {
    const service = await startService();
    publish(service, 'orders', 1, 2);
    const client = connectTo(service, { recovery: recovery() });
    const ran: string[] = [];
    const open = (name: string, rewind: number | { readonly seconds: number }) =>
      client.realtime.subscribe('orders', {
        rewind,
        initial: true,
        refetch: async () => {
          ran.push(name);
          return [];
        },
      });
    open('first', { seconds: 60 });
    open('same', { seconds: 60 });
    await open('other', 100).subscribed();
    await until(() => ran.length > 0);
    expect(ran).toEqual(['other']);
  });

  it('W8: is not asked for where events were missed: a gap stays one, and refetch runs', async () => {
    const place = { channel: 'orders', stream_id: 's', serial: 9 };
    const event = 'sockudo_internal:subscription_succeeded';
    const answer: Answer = (given, say) => {
      if (given.event === 'pusher:subscribe') say(accept('orders')); // and then the service is upgraded
      if (given.event === 'sockudo:subscribe') say(JSON.stringify({ event, data: '{}', ...place }));
    };
    const server = await startScriptedServer(answer, { version2: true });
    const told: unknown[] = [];
    const realtime = createRealtimeClient({
      ...server.address,
      reconnect: { baseMs: 1 },
      recovery: recovery(),
    });
    onTestFinished(() => realtime.close());
    realtime.on('gap', ({ recovered }) => told.push(recovered));
    const refetch = async () => {
      told.push('refetch');
      return [];
    };
    await realtime.subscribe('orders', { rewind: 1, refetch }).subscribed();
    server.drop();
    await until(() => told.length === 2);
    expect(told).toEqual(['none', 'refetch']);
    expect(server.received.filter((text) => text.includes('rewind'))).toEqual([]);
  });

  it('W8: where the service has none, initial runs', async () => {
    const service = await startService({ recovery: false });
    const client = connectTo(service, { recovery: recovery() });
    const got: unknown[] = [];
    const refetch = async () => [{ name: 'paid', data: 'state' }];
    client.realtime
      .subscribe('orders', { rewind: { seconds: 60 }, initial: true, refetch })
      .onAny(({ data }) => got.push(data));
    await until(() => got.length === 1);
    expect(got).toEqual(['state']);
    const subscribed = service.frames.find(({ text }) => text.includes('pusher:subscribe'));
    expect(subscribed?.text).not.toContain('rewind');
  });

  it.each([0, -1, 1.5, '2', {}, { seconds: 0 }, { seconds: 1, count: 2 }, null])(
    'refuses %j',
    async (rewind) => {
      const client = createRealtimeClient({
        key: 'k',
        host: 'localhost',
        autoConnect: false,
        recovery: recovery(),
      });
      expect(() => client.subscribe('orders', { rewind: rewind as never })).toThrow('rewind must be');
    },
  );

  it('needs the recovery of the client', () => {
    const client = createRealtimeClient({ key: 'k', host: 'localhost', autoConnect: false });
    expect(() => client.subscribe('orders', { rewind: 1 })).toThrow('rewind needs recovery.');
  });
});

describe('the option recovery', () => {
  it.each([{ timeoutMs: 0 }, { maxHeld: -1 }, { timeout: 5 }])('refuses recovery(%j)', (options) => {
    expect(() => recovery(options as never)).toThrow(/timeoutMs|maxHeld/);
  });

  it('is refused unless it is a function', () => {
    const given = { recovery: {} as never };
    expect(() => createRealtimeClient({ key: 'k', host: 'localhost', ...given })).toThrow(
      'recovery must be a function.',
    );
  });

  it('is refused with sharedSocket', () => {
    const options = { key: 'k', host: 'localhost', recovery: recovery(), socket: sharedSocket() };
    expect(() => createRealtimeClient(options)).toThrow('recovery does not work with sharedSocket');
  });
});
