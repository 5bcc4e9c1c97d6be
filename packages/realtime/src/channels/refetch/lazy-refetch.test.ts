import type { OrgError } from '@org/core';
import { realWork } from '@org/core/driver';
import { createManualRuntime } from '@org/core/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ChannelEvent } from '../channel.ts';
import type { GapEvent } from '../realtime-events.ts';
import { readSubscribeOptions, type SubscribeOptions } from '../subscribe-options.ts';
import { LazyRefetch, loadRefetcher } from './lazy-refetch.ts';
import type { RefetchParts } from './refetch-parts.ts';

const live = (data: number): ChannelEvent => ({
  name: 'n',
  channel: 'orders',
  data,
  receivedAt: new Date(0),
});
const gap: GapEvent = {
  type: 'gap',
  channel: 'orders',
  from: new Date(0),
  to: new Date(1),
  recovered: 'none',
};

/** A subscriber whose code loads, or does not, when the test says so. */
function open(given: SubscribeOptions = {}) {
  const runtime = createManualRuntime();
  const delivered: unknown[] = [];
  const reported: OrgError[] = [];
  const loads: { readonly resolve: () => Promise<void>; readonly reject: (error: unknown) => void }[] = [];
  const run = vi.spyOn(realWork, 'run').mockImplementation(
    (work) =>
      new Promise((resolve, reject) => {
        loads.push({ resolve: () => work().then(resolve, reject), reject });
      }),
  );
  onTestFinished(() => run.mockRestore());
  const parts: RefetchParts = {
    name: 'orders',
    runtime,
    options: readSubscribeOptions(
      { refetch: async () => [{ name: 'n', data: 'refetched' }], ...given },
      { lingerMs: 0 },
    ),
    validate: (event) => void delivered.push(event.data),
    report: (error) => reported.push(error),
  };
  const lazy = new LazyRefetch(parts, loadRefetcher);
  const load = async () => {
    await loads.at(-1)?.resolve();
    await runtime.settle();
  };
  const failToLoad = async () => {
    loads.at(-1)?.reject(new Error('offline'));
    await runtime.settle();
  };
  return { lazy, delivered, reported, loads, load, failToLoad };
}

it('W8: events and gaps wait for the code, in order', async () => {
  const { lazy, delivered, load } = open();
  lazy.take(live(1));
  lazy.take(gap);
  lazy.take(live(2));
  expect(delivered).toEqual([]);
  await load();
  await expect.poll(() => delivered).toEqual([1, 'refetched', 2]);
  lazy.take(live(3));
  expect(delivered).toEqual([1, 'refetched', 2, 3]);
});

it('W8: events go on when the code does not load, and the next gap loads it again', async () => {
  const { lazy, delivered, reported, loads, load, failToLoad } = open();
  lazy.take(live(1));
  lazy.take(gap);
  lazy.take(live(2));
  await failToLoad();
  lazy.take(live(3));
  expect(delivered).toEqual([1, 2, 3]);
  expect(reported).toMatchObject([{ code: 'refetch', retryable: true, cause: { message: 'offline' } }]);
  expect(loads).toHaveLength(1);
  lazy.take(gap);
  expect(loads).toHaveLength(2);
  lazy.take(live(4));
  await load();
  await expect.poll(() => delivered).toEqual([1, 2, 3, 'refetched', 4]);
});

it('W9: what waits for the code is bounded, and nothing of it is lost', async () => {
  const { lazy, delivered, reported, load } = open({ maxBuffered: 2 });
  lazy.take(live(1));
  lazy.take(live(2));
  expect(delivered).toEqual([]);
  lazy.take(live(3));
  expect(delivered).toEqual([1, 2, 3]);
  expect(reported.map(({ code }) => code)).toEqual(['event-overflow']);
  await load();
  lazy.take(live(4));
  expect(delivered).toEqual([1, 2, 3, 4]);
});

it('W14: nothing follows the end, whether the code loads or not', async () => {
  for (const end of ['load', 'failToLoad'] as const) {
    const opened = open();
    opened.lazy.take(live(1));
    opened.lazy.stop();
    opened.lazy.take(gap); // another subscriber's refetch ended this one in the same turn
    await opened[end]();
    expect([opened.delivered, opened.reported]).toEqual([[], []]);
    expect(opened.loads).toHaveLength(1);
  }
});
