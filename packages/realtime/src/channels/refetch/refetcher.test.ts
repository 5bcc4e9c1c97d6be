import type { OrgError } from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../channel.ts';
import type { GapEvent } from '../realtime-events.ts';
import { readSubscribeOptions, type SubscribeOptions } from '../subscribe-options.ts';
import { Refetcher } from './refetcher.ts';

type Refetch = NonNullable<SubscribeOptions['refetch']>;
type Call = Parameters<Refetch>[0] & {
  resolve(names: readonly string[]): void;
  reject(error: unknown): void;
};

const live = (name: string): ChannelEvent => ({
  name,
  channel: 'orders',
  data: name,
  receivedAt: new Date(0),
});
const gap = (fromMs: number, toMs: number): GapEvent => ({
  type: 'gap',
  channel: 'orders',
  from: new Date(fromMs),
  to: new Date(toMs),
  recovered: 'none',
});

/** `isSlow`: every event waits one turn, as behind an asynchronous schema. */
function open(options: SubscribeOptions = {}, isSlow = false) {
  const runtime = createManualRuntime();
  const delivered: string[] = [];
  const reported: OrgError[] = [];
  const calls: Call[] = [];
  const refetch: Refetch = (call) =>
    new Promise((resolve, reject) => {
      calls.push({
        ...call,
        resolve: (names) => resolve(names.map((name) => ({ name, data: name }))),
        reject,
      });
    });
  let busy = Promise.resolve();
  const deliver = (event: ChannelEvent) => {
    if (!refetcher.isDouble(event)) delivered.push(event.name);
  };
  const refetcher = new Refetcher({
    name: 'orders',
    runtime,
    options: readSubscribeOptions({ refetch, ...options }, { lingerMs: 0 }),
    validate(event) {
      if (!isSlow) {
        deliver(event);
        return undefined;
      }
      busy = busy.then(() => deliver(event));
      return busy;
    },
    report: (error) => reported.push(error),
  });
  const take = (...names: string[]) => {
    for (const name of names) refetcher.take(live(name));
  };
  const call = (nth = calls.length): Call => calls[nth - 1] ?? expect.fail('no such call');
  return { runtime, delivered, reported, calls, call, refetcher, take, settle: () => runtime.settle() };
}

