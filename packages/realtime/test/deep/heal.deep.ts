import { NetworkError } from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import { expect, it } from 'vitest';
import { createRealtimeClient, type RealtimeEvent } from '../../src/index.ts';
import { connectTo, heldTime, signFor, startService, until } from '../realtime-fixtures.ts';
import { startSwappingServer } from '../swapping-server.ts';

/** The most numbers in a window of this length. */
function mostWithin(sorted: readonly number[], length: number): number {
  let first = 0;
  let most = 0;
  for (const [index, value] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= value - length) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

it('W15: 1,000 private channels return after 60 s without authorisation, and ask gently', async () => {
  const count = 1_000;
  const service = await startService();
  const good = signFor(service);
  let seed = 0.1;
  const random = () => {
    seed = (seed * 9_301 + 0.49297) % 1;
    return seed;
  };
  const runtime = createManualRuntime({ random });
  const asked: [number, string][] = [];
  let isDown = false;
  const { realtime, told } = connectTo(service, {
    runtime,
    authorize: (request) => {
      asked.push([runtime.monotonic(), request.channelName]);
      const error = new NetworkError({ message: 'down', provider: 'test', retryable: true });
      return isDown ? Promise.reject(error) : good(request);
    },
  });
  await realtime.connect();
  const channels = Array.from({ length: count }, (_, n) => realtime.subscribe(`private-${n}`));
  await Promise.all(channels.map((channel) => channel.subscribed()));
  asked.length = 0;
  isDown = true;
  service.faults.dropAll();
  await until(() => realtime.state === 'reconnecting');
  await runtime.advance(2_000);
  await until(() => asked.length >= count && channels.every(({ error }) => error !== undefined));
  asked.length = 0; // the first attempts of the connection
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) {
      await runtime.advance(20);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  await pass(60_000);
  expect(realtime.state).toBe('connected');
  expect(channels.filter(({ state }) => state === 'failed' || state === 'subscribed')).toEqual([]);
  isDown = false;
  await pass(75_000);
  await until(() => channels.every(({ state }) => state === 'subscribed'));
  // 25 a second, and what the jitter adds to a window.
  const times = asked.map(([ms]) => ms);
  expect(mostWithin(times, 10_000)).toBeLessThanOrEqual(300);
  const byName = new Map<string, number[]>(channels.map(({ name }) => [name, []]));
  for (const [ms, name] of asked) byName.get(name)?.push(ms);
  for (const calls of byName.values()) expect(mostWithin(calls, 30_000)).toBeLessThan(5);
  expect(told.filter(({ type }) => type === 'gap')).toHaveLength(count);
  expect(told.findLast(({ type }) => type === 'state')).toMatchObject({ state: 'connected', waiting: 0 });
});

it('W15: 200 quick cycles of leaving and rejoining, with the frames swapped, end no channel', async () => {
  const { server, swap, joined } = await startSwappingServer();
  const runtime = heldTime();
  const told: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({ ...server.address, runtime, onEvent: (event) => told.push(event) });
  await realtime.connect();
  let channel = realtime.subscribe('orders');
  await channel.subscribed();
  for (let cycle = 0; cycle < 200; cycle += 1) {
    swap();
    channel.unsubscribe();
    channel = realtime.subscribe('orders');
    await until(() => channel.state === 'waiting');
    await runtime.advance(1_000);
    await channel.subscribed();
    expect(joined.has('orders')).toBe(true);
  }
  expect(told.filter(({ type }) => type === 'error')).toEqual([]);
  expect(told.filter(({ type }) => type === 'gap')).toHaveLength(200);
  await realtime.close();
});
