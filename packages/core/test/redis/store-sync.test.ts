import { describe, expect, it } from 'vitest';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import { perMinute, perWindow } from '../../src/limits/kinds/window.ts';
import { createRedisLimiter, type RedisLimiterOptions, type RedisStore } from '../../src/redis/index.ts';
import type { FleetReply, FleetRequest } from '../../src/redis/wire.ts';
import { createManualRuntime } from '../../src/testing/index.ts';

type Answer = (request: FleetRequest) => Partial<FleetReply> | Promise<Partial<FleetReply>>;

/** All that is asked for is granted, and nobody is held. */
const grantAll: Answer = ({ ask }) => ({ grants: ask.map(([, , count]) => count), waits: [0] });

/** A store that answers by script, and the limiter of one process on a clock that stands still. */
function open(answers: readonly Answer[], options: Partial<RedisLimiterOptions> = {}) {
  const runtime = createManualRuntime();
  const requests: FleetRequest[] = [];
  const script = [...answers];
  const evalsha: RedisStore['evalsha'] = async (_digest, _keys, [, text]) => {
    const request = JSON.parse(String(text)) as FleetRequest;
    requests.push(request);
    const reply = await (script.shift() ?? grantAll)(request);
    return JSON.stringify({ epoch: 'first', grants: [], waits: [0], pauses: [0], used: [0], ...reply });
  };
  const limiter = createRedisLimiter({
    store: { evalsha, eval: evalsha },
    key: 'k',
    limits: [perMinute(100)],
    runtime,
    ...options,
  });
  return { runtime, requests, limiter };
}

