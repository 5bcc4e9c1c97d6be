import { describe, expect, it } from 'vitest';
import { createLimiter } from '../src/limits/create-limiter.ts';
import { perWindow } from '../src/limits/kinds/window.ts';
import type { Permit } from '../src/limits/limiter.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

/** A limiter after a 429 without Retry-After, with three waiters. */
async function refused() {
  const runtime = createManualRuntime();
  const limiter = createLimiter({ limits: [perWindow(1_000, 1_000)], runtime });
  const first = await limiter.acquire();
  const permits: Permit[] = [];
  for (let index = 0; index < 3; index += 1)
    void limiter.acquire().then((permit) => {
      permits.push(permit);
    });
  await runtime.settle();
  for (const permit of permits.splice(0)) permit.release({ throttled: true });
  first.release({ throttled: true });
  for (let index = 0; index < 3; index += 1)
    void limiter.acquire().then((permit) => {
      permits.push(permit);
    });
  await runtime.advance(1_000);
  return { runtime, permits };
}

describe('C5: after a pause of an inferred length', () => {
  it('one request probes, and its success starts the others', async () => {
    const { runtime, permits } = await refused();
    expect(permits).toHaveLength(1);
    permits[0]?.release({});
    await runtime.settle();
    expect(permits).toHaveLength(3);
  });

  it('a throttled probe keeps the others waiting', async () => {
    const { runtime, permits } = await refused();
    permits[0]?.release({ throttled: true });
    await runtime.advance(1_999);
    expect(permits).toHaveLength(1);
    await runtime.advance(1);
    expect(permits).toHaveLength(2);
  });

  it('after an aborted probe, the next waiter probes', async () => {
    const { runtime, permits } = await refused();
    permits[0]?.release();
    await runtime.settle();
    expect(permits).toHaveLength(2);
  });
});
