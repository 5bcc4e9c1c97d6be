import { describe, expect, it } from 'vitest';
import { createLimiter } from '../src/limits/create-limiter.ts';
import type { Permit, PermitRequest } from '../src/limits/limiter.ts';
import type { RateReport } from '../src/rates.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

/** A limiter without limits. */
function setUp() {
  const runtime = createManualRuntime();
  const limiter = createLimiter({ limits: [], runtime });
  const startedAt: number[] = [];
  const ask = async (request: PermitRequest = {}): Promise<Permit> => {
    const permit = await limiter.acquire(request);
    startedAt.push(runtime.monotonic());
    return permit;
  };
  /** Calls with an immediate response each, which reports the remaining number. */
  const use = async (from: number, to: number, more: Partial<RateReport> = {}) => {
    for (let remaining = from; remaining >= to; remaining -= 1) (await ask()).release(says(remaining, more));
  };
  return { runtime, startedAt, ask, use };
}

/** 10 in a second, and the reset in whole seconds. */
const says = (remaining: number, more: Partial<RateReport> = {}): { limits: RateReport[] } => ({
  limits: [{ kind: 'rate', limit: 10, windowMs: 1_000, resetAfterMs: 1_000, remaining, ...more }],
});

describe('a reported limit without other clients', () => {
  it('has capacity one window after the oldest response, whatever the reset in whole seconds', async () => {
    const { runtime, startedAt, ask, use } = setUp();
    await use(9, 9);
    await runtime.advance(400);
    await use(8, 0);
    void ask();
    await runtime.advance(599);
    expect(startedAt).toHaveLength(10);
    await runtime.advance(1);
    expect(startedAt.slice(10)).toEqual([1_000]);
  });

  it('starts one call in such a unit until a response shows that it was free', async () => {
    const { runtime, startedAt, ask, use } = setUp();
    await use(9, 9);
    await runtime.advance(300);
    await use(8, 8);
    await runtime.advance(300);
    await use(7, 0);
    const permits = Array.from({ length: 3 }, () => ask());
    await runtime.advance(900);
    expect(startedAt.slice(10)).toEqual([1_000]);
    (await permits[0])?.release(says(1));
    await runtime.advance(0);
    expect(startedAt.slice(10)).toEqual([1_000, 1_500]);
  });

  it('is free in full when the response reports a new window', async () => {
    const { runtime, startedAt, ask, use } = setUp();
    await use(9, 0);
    const permits = Array.from({ length: 12 }, () => ask());
    await runtime.advance(1_000);
    (await permits[0])?.release(says(9));
    await runtime.advance(0);
    expect(startedAt.slice(10)).toEqual(Array.from({ length: 10 }, () => 1_000));
  });

  it('is a bucket when units are free before their window ends: calls start as it refills', async () => {
    const { runtime, startedAt, ask, use } = setUp();
    await use(9, 5);
    await runtime.advance(300);
    // The bucket has refilled three.
    await use(7, 0);
    for (let index = 0; index < 3; index += 1) void ask().then((permit) => permit.release(says(0)));
    await runtime.advance(300);
    expect(startedAt.slice(13)).toEqual([400, 500, 600]);
  });

  it('waits until the reset after a refusal where capacity should have been free', async () => {
    const { runtime, startedAt, ask, use } = setUp();
    await use(9, 9);
    await runtime.advance(400);
    await use(8, 0);
    void ask().then((permit) => permit.release({ throttled: true, retryAfterMs: 10, ...says(0) }));
    void ask().then((permit) => permit.release(says(0)));
    void ask();
    await runtime.advance(2_000);
    // Not at 1400, when the nine others are a window old.
    expect(startedAt.slice(10)).toEqual([1_000, 1_010, 2_010]);
  });

  it('has no more than an earlier response reported while the latest request was in flight', async () => {
    const { runtime, startedAt, ask } = setUp();
    (await ask()).release(says(9));
    const [first, second] = [await ask(), await ask()];
    second.release(says(2));
    const latest = await ask();
    // Units of a sliding window became free, yet the first request was counted after the latest.
    first.release(says(3));
    latest.release(says(5));
    for (let index = 0; index < 6; index += 1) void ask();
    await runtime.settle();
    expect(startedAt).toHaveLength(4 + 3);
  });
});

describe('a reported limit with other clients', () => {
  it('delays calls until its reset', async () => {
    const { runtime, startedAt, ask, use } = setUp();
    await use(9, 9);
    await runtime.advance(400);
    await use(0, 0);
    void ask();
    // Not at 1000, when the first is a window old.
    await runtime.advance(1_000);
    expect(startedAt).toEqual([0, 400, 1_400]);
  });

  it('with a reset that was rounded down to 0: delays calls for its window', async () => {
    const { runtime, startedAt, ask } = setUp();
    (await ask()).release(says(0, { resetAfterMs: 0 }));
    void ask();
    await runtime.advance(999);
    expect(startedAt).toEqual([0]);
    await runtime.advance(1);
    expect(startedAt).toEqual([0, 1_000]);
  });
});

it('probes a service that stops reporting, like one that never reported', async () => {
  const { runtime, startedAt, ask, use } = setUp();
  await use(9, 0);
  const permits = Array.from({ length: 6 }, () => ask());
  await runtime.advance(1_000);
  expect(startedAt).toHaveLength(11);
  (await permits[0])?.release({});
  await runtime.advance(0);
  expect(startedAt).toHaveLength(13);
});
