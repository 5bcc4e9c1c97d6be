import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import {
  createRealtimeClient,
  defineChannel,
  type RealtimeClient,
  type RealtimeEvent,
} from '../../src/index.ts';
import { until } from '../realtime-fixtures.ts';
import { frame, startScriptedServer } from '../scripted-server.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

async function memory(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const megabyte = 1_000_000;

/** The platform may release memory late. What is kept it never releases. */
async function expectReleased(before: number): Promise<number> {
  let kept = 0;
  const measure = async () => {
    kept = (await memory()) - before;
    return kept;
  };
  await expect.poll(measure).toBeLessThan(10 * megabyte);
  return kept;
}

const floods = 100;
const inOneFlood = 1_000;
const kilobyte = 'x'.repeat(1_000);

type Server = Awaited<ReturnType<typeof startScriptedServer>>;

/** A hundred megabytes of events, in bursts of one megabyte. */
async function flood({ sayTogether }: Server, arrived: () => number): Promise<void> {
  const before = arrived();
  for (let nth = 1; nth <= floods; nth += 1) {
    const first = nth * inOneFlood;
    // A text of its own for each event: equal ones could be shared.
    sayTogether(
      Array.from({ length: inOneFlood }, (_, n) => frame('n', `${first + n} ${kilobyte}`, 'orders')),
    );
    await until(() => arrived() === before + nth * inOneFlood);
  }
}

const never = {
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: () => new Promise<{ value: unknown }>(() => {}),
  },
};

/** What does not take the events that arrive. */
const slow: Readonly<Record<string, (realtime: RealtimeClient, server: Server) => Promise<void>>> = {
  'a stream that nobody reads': async (realtime) => {
    const orders = realtime.subscribe('orders');
    orders.events('n', { overflow: 'drop-oldest' });
    await orders.subscribed();
  },
  'a refetch that never settles': async (realtime, server) => {
    const orders = realtime.subscribe('orders', { refetch: () => new Promise(() => {}) });
    orders.on('n', () => {});
    await orders.subscribed();
    server.drop();
    await until(() => server.events().filter((event) => event === 'pusher:subscribe').length === 2);
    await orders.subscribed();
  },
  'a schema that never settles': async (realtime) => {
    const orders = realtime.subscribe(defineChannel('orders', { events: { n: never } }));
    orders.on('n', () => {});
    await orders.subscribed();
  },
};

async function start(options: { readonly maxMessageBytes?: number } = {}) {
  const server = await startScriptedServer();
  const told: RealtimeEvent[] = [];
  const onEvent = (event: RealtimeEvent) => told.push(event);
  const realtime = createRealtimeClient({ ...server.address, ...options, reconnect: { baseMs: 1 }, onEvent });
  onTestFinished(() => realtime.close());
  const errors = () => told.flatMap((event) => (event.type === 'error' ? [event.error.message] : []));
  return { server, realtime, told, errors };
}

it.each(Object.entries(slow))(
  'W9: a hundred megabytes of events for %s stay below 10 MB',
  async (_, begin) => {
    const { server, realtime, errors } = await start();
    let arrived = 0;
    realtime.onAny(() => {
      arrived += 1;
    });
    await begin(realtime, server);
    const before = await memory();
    await flood(server, () => arrived);
    const kept = await expectReleased(before);
    console.log(`W9: ${(kept / megabyte).toFixed(1)} MB kept; reports: ${errors().length}`);
    expect(errors().length).toBeLessThan(2 * floods);
  },
);

it('W9: two hundred messages of a megabyte leave nothing behind', async () => {
  const { server, realtime } = await start({ maxMessageBytes: 2 * megabyte });
  const orders = realtime.subscribe('orders');
  let arrived = 0;
  orders.on('n', () => {
    arrived += 1;
  });
  await orders.subscribed();
  const before = await memory();
  for (let nth = 1; nth <= 200; nth += 1) {
    server.say(frame('n', `${nth} ${'x'.repeat(megabyte)}`, 'orders'));
    await until(() => arrived === nth);
  }
  await expectReleased(before);
  await realtime.close();
});

it('W9: a hundred thousand small messages at once leave nothing behind', async () => {
  const { server, realtime } = await start();
  const orders = realtime.subscribe('orders');
  let arrived = 0;
  orders.on('n', () => {
    arrived += 1;
  });
  await orders.subscribed();
  const before = await memory();
  for (let burst = 1; burst <= 3; burst += 1) {
    server.sayTogether(Array.from({ length: 100_000 }, (_, n) => frame('n', n, 'orders')));
    await until(() => arrived === burst * 100_000);
  }
  await expectReleased(before);
  await realtime.close();
});