describe('C6: the report of a process to the store', () => {
  it('closing while a permit is held keeps its place until it is released', async () => {
    const { runtime, requests, limiter } = open([], { limits: [maxConcurrency(1)] });
    const held = await limiter.acquire();
    await limiter.close();
    expect(requests.at(-1)).toMatchObject({ limits: [{ open: 1 }], leaving: false });
    held.release();
    await runtime.advance(1_000);
    expect(requests.at(-1)).toMatchObject({ limits: [{ open: 0 }], leaving: true });
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it('C7: a store that loses its data twice in a row gets a full report again', async () => {
    const { runtime, requests, limiter } = open([
      grantAll,
      grantAll,
      () => ({ epoch: 'second', lost: true }),
      () => ({ epoch: 'third', lost: true }),
    ]);
    (await limiter.acquire()).release();
    await runtime.advance(1_000);
    // The second answer knows of the call that has finished.
    expect(requests).toMatchObject([{ epoch: '' }, { epoch: 'first', limits: [{ total: 1 }] }]);
    const next = limiter.acquire();
    await runtime.advance(5_000);
    await next;
    const told = requests.slice(2).map(({ epoch, limits }) => [epoch, limits[0]?.finished.length]);
    // Nothing new for the memory that it believes in; then all of it, twice, until it is known.
    expect(told.slice(0, 3)).toEqual([
      ['first', 0],
      ['', 2],
      ['', 2],
    ]);
    expect(requests.at(2)?.epoch).toBe('first');
    await limiter.close();
  });

  it('C7: sends a full report after an idle time in which the store may have dropped it', async () => {
    const { runtime, requests, limiter } = open([]);
    (await limiter.acquire()).release();
    await runtime.advance(1_000);
    const { keep = Number.NaN } = requests.at(-1) ?? {};
    await runtime.advance(keep);
    (await limiter.acquire()).release();
    expect(requests.at(-1)).toMatchObject({ epoch: '', limits: [{ total: 1 }] });
    await limiter.close();
  });

  it('C11: leaves no timer behind when there is nothing more to report', async () => {
    const { runtime, limiter } = open([]);
    const permit = await limiter.acquire();
    expect(runtime.pendingSleeps).toHaveLength(1);
    permit.release();
    await runtime.advance(1_000);
    expect(runtime.pendingSleeps).toEqual([]);
    await limiter.close();
  });

  it('has one timer during a request to the store: the limit of its response', async () => {
    const silent = new Promise<never>(() => {});
    const { runtime, limiter } = open([grantAll, () => silent], { storeTimeoutMs: 700, leaseMs: 9_000 });
    const held = await limiter.acquire();
    // The lease is renewed in time.
    expect(runtime.pendingSleeps).toEqual([3_000]);
    const next = limiter.acquire();
    await runtime.settle();
    expect(runtime.pendingSleeps).toEqual([700]);
    await runtime.advance(700);
    (await next).release();
    held.release();
    await limiter.close();
  });

  it('a finished call lets the next be asked for at once, however long others wait', async () => {
    const limits = [perWindow(1, 1_000)];
    // Only a finish can tell when the place of a call under way is free.
    const full: Answer = ({ ask }) => ({ grants: ask.map(() => 0), waits: [-1], waiting: 400 });
    const { runtime, requests, limiter } = open([grantAll, full], { limits });
    const held = await limiter.acquire();
    const next = limiter.acquire();
    // Later than two questions may follow each other, sooner than a report of what has finished is due.
    await runtime.advance(10);
    expect(requests).toHaveLength(2);
    held.release();
    await runtime.settle();
    expect(requests.at(2)).toMatchObject({ limits: [{ open: 0, total: 1 }], ask: [[0, 1, 1]] });
    (await next).release();
    await limiter.close();
  });

  it('two questions keep their distance, however early a place becomes free', async () => {
    const full: Answer = ({ ask }) => ({ grants: ask.map(() => 0), waits: [-1] });
    const { runtime, requests, limiter } = open([grantAll, full], { limits: [perWindow(1, 1_000)] });
    const held = await limiter.acquire();
    const next = limiter.acquire();
    await runtime.settle();
    held.release();
    await runtime.settle();
    expect(requests).toHaveLength(2);
    // 5 ms, and up to half of it by chance.
    await runtime.advance(8);
    expect(requests).toHaveLength(3);
    (await next).release();
    await limiter.close();
  });

  it('asks less often the longer nothing is free: ten times a second at last', async () => {
    const full: Answer = ({ ask }) => ({ grants: ask.map(() => 0), waits: [-1], waiting: 0 });
    const answers = [grantAll, ...Array.from({ length: 200 }, () => full)];
    const { runtime, requests, limiter } = open(answers, { limits: [perWindow(1, 1_000)] });
    const held = await limiter.acquire();
    const next = limiter.acquire().catch(() => {});
    for (let at = 0; at < 2_000; at += 5) await runtime.advance(5);
    expect(requests.length).toBeGreaterThan(10);
    expect(requests.length).toBeLessThan(40);
    held.release();
    await limiter.close();
    await next;
  });

  const refused = { throttled: true, retryAfterMs: 5_000 } as const;

  it('a pause of the service is reported at once', async () => {
    const { runtime, requests, limiter } = open([]);
    const permit = await limiter.acquire();
    await runtime.advance(1);
    permit.release(refused);
    await runtime.settle();
    expect(requests.at(1)?.pauses).toEqual([5_000_000]);
    await limiter.close();
  });

  it('a pause that begins during a request to the store is reported after it', async () => {
    let reply = (_: Partial<FleetReply>) => {};
    const late = new Promise<Partial<FleetReply>>((resolve) => {
      reply = resolve;
    });
    const { runtime, requests, limiter } = open([grantAll, () => late]);
    const permit = await limiter.acquire();
    const next = limiter.acquire();
    await runtime.settle();
    permit.release(refused);
    reply({ grants: [0], waits: [0] });
    await runtime.settle();
    expect(requests.map(({ pauses }) => pauses[0])).toEqual([0, 0, 5_000_000]);
    await runtime.advance(10_000);
    (await next).release();
    await limiter.close();
  });

  it('C7: after a failure the store learns how long this process was away', async () => {
    const broken: Answer = () => Promise.reject(new Error('READONLY'));
    const { runtime, requests, limiter } = open([grantAll, broken], { onStoreError: 'closed' });
    const held = await limiter.acquire();
    const next = limiter.acquire().catch((error: unknown) => error);
    await runtime.settle();
    expect(await next).toMatchObject({ code: 'throttle-rejected' });
    await runtime.advance(1_000);
    const { away = 0 } = requests.at(2) ?? {};
    expect(requests.map((request) => request.away)).toEqual([0, 0, away, ...requests.slice(3).map(() => 0)]);
    expect(away).toBeGreaterThanOrEqual(125_000);
    expect(away).toBeLessThanOrEqual(250_000);
    held.release();
    await limiter.close();
  });
});
