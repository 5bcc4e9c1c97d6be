import { describe, expect, it } from 'vitest';
import { isOrgError } from '../errors/org-error.ts';
import { tokenBucket } from '../limits/kinds/bucket.ts';
import { maxConcurrency } from '../limits/kinds/concurrency.ts';
import type { Constraint } from '../limits/kinds/constraint.ts';
import { perSecond } from '../limits/kinds/window.ts';
import type { Permit, PermitRequest } from '../limits/limiter.ts';
import { createManualRuntime, type ManualRuntime } from '../testing/manual-clock.ts';
import { createPacer } from './pacer.ts';

/** Starts `count` calls of 30 ms each, and returns the instants of their starts. */
function startAll(runtime: ManualRuntime, limits: readonly Constraint[], count: number) {
  const pacer = createPacer(limits, {}, runtime);
  const startedAt: number[] = [];
  const origin = runtime.monotonic();
  for (let call = 0; call < count; call += 1)
    void pacer.acquire().then(async (permit) => {
      startedAt.push(runtime.monotonic() - origin);
      await runtime.sleep(30);
      permit.release({});
    });
  return startedAt;
}

function collect(acquired: readonly Promise<Permit>[]): string[] {
  const seen: string[] = [];
  for (const [place, permit] of acquired.entries())
    void permit.then(
      () => seen.push(`${place}`),
      () => {},
    );
  return seen;
}

const rejection = async (running: Promise<unknown>) =>
  running.then(
    () => undefined,
    (error) => error,
  );

describe('the pacer of a light client', () => {
  it('20 calls at a service of 2 a second all start, and no window sees a third', async () => {
    const runtime = createManualRuntime();
    const startedAt = startAll(runtime, [perSecond(2)], 20);
    await runtime.advance(12_000);
    expect(startedAt).toHaveLength(20);
    for (const [place, at] of startedAt.entries())
      expect((startedAt[place + 2] ?? Infinity) - at).toBeGreaterThanOrEqual(1_000);
  });

  it('a bucket has its burst, then its rate', async () => {
    const runtime = createManualRuntime();
    const startedAt = startAll(runtime, [tokenBucket(10, 3)], 6);
    await runtime.advance(10_000);
    expect(startedAt.slice(0, 3)).toEqual([0, 0, 0]);
    expect(startedAt[5]).toBeGreaterThanOrEqual(300);
  });

  it('concurrent calls wait for a release', async () => {
    const runtime = createManualRuntime();
    const startedAt = startAll(runtime, [maxConcurrency(2)], 5);
    await runtime.advance(1_000);
    expect(startedAt).toEqual([0, 0, 30, 30, 60]);
  });

  it('a group that waits holds up no other group', async () => {
    const runtime = createManualRuntime();
    const pacer = createPacer([], { bulk: [perSecond(1)] }, runtime);
    const seen = collect([
      pacer.acquire({ group: 'bulk' }),
      pacer.acquire({ group: 'bulk' }),
      pacer.acquire({ group: 'other' }),
    ]);
    await runtime.settle();
    expect(seen).toEqual(['0', '2']);
  });

  it.each([
    { observation: { throttled: true, retryAfterMs: 5_000 }, pauseMs: 5_000 },
    { observation: { throttled: true }, pauseMs: 1_000 },
    { observation: { throttled: true, unavailable: true, retryAfterMs: 5_000 }, pauseMs: 0 },
    { observation: { failed: true }, pauseMs: 0 },
  ])('after $observation everyone waits $pauseMs ms', async ({ observation, pauseMs }) => {
    const runtime = createManualRuntime();
    const pacer = createPacer([perSecond(100)], {}, runtime);
    (await pacer.acquire()).release(observation);
    const seen = collect([pacer.acquire()]);
    if (pauseMs > 0) {
      await runtime.advance(pauseMs - 1);
      expect(seen).toEqual([]);
    }
    await runtime.advance(1);
    expect(seen).toEqual(['0']);
  });

  it('a retry goes first, and an aborted waiter leaves', async () => {
    const runtime = createManualRuntime();
    const pacer = createPacer([perSecond(1)], {}, runtime);
    const first = await pacer.acquire();
    const controller = new AbortController();
    const aborted = pacer.acquire({ signal: controller.signal });
    const seen = collect([aborted, pacer.acquire(), pacer.acquire({ retry: true })]);
    controller.abort('enough');
    expect(await rejection(aborted)).toBe('enough');
    first.release({});
    await runtime.advance(1_000);
    expect(seen).toEqual(['2']);
  });

  it.each<{ what: string; request: PermitRequest; words: RegExp }>([
    { what: 'a start that is certain to be late', request: { maxWaitMs: 900 }, words: /may wait 900 ms/ },
    { what: 'a cost above the limit', request: { cost: 2 }, words: /cost of 2/ },
  ])('$what is refused at once, and was not sent', async ({ request, words }) => {
    const runtime = createManualRuntime();
    const pacer = createPacer([perSecond(1)], {}, runtime);
    (await pacer.acquire()).release({});
    const error = await rejection(pacer.acquire(request));
    expect(isOrgError(error) && error.outcome).toBe('not-sent');
    expect(String(error)).toMatch(words);
  });

  it('a wait has its reason, and ends with the time waited', async () => {
    const runtime = createManualRuntime();
    const pacer = createPacer([perSecond(1)], {}, runtime);
    (await pacer.acquire()).release({});
    const waits: unknown[] = [];
    const waiting = pacer.acquire({ onWait: (wait) => waits.push(wait) });
    await runtime.advance(1_000);
    expect((await waiting).waitedMs).toBe(1_000);
    expect(waits).toEqual([{ reason: 'rate', queueLength: 1 }]);
  });
});

