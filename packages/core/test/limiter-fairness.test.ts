import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter, type LimiterOptions } from '../src/limits/create-limiter.ts';
import { maxConcurrency } from '../src/limits/kinds/concurrency.ts';
import { perSecond, perWindow } from '../src/limits/kinds/window.ts';
import type { PermitRequest } from '../src/limits/limiter.ts';
import { deficitRoundRobin } from '../src/resilience/deficit-round-robin.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

function setUp(options: Partial<LimiterOptions> = {}) {
  const runtime = createManualRuntime();
  const limiter = createLimiter({
    limits: [maxConcurrency(1)],
    fairness: deficitRoundRobin(),
    runtime,
    ...options,
  });
  const started: string[] = [];
  const refused: string[] = [];
  const ask = (name: string, request: PermitRequest = {}) =>
    limiter.acquire({ tenant: name[0], ...request }).then(
      (permit) => {
        started.push(name);
        permit.release();
      },
      () => void refused.push(name),
    );
  /** Asks for all while nothing can start, then lets them run to the end. */
  const play = async (names: readonly string[], requestOf: (name: string) => PermitRequest = () => ({})) => {
    const blocker = await limiter.acquire();
    for (const name of names) void ask(name, requestOf(name));
    await runtime.settle();
    blocker.release();
    await runtime.settle();
    return started.join(' ');
  };
  return { runtime, limiter, started, refused, ask, play };
}

describe('tenants on one limiter', () => {
  it('take turns, each in its own order', async () => {
    const { play } = setUp();
    expect(await play(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])).toBe('a1 b1 c1 a2 b2 a3');
  });

  it('are served as they come without fairness', async () => {
    const { play } = setUp({ fairness: undefined });
    expect(await play(['a1', 'a2', 'b1'])).toBe('a1 a2 b1');
  });

  it('take turns within a priority; priorities share as ever', async () => {
    const { play } = setUp();
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'B1', 'B2'];
    const order = await play(names, (name) => ({ priority: name.startsWith('B') ? 'high' : 'normal' }));
    expect(order).toBe('B1 B2 a1 b1 a2 a3 a4 a5');
  });

  it('take turns over all groups', async () => {
    const { play } = setUp({ groups: { x: [perSecond(100)] } });
    const order = await play(['a1', 'a2', 'a3', 'b1'], (name) =>
      name.startsWith('a') ? { group: 'x' } : {},
    );
    expect(order).toBe('a1 b1 a2 a3');
  });

  it('do not wait for a tenant whose group has to wait', async () => {
    const { runtime, started, ask } = setUp({
      limits: [],
      groups: { x: [perWindow(1, 1_000)] },
      probe: false,
    });
    for (const name of ['a1', 'a2', 'a3']) void ask(name, { group: 'x' });
    for (const name of ['b1', 'b2']) void ask(name);
    await runtime.settle();
    expect(started).toEqual(['a1', 'b1', 'b2']);
    await runtime.advance(2_000);
    expect(started.slice(3)).toEqual(['a2', 'a3']);
  });

  it('have their retries first, but only their own', async () => {
    const { play } = setUp();
    const order = await play(['a1', 'a2', 'b1', 'aR'], (name) => ({ retry: name === 'aR' }));
    expect(order).toBe('aR b1 a1 a2');
  });

  it('do not shut others out of a full queue: the one with most loses its newest', async () => {
    const { play, refused } = setUp({ maxQueue: 3 });
    expect(await play(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])).toBe('a1 b1 c1');
    expect(refused).toEqual(['a3', 'a2', 'b2']);
  });

  it('leave nothing behind when they go', async () => {
    const { runtime, limiter, ask } = setUp();
    const blocker = await limiter.acquire();
    const controller = new AbortController();
    for (const name of ['a1', 'b1', 'c1']) void ask(name, { signal: controller.signal });
    controller.abort('gone');
    await runtime.settle();
    expect(limiter.snapshot()).toMatchObject({ pending: 0, inFlight: 1 });
    blocker.release();
    void ask('b2');
    await runtime.settle();
    expect(limiter.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
  });
});

describe('C20: fairness in a limiter', () => {
  const call = fc.record({
    tenant: fc.constantFrom('a', 'b', 'c', undefined),
    priority: fc.constantFrom('high', 'normal', 'low'),
    cost: fc.integer({ min: 1, max: 4 }),
    /** Gives up this long after it asked. */
    patienceMs: fc.option(fc.nat(250), { nil: undefined }),
  });

  it('loses nobody, keeps the order of each tenant in each priority, and does the same every time', () =>
    fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
        const play = async () => {
          const { runtime, limiter } = setUp({ limits: [maxConcurrency(4), perWindow(6, 100)] });
          const started: number[] = [];
          let left = 0;
          calls.forEach(({ patienceMs, ...request }, index) => {
            const controller = new AbortController();
            limiter.acquire({ ...request, signal: controller.signal }).then(
              async (permit) => {
                started.push(index);
                await runtime.sleep(7);
                permit.release();
              },
              () => (left += 1),
            );
            if (patienceMs !== undefined) void runtime.sleep(patienceMs).then(() => controller.abort('gone'));
          });
          for (let turn = 0; turn < 500 && started.length + left < calls.length; turn += 1)
            await runtime.advance(10);
          await runtime.advance(300);
          expect(started.length + left).toBe(calls.length);
          expect(limiter.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
          expect(runtime.pendingSleeps).toEqual([]);
          return started;
        };
        const started = await play();
        for (const tenant of ['a', 'b', 'c', undefined])
          for (const priority of ['high', 'normal', 'low']) {
            const own = started.filter(
              (index) => calls[index]?.tenant === tenant && calls[index]?.priority === priority,
            );
            expect(own).toEqual(own.toSorted((left, right) => left - right));
          }
        expect(await play()).toEqual(started);
      }),
      { numRuns: 30 },
    ));

  it('no priority starves: each that waits gets its share of every seven starts', async () => {
    const { runtime, limiter, started, ask } = setUp({ fairness: undefined });
    const blocker = await limiter.acquire();
    for (let index = 0; index < 70; index += 1) void ask(`h${index}`, { priority: 'high' });
    for (let index = 0; index < 10; index += 1) void ask(`l${index}`, { priority: 'low' });
    for (let index = 0; index < 20; index += 1) void ask(`n${index}`);
    await runtime.settle();
    blocker.release();
    await runtime.settle();
    const share = (letter: string) => started.slice(0, 70).filter((name) => name.startsWith(letter)).length;
    expect([share('h'), share('n'), share('l')]).toEqual([40, 20, 10]);
  });
});
