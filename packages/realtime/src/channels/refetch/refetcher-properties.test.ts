import { createManualRuntime } from '@org/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChannelEvent } from '../channel.ts';
import { readSubscribeOptions } from '../subscribe-options.ts';
import { Refetcher } from './refetcher.ts';

type Step = 'publish' | 'lose' | 'return' | 'answer' | 'fail' | 'turn';

const steps = fc.array(
  fc.constantFrom<Step>('publish', 'publish', 'publish', 'lose', 'return', 'answer', 'fail', 'turn'),
  { maxLength: 80, size: 'max' },
);

/** A service that numbers its events, a store of all of them, and a connection that comes and goes. */
async function simulate(given: readonly Step[], isSlow: boolean) {
  const runtime = createManualRuntime();
  const delivered: number[] = [];
  const reported: string[] = [];
  let published = 0;
  let isConnected = true;
  let wasAnswered = true;
  let answer = (_: 'events' | 'failure') => {};
  let busy = Promise.resolve();
  const deliver = (event: ChannelEvent) => {
    if (!refetcher.isDouble(event)) delivered.push(Number(event.data));
  };
  const refetcher = new Refetcher({
    name: 'orders',
    runtime,
    report: ({ code }) => reported.push(code),
    validate(event) {
      if (!isSlow) return void deliver(event);
      busy = busy.then(() => deliver(event));
      return busy;
    },
    options: readSubscribeOptions(
      {
        idOf: ({ data }) => Number(data),
        refetch: () =>
          new Promise((resolve, reject) => {
            answer = (how) => {
              if (how === 'failure') reject(new Error('no server'));
              else resolve(Array.from({ length: published }, (_, n) => ({ name: 'n', data: n + 1 })));
            };
          }),
      },
      { lingerMs: 0 },
    ),
  });
  const run: Record<Step, () => unknown> = {
    publish() {
      published += 1;
      const event = { name: 'n', channel: 'orders', data: published, receivedAt: new Date(0) };
      if (isConnected) refetcher.take(event);
    },
    lose() {
      if (isConnected) refetcher.interrupt(false);
      isConnected = false;
    },
    return() {
      if (isConnected) return;
      isConnected = true;
      wasAnswered = false;
      refetcher.take({
        type: 'gap',
        channel: 'orders',
        from: new Date(0),
        to: new Date(0),
        recovered: 'none',
      });
    },
    answer() {
      wasAnswered ||= isConnected;
      answer('events');
    },
    fail: () => (wasAnswered ? undefined : answer('failure')),
    turn: () => runtime.settle(),
  };
  for (const step of given) await run[step]();
  return { runtime, run, delivered, reported, published: () => published };
}

it.each([
  ['synchronous', false],
  ['asynchronous', true],
])('W8: nothing arrives twice, also after a failed refetch, with %s schemas', async (_name, isSlow) => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { runtime, delivered } = await simulate(given, isSlow);
      await runtime.settle();
      expect(delivered).toEqual([...new Set(delivered)]);
    }),
  );
});

it.each([
  ['synchronous', false],
  ['asynchronous', true],
])('W8: nothing is lost or out of order once a refetch succeeds, with %s schemas', async (_name, isSlow) => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const noFailures = given.filter((step) => step !== 'fail');
      const { runtime, run, delivered, reported, published } = await simulate(noFailures, isSlow);
      for (const step of ['return', 'turn', 'answer', 'turn', 'publish', 'turn'] as const) await run[step]();
      await runtime.settle();
      expect(delivered).toEqual(Array.from({ length: published() }, (_, n) => n + 1));
      expect(reported).toEqual([]);
    }),
  );
});
