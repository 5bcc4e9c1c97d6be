import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createRealtimeClient, defineChannel, type RealtimeEvent } from '../src/index.ts';
import { frame, startScriptedServer } from './scripted-server.ts';

const count = 100_000;
const numbers = Array.from({ length: count }, (_, n) => n);
const slow = {
  '~standard': { version: 1 as const, vendor: 'test', validate: async (value: unknown) => ({ value }) },
};

async function joined() {
  const server = await startScriptedServer();
  const told: RealtimeEvent[] = [];
  const realtime = createRealtimeClient({ ...server.address, onEvent: (event) => told.push(event) });
  onTestFinished(() => realtime.close());
  const events = { n: z.object({ n: z.number() }), 'n-slow': slow };
  const channel = realtime.subscribe(defineChannel('orders', { events }));
  await channel.subscribed();
  const burst = (name: string) => server.sayTogether(numbers.map((n) => frame(name, { n }, 'orders')));
  const errors = () => told.flatMap((event) => (event.type === 'error' ? [event.error.message] : []));
  return { channel, burst, errors };
}

describe('W8: a hundred thousand events that arrive together', () => {
  it('are validated at once, and none is dropped', async () => {
    const { channel, burst, errors } = await joined();
    const seen: number[] = [];
    const all = new Promise<void>((resolve) => {
      channel.on('n', ({ data }) => {
        if (seen.push(data.n) === count) resolve();
      });
    });
    burst('n');
    await all;
    expect(seen).toEqual(numbers);
    expect(errors()).toEqual([]);
  });

  it.each(['n', 'n-slow'] as const)('reach a reader that only reads: %s', async (name) => {
    const { channel, burst, errors } = await joined();
    const stream = channel.events(name);
    burst(name);
    const seen: number[] = [];
    for await (const { data } of stream) if (seen.push((data as { n: number }).n) === count) break;
    expect(seen).toEqual(numbers);
    expect(errors()).toEqual([]);
  });
});