describe.each([
  ['synchronous', false],
  ['asynchronous', true],
])('W8: refetch, with %s schemas', (_name, isSlow) => {
  it('delivers the events of the gap first, then those that arrived meanwhile', async () => {
    const { refetcher, take, call, delivered, settle } = open({}, isSlow);
    take('a');
    await settle();
    refetcher.take(gap(1, 2));
    take('d', 'e');
    await settle();
    expect(delivered).toEqual(['a']);
    expect(call()).toMatchObject({ channel: 'orders', from: new Date(1), to: new Date(2) });
    call().resolve(['b', 'c']);
    await settle();
    take('f');
    await settle();
    expect(delivered).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('goes on in order when it rejects, and reports that', async () => {
    const { refetcher, take, call, delivered, reported, settle } = open({}, isSlow);
    refetcher.take(gap(1, 2));
    take('d');
    call().reject(new Error('no server'));
    await settle();
    take('e');
    await settle();
    expect(delivered).toEqual(['d', 'e']);
    expect(reported).toMatchObject([{ code: 'refetch', cause: { message: 'no server' } }]);
    expect(reported[0]?.message).toContain('refetch failed for orders: no server. The events');
  });

  it('starts anew when the connection is lost meanwhile, from the first gap', async () => {
    const { refetcher, take, calls, call, delivered, reported, settle } = open({}, isSlow);
    refetcher.take(gap(1, 2));
    take('b');
    refetcher.interrupt(false);
    expect(call().signal.aborted).toBe(true);
    refetcher.take(gap(3, 4));
    take('d');
    call(1).resolve(['too late']);
    await settle();
    expect(calls).toHaveLength(2);
    expect(call()).toMatchObject({ from: new Date(1), to: new Date(4) });
    call().resolve(['a', 'c']);
    await settle();
    expect(delivered).toEqual(['a', 'c', 'b', 'd']);
    expect(reported).toEqual([]);
  });

  it('drops doubles by their id, also across the seam and of a cached event', async () => {
    const { refetcher, take, call, delivered, settle } = open({ idOf: ({ data }) => String(data) }, isSlow);
    take('a', 'b', 'b');
    await settle();
    refetcher.take(gap(1, 2));
    take('c', 'd', 'd');
    call().resolve(['b', 'c', 'c']);
    await settle();
    take('d', 'e', 'a');
    await settle();
    expect(delivered).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('keeps the order of two gaps', async () => {
    const { refetcher, take, call, delivered, settle } = open({}, isSlow);
    refetcher.take(gap(1, 2));
    take('b');
    call().resolve(['a']);
    while (delivered.length === 0) await Promise.resolve();
    expect(delivered).toEqual(isSlow ? ['a'] : ['a', 'b']);
    refetcher.interrupt(false);
    refetcher.take(gap(3, 4));
    take('d');
    call().resolve(['c']);
    await settle();
    take('e');
    await settle();
    expect(delivered).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('delivers nothing after the end', async () => {
    const { refetcher, take, call, delivered, reported, settle } = open({}, isSlow);
    refetcher.take(gap(1, 2));
    take('b');
    refetcher.stop();
    expect(call().signal.aborted).toBe(true);
    call().resolve(['a']);
    await settle();
    expect([delivered, reported]).toEqual([[], []]);
  });
});

describe('W9: what waits for refetch is bounded', () => {
  it.each([
    ['drop-newest', ['x', 'a', 'b', 'e'], 'last'],
    ['drop-oldest', ['x', 'c', 'd', 'e'], 'first'],
  ] as const)('%s', async (overflow, expected, which) => {
    const { refetcher, take, call, delivered, reported, settle } = open({ maxBuffered: 2, overflow });
    refetcher.take(gap(1, 2));
    take('a', 'b', 'c', 'd');
    call().resolve(['x']);
    await settle();
    take('e');
    expect(delivered).toEqual(expected);
    expect(reported).toMatchObject([{ code: 'event-overflow' }]);
    expect(reported[0]?.message).toContain(`maxBuffered (2)`);
    expect(reported[0]?.message).toContain(`The ${which} 2 were dropped`);
  });

  it('W14: a refetch that never settles ends after refetchTimeoutMs', async () => {
    const { runtime, refetcher, take, call, delivered, reported } = open({ refetchTimeoutMs: 50 });
    refetcher.take(gap(1, 2));
    take('b');
    await runtime.advance(49);
    expect(delivered).toEqual([]);
    await runtime.advance(1);
    expect(delivered).toEqual(['b']);
    expect(call().signal.aborted).toBe(true);
    expect(reported[0]?.message).toContain('refetchTimeoutMs (50 ms)');
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('a subscription that failed delivers what waited, and the next gap includes this one', async () => {
    const { refetcher, take, call, delivered, settle } = open();
    refetcher.take(gap(1, 2));
    take('b');
    refetcher.interrupt(true);
    expect(delivered).toEqual(['b']);
    refetcher.take(gap(3, 4));
    expect(call()).toMatchObject({ from: new Date(1), to: new Date(4) });
    call().resolve(['c']);
    await settle();
    expect(delivered).toEqual(['b', 'c']);
  });
});

describe('wrong values of the caller', () => {
  it.each<[string, () => unknown, string]>([
    ['nothing', async () => undefined, 'must resolve with an array'],
    ['a text', async () => 'abc', 'must resolve with an array'],
    ['an event without a name', async () => [{ data: 1 }], 'has no name'],
    ['an event that is none', async () => [null], 'has no name'],
    ['an event of the protocol', async () => [{ name: 'pusher:error', data: 1 }], 'has no name'],
    [
      'a throw',
      () => {
        throw new Error('mine');
      },
      'mine',
    ],
  ])('refetch: %s', async (_name, refetch, message) => {
    const { refetcher, take, delivered, reported, settle } = open({ refetch: refetch as never });
    refetcher.take(gap(1, 2));
    take('b');
    await settle();
    expect(delivered).toEqual(['b']);
    expect(reported.map((error) => error.code)).toEqual(['refetch']);
    expect(reported[0]?.message).toContain(message);
  });

  it('an idOf that throws is reported, and the event is delivered', () => {
    const { take, delivered, reported } = open({
      idOf: () => {
        throw new Error('mine');
      },
    });
    take('a', 'a');
    expect(delivered).toEqual(['a', 'a']);
    expect(reported.map((error) => error.code)).toEqual(['listener', 'listener']);
  });

  it('an event without an id is never a double', () => {
    const { take, delivered } = open({ idOf: () => undefined });
    take('a', 'a');
    expect(delivered).toEqual(['a', 'a']);
  });
});
