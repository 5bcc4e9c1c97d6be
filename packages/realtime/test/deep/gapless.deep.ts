import { expect, it } from 'vitest';
import type { RealtimeService } from '../../../sandbox/src/realtime/realtime-service.ts';
import { type Channel, createRealtimeClient } from '../../src/index.ts';
import { startService, until } from '../realtime-fixtures.ts';

const count = 1_000_000;
const losses = 50;
const inOneTurn = 1_000;

const reconnect = { baseMs: 1, capMs: 5, stableAfterMs: 1 };

/** Publishes 1, 2, 3, … and cuts the connection fifty times. Part of the events comes while it is lost. */
async function publishAll(service: RealtimeService, channel: Channel): Promise<void> {
  const everyNth = count / losses;
  for (let n = 1; n <= count; n += 1) {
    service.publish({ channel: 'orders', event: 'n', data: String(n) });
    if (n % everyNth === everyNth / 2) service.faults.dropAll();
    if (n % inOneTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    if (n % everyNth === 0) await channel.subscribed();
  }
}

const isAscending = (numbers: readonly number[]) =>
  numbers.every((n, index) => index === 0 || n > (numbers[index - 1] ?? 0));

it('W8: a million events with fifty losses: in order, none twice, every loss announced', async () => {
  const service = await startService();
  const { app, host, port } = service;
  const realtime = createRealtimeClient({ key: app.key, host, port, reconnect });
  const orders = realtime.subscribe('orders');
  const seen: number[] = [];
  /** Where in `seen` a gap was announced. */
  const gapsAt: number[] = [];
  orders.on('n', ({ data }) => seen.push(data as number));
  realtime.on('gap', () => gapsAt.push(seen.length));
  await orders.subscribed();
  await publishAll(service, orders);
  service.publish({ channel: 'orders', event: 'n', data: String(count + 1) });
  await until(() => seen.at(-1) === count + 1);
  expect(isAscending(seen)).toBe(true);
  const holes = seen.flatMap((n, index) => (n === (seen[index - 1] ?? 0) + 1 ? [] : [index]));
  expect(holes.filter((at) => !gapsAt.includes(at))).toEqual([]);
  expect(gapsAt).toHaveLength(losses);
  expect(seen.length).toBeGreaterThan(count / 2);
  await realtime.close();
});

it('W8: with refetch and idOf nothing of a million events is lost, doubled or out of order', async () => {
  const service = await startService();
  const { app, host, port } = service;
  const realtime = createRealtimeClient({ key: app.key, host, port, reconnect });
  const errors: unknown[] = [];
  realtime.on('error', ({ error }) => errors.push(error));
  const seen: number[] = [];
  let stored = 0;
  let last = 0;
  let isOrdered = true;
  let calls = 0;
  service.subscribe(({ kind }) => {
    if (kind === 'event') stored += 1;
  });
  const orders = realtime.subscribe('orders', {
    maxBuffered: 100_000,
    idOf: ({ data }) => Number(data),
    // From the program's own position, and from a little before it.
    refetch: async () => {
      calls += 1;
      const from = Math.max(1, last - 100);
      return Array.from({ length: stored - from + 1 }, (_, index) => ({ name: 'n', data: from + index }));
    },
  });
  orders.on('n', ({ data }) => {
    isOrdered &&= data === last + 1;
    last = Number(data);
    if (last % 100_000 === 0) seen.push(last);
  });
  await orders.subscribed();
  await publishAll(service, orders);
  await until(() => last === count);
  expect({ isOrdered, calls, parts: seen.length, errors }).toEqual({
    isOrdered: true,
    calls: losses,
    parts: 10,
    errors: [],
  });
  await realtime.close();
});
