import { perMinute } from '@org/core';
import { createManualRuntime, type ManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createRoutingClient } from '../../src/client.ts';
import type { Position } from '../../src/model/geometry/position.ts';
import { constantService } from './constant-engine.ts';

const origins: Position[] = Array.from({ length: 1000 }, (_, at) => [at / 1000, 1]);
const request = { profile: 'driving', origins, metrics: ['distance'] } as const;
const tiles = 400;

/** A service on a virtual clock; `statusOf` decides each response. */
function open(statusOf: (count: number) => number, limits = [perMinute(40)]) {
  const sentAtMs: number[] = [];
  const runtime: ManualRuntime = createManualRuntime({
    async fetch() {
      const count = sentAtMs.push(runtime.monotonic());
      await runtime.sleep(200);
      return new Response('', { status: statusOf(count) });
    },
  });
  const routing = createRoutingClient({ driver: constantService(limits), runtime });
  return { routing, runtime, sentAtMs };
}

async function finish<Result>(call: Promise<Result>, runtime: ManualRuntime): Promise<Result | undefined> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  call.then(end, end);
  while (!isDone) await runtime.advanceToNext();
  return call.catch(() => undefined);
}

describe('1000 × 1000 through tiles of 2500 cells', () => {
  it('takes the least time that 40 requests a minute allow, and 2 per cent', async () => {
    const { routing, runtime, sentAtMs } = open(() => 200);
    const result = await finish(routing.matrix(request), runtime);
    expect(result?.meta.requests).toBe(tiles);
    expect(sentAtMs).toHaveLength(tiles);
    const leastMs = Math.floor((tiles - 1) / 40) * 60_000;
    expect(runtime.monotonic() / leastMs).toBeLessThanOrEqual(1.02);
    // In no minute more than 40.
    sentAtMs.slice(40).forEach((atMs, index) => {
      expect(atMs - (sentAtMs[index] ?? 0)).toBeGreaterThanOrEqual(60_000);
    });
  });

  it.each([
    ['one response of ten is a 503', (count: number) => (count % 10 === 3 ? 503 : 200)],
    ['every response is a 503', () => 503],
    ['the second half is a 503', (count: number) => (count > 200 ? 503 : 200)],
  ])('R6: at most 1.25 requests for a part while %s', async (_name, statusOf) => {
    const { routing, runtime, sentAtMs } = open(statusOf, []);
    const result = await finish(routing.matrix(request, { partial: true }), runtime);
    expect(sentAtMs.length / tiles).toBeLessThanOrEqual(1.25);
    expect(sentAtMs.length).toBeGreaterThanOrEqual(tiles);
    const answered = tiles - (result?.failures.length ?? tiles);
    const good = sentAtMs.filter((_, index) => statusOf(index + 1) === 200).length;
    expect(answered).toBe(good);
  });

  it('R6: without partial the first failure ends the requests', async () => {
    const { routing, runtime, sentAtMs } = open((count) => (count > 200 ? 503 : 200), []);
    expect(await finish(routing.matrix(request), runtime)).toBeUndefined();
    expect(sentAtMs.length).toBeLessThanOrEqual(200 + 3 * 4);
  });
});
