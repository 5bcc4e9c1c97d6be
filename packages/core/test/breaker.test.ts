import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Permit, RateObservation } from '../src/driver/index.ts';
import { ConfigurationError } from '../src/errors/caller-errors.ts';
import {
  CircuitOpenError,
  createLimiter,
  createServiceClient,
  defineService,
  maxConcurrency,
  noAuth,
} from '../src/index.ts';
import { type BreakerOptions, createBreaker } from '../src/resilience/index.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

const good: RateObservation = {};
const bad: RateObservation = { failed: true };

function setUp(options: BreakerOptions = {}) {
  const runtime = createManualRuntime();
  const changes: string[] = [];
  const breaker = createBreaker({
    minCalls: 4,
    windowMs: 10_000,
    openMs: 1_000,
    runtime,
    onStateChange: ({ from, to }) => changes.push(`${from} > ${to}`),
    ...options,
  });
  const play = async (...observations: (RateObservation | undefined)[]) => {
    for (const observation of observations) (await breaker.acquire()).release(observation);
  };
  return { runtime, breaker, changes, play };
}

const refusalOf = (asked: Promise<unknown>) => asked.then(() => undefined).catch((error: unknown) => error);

describe('a circuit breaker', () => {
  it('C10: leaves no listener on a signal that outlives its calls', async () => {
    const { signal } = new AbortController();
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    const { breaker } = setUp({ limiter });
    const held = await breaker.acquire({ signal });
    const waiting = Array.from({ length: 20 }, () => breaker.acquire({ signal }));
    expect(getEventListeners(signal, 'abort').length).toBeGreaterThan(0);
    held.release();
    for (const permit of waiting) (await permit).release();
    const refused = breaker.acquire({ signal, cost: 2 });
    await expect(refused).rejects.toMatchObject({ code: 'throttle-rejected' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('opens when enough calls fail, and refuses before any I/O', async () => {
    const { breaker, changes, play } = setUp({ name: 'acme' });
    await play(good, good, bad);
    expect(breaker.state).toBe('closed');
    await play(bad);
    expect(changes).toEqual(['closed > open']);
    const refusal = await refusalOf(breaker.acquire());
    expect(CircuitOpenError.isInstance(refusal)).toBe(true);
    expect(refusal).toMatchObject({
      code: 'circuit-open',
      outcome: 'not-sent',
      retryable: true,
      retryAfterMs: 1_000,
      message: expect.stringContaining('"acme" is open: 2 of the last 4 calls failed'),
    });
  });

  it.each<[string, (RateObservation | undefined)[]]>([
    ['fewer calls than say anything', [bad, bad, bad]],
    ['a smaller share of failures', [good, good, good, bad, bad]],
    ['refusals for the rate', Array(9).fill({ throttled: true })],
    ['calls that say nothing', [...Array(9).fill(undefined), bad]],
  ])('stays closed at %s', async (_, observations) => {
    const { breaker, play } = setUp();
    await play(...observations);
    expect(breaker.state).toBe('closed');
  });

  it('drops failures after the window', async () => {
    const { runtime, breaker, play } = setUp();
    await play(bad, bad, bad);
    await runtime.advance(11_000);
    await play(bad);
    expect(breaker.snapshot()).toEqual({ state: 'closed', calls: 1, failures: 1, opensForMs: 0 });
  });

  it('lets one call try after a while, and closes when it goes well', async () => {
    const { runtime, breaker, changes, play } = setUp();
    await play(bad, bad, bad, bad);
    await runtime.advance(999);
    expect(CircuitOpenError.isInstance(await refusalOf(breaker.acquire()))).toBe(true);
    await runtime.advance(1);
    const first = await breaker.acquire();
    const second = await refusalOf(breaker.acquire());
    expect(second).toMatchObject({ message: expect.stringContaining('a trial call is running') });
    first.release(good);
    expect(changes).toEqual(['closed > open', 'open > half-open', 'half-open > closed']);
    await play(bad, bad, bad);
    expect(breaker.state).toBe('closed');
  });

  it('opens for twice as long after a try that failed, up to a limit', async () => {
    const { runtime, breaker, play } = setUp({ maxOpenMs: 3_000 });
    await play(bad, bad, bad, bad);
    const opens: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      await runtime.advance(breaker.snapshot().opensForMs);
      await play(bad);
      opens.push(breaker.snapshot().opensForMs);
    }
    expect(opens).toEqual([2_000, 3_000, 3_000]);
    await runtime.advance(3_000);
    await play(good, bad, bad, bad, bad);
    expect(breaker.snapshot().opensForMs).toBe(1_000);
  });

  it('lets the next one try when the first said nothing', async () => {
    const { runtime, breaker, play } = setUp();
    await play(bad, bad, bad, bad);
    await runtime.advance(1_000);
    await play(undefined);
    expect(breaker.state).toBe('half-open');
    await play(good);
    expect(breaker.state).toBe('closed');
  });

  it('does not listen to calls that began before it opened', async () => {
    const { runtime, breaker, play } = setUp();
    const old = [await breaker.acquire(), await breaker.acquire()];
    await play(bad, bad, bad, bad);
    old[0]?.release(good);
    await runtime.advance(1_000);
    const trying = await breaker.acquire();
    old[1]?.release(good);
    expect(breaker.state).toBe('half-open');
    trying.release(bad);
    expect(breaker.state).toBe('open');
  });

  it.each<BreakerOptions>([
    { failureRate: 0 },
    { failureRate: 1.1 },
    { minCalls: 0 },
    { windowMs: 0 },
    { openMs: Number.NaN },
    { maxOpenMs: Number.POSITIVE_INFINITY },
  ])('refuses %o', (options) => {
    expect(() => createBreaker(options)).toThrow(ConfigurationError);
  });
});

describe('a breaker around a limiter', () => {
  function around() {
    const runtime = createManualRuntime();
    const limiter = createLimiter({ limits: [maxConcurrency(2)], runtime });
    return { ...setUp({ limiter, runtime, minCalls: 2 }), limiter, runtime };
  }

  it('rejects the waiters when it opens, and keeps no permit', async () => {
    const { runtime, limiter, breaker } = around();
    const permits: Permit[] = [await breaker.acquire(), await breaker.acquire()];
    const waiting = [refusalOf(breaker.acquire()), refusalOf(breaker.acquire())];
    await runtime.settle();
    for (const permit of permits) permit.release(bad);
    const refusals = await Promise.all(waiting);
    expect(refusals.map((refusal) => CircuitOpenError.isInstance(refusal))).toEqual([true, true]);
    await runtime.settle();
    expect(limiter.snapshot()).toMatchObject({ pending: 0, inFlight: 0 });
  });

  it("passes on the limiter's refusal, the caller's abort and what was asked for", async () => {
    const { runtime, limiter, breaker } = around();
    await expect(breaker.acquire({ cost: 3 })).rejects.toMatchObject({ code: 'throttle-rejected' });
    for (let index = 0; index < 2; index += 1) await breaker.acquire();
    const controller = new AbortController();
    const asked = refusalOf(breaker.acquire({ signal: controller.signal, priority: 'low' }));
    await runtime.settle();
    expect(limiter.snapshot().pendingByPriority.low).toBe(1);
    controller.abort('enough');
    expect(await asked).toBe('enough');
    expect(limiter.snapshot()).toMatchObject({ pending: 0, inFlight: 2 });
  });

  it('gives a free permit without a promise, to nobody while it is open, and to one that tries', async () => {
    const { runtime, limiter, breaker } = around();
    const permits = [breaker.tryAcquire?.(), breaker.tryAcquire?.()];
    expect(breaker.tryAcquire?.()).toBeUndefined();
    for (const permit of permits) permit?.release(bad);
    expect(breaker.state).toBe('open');
    expect(breaker.tryAcquire?.()).toBeUndefined();
    await runtime.advance(1_000);
    // The limiter has nothing for it: another one may try.
    expect(breaker.tryAcquire?.({ cost: 3 })).toBeUndefined();
    expect(breaker.tryAcquire?.({ signal: AbortSignal.abort() })).toBeUndefined();
    const trial = breaker.tryAcquire?.();
    expect(breaker.tryAcquire?.()).toBeUndefined();
    trial?.release(good);
    expect(breaker.state).toBe('closed');
    expect(limiter.snapshot().inFlight).toBe(0);
  });

  it('can do without a promise what its limiter can', () => {
    const { runtime, limiter } = around();
    const acquire = () => limiter.acquire();
    expect(createBreaker({ runtime }).tryAcquire?.()).toBeDefined();
    expect(createBreaker({ runtime, limiter: { acquire } }).tryAcquire).toBeUndefined();
    const broken = createBreaker({ runtime, limiter: { acquire, tryAcquire: () => JSON.parse('{') } });
    expect(() => broken.tryAcquire?.()).toThrow(SyntaxError);
  });

  it('lets another one try when the limiter refuses the first', async () => {
    const { runtime, breaker, play } = around();
    await play(bad, bad);
    await runtime.advance(1_000);
    await refusalOf(breaker.acquire({ cost: 3 }));
    await play(good);
    expect(breaker.state).toBe('closed');
  });
});

describe('a breaker in a client', () => {
  function client(status: () => number) {
    const runtime = createManualRuntime();
    const breaker = createBreaker({ minCalls: 2, runtime });
    let requests = 0;
    const made = createServiceClient(
      defineService({ name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() }),
      {
        limiter: breaker,
        retry: { baseMs: 0 },
        runtime: {
          ...runtime,
          fetch: async () => {
            requests += 1;
            return new Response('{}', { status: status() });
          },
        },
      },
    );
    return { runtime, breaker, client: made, requests: () => requests };
  }

  it('sends nothing to a service that is down, and reports the attempts before', async () => {
    const { client: acme, requests } = client(() => 500);
    const put = { method: 'PUT', path: '/things/1' } as const;
    const first = await refusalOf(acme.request(put));
    expect(first).toMatchObject({ code: 'circuit-open', outcome: 'unknown', attempts: 2, provider: 'acme' });
    const second = await refusalOf(acme.request(put));
    expect(second).toMatchObject({ code: 'circuit-open', outcome: 'not-sent', attempts: 0 });
    expect(requests()).toBe(2);
  });

  it('does not mind answers that turn calls down', async () => {
    const { breaker, client: acme } = client(() => 404);
    for (let index = 0; index < 10; index += 1)
      await refusalOf(acme.request({ method: 'GET', path: '/things' }));
    expect(breaker.snapshot()).toMatchObject({ state: 'closed', calls: 10, failures: 0 });
  });
});