describe('the pacer keeps up with the full limiter', () => {
  it('a bucket keeps its rate when responses are slow', async () => {
    const runtime = createManualRuntime();
    const pacer = createPacer([tokenBucket(20, 5)], {}, runtime);
    let started = 0;
    for (let call = 0; call < 40; call += 1)
      void pacer.acquire().then(async (permit) => {
        started += 1;
        await runtime.sleep(1_000);
        permit.release({});
      });
    await runtime.advance(2_500);
    expect(started).toBe(40);
  });

  it('a cost above 1 is not passed by other groups at a common limit', async () => {
    const runtime = createManualRuntime();
    const pacer = createPacer([maxConcurrency(4)], { big: [perSecond(100)] }, runtime);
    const running = await Promise.all([1, 2, 3, 4].map(() => pacer.acquire()));
    const seen = collect([pacer.acquire({ group: 'big', cost: 3 }), pacer.acquire()]);
    running.pop()?.release();
    const late = pacer.acquire();
    void late.then(() => seen.push('late'));
    await runtime.settle();
    expect(seen).toEqual([]);
    for (const permit of running) permit.release();
    await runtime.settle();
    expect(seen).toEqual(['0', '1']);
  });

  it('a pause rejects at once who cannot survive it', async () => {
    const runtime = createManualRuntime();
    const pacer = createPacer([maxConcurrency(1)], {}, runtime);
    const first = await pacer.acquire();
    const waiting = rejection(pacer.acquire({ maxWaitMs: 4_000 }));
    first.release({ throttled: true, retryAfterMs: 100_000 });
    await runtime.settle();
    expect(await Promise.race([waiting, 'still waits'])).toMatchObject({
      name: 'ThrottleRejectedError',
      retryAfterMs: 100_000,
    });
  });

  it('a wait for concurrency says so', async () => {
    const runtime = createManualRuntime();
    const pacer = createPacer([maxConcurrency(1)], {}, runtime);
    await pacer.acquire();
    const waits: unknown[] = [];
    void pacer.acquire({ onWait: (wait) => waits.push(wait.reason) });
    expect(waits).toEqual(['concurrency']);
  });

  it.each([[[60]], [['2/s']], [[{ limit: 1, windowMs: 60_000 }]], [perSecond(1)]])(
    'the limits %j are refused',
    (limits) => {
      expect(() => createPacer(limits as never, {}, createManualRuntime())).toThrow(/must be a list/);
    },
  );

  it.each([0, -1, 1.5, Number.NaN, '1'])('a cost of %j is refused', async (cost) => {
    const pacer = createPacer([perSecond(9)], {}, createManualRuntime());
    const error = await rejection(pacer.acquire({ cost: cost as number }));
    expect(String(error)).toMatch(/cost must be a whole number/);
  });

  it('many units are few instants: a limit of a million is kept, and its units come back', async () => {
    const runtime = createManualRuntime();
    const pacer = createPacer([perSecond(1_000_000)], {}, runtime);
    (await pacer.acquire({ cost: 1_000_000 })).release();
    const seen = collect([pacer.acquire({ cost: 1_000_000 })]);
    await runtime.advance(999);
    expect(seen).toEqual([]);
    await runtime.advance(3);
    expect(seen).toEqual(['0']);
  });
});
