import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createRealtimeClient } from '../../src/index.ts';
import { until } from '../realtime-fixtures.ts';
import { startScriptedServer } from '../scripted-server.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const heapUsed = async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  collect();
  return process.memoryUsage().heapUsed;
};

it('W9: ten thousand channels on one socket, and back after a loss, below 6 kB each', async () => {
  const count = 10_000;
  const server = await startScriptedServer();
  const subscribeTimeoutMs = 60_000; // for a busy machine
  const realtime = createRealtimeClient({ ...server.address, subscribeTimeoutMs, reconnect: { baseMs: 1 } });
  await realtime.connect();
  const before = await heapUsed();
  const channels = Array.from({ length: count }, (_, n) => realtime.subscribe(`channel-${n}`));
  let seen = 0;
  for (const channel of channels) {
    channel.on('n', () => {
      seen += 1;
    });
  }
  await Promise.all(channels.map((channel) => channel.subscribed()));
  server.received.length = 0; // the fixture's own record
  await expect.poll(async () => (await heapUsed()) - before).toBeLessThan(count * 6_000);
  server.drop();
  await until(() => realtime.state === 'reconnecting' || server.received.length > 0);
  await Promise.all(channels.map((channel) => channel.subscribed()));
  expect(server.events().filter((event) => event === 'pusher:subscribe')).toHaveLength(count);
  expect(realtime.channels.map(({ name }) => name)).toEqual(channels.map(({ name }) => name));
  for (const { name } of channels) server.say(JSON.stringify({ event: 'n', channel: name, data: '1' }));
  await until(() => seen === count);
  await realtime.close();
});
