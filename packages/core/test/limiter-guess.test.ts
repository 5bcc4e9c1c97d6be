import { describe, expect, it } from 'vitest';
import { window } from '../src/constraints/window.ts';
import { createLimiter } from '../src/limiter/create-limiter.ts';
import type { Permit } from '../src/limiter/limiter.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

/** A limiter whose service has just refused without a word about when to come back, and three who wait. */
async function refused() {
  const runtime = createManualRuntime();
  const limiter = createLimiter({ limits: [window(1_000, 1_000)], runtime });
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

describe('C5: after a pause that was guessed', () => {
  it('one request asks, and the others start with its good answer', async () => {
    const { runtime, permits } = await refused();
    expect(permits).toHaveLength(1);
    permits[0]?.release({});
    await runtime.settle();
    expect(permits).toHaveLength(3);
  });

  it('one that is refused again costs no other a refusal', async () => {
    const { runtime, permits } = await refused();
    permits[0]?.release({ throttled: true });
    await runtime.advance(1_999);
    expect(permits).toHaveLength(1);
    await runtime.advance(1);
    expect(permits).toHaveLength(2);
  });

  it('one that is given up without an answer leaves the question to the next', async () => {
    const { runtime, permits } = await refused();
    permits[0]?.release();
    await runtime.settle();
    expect(permits).toHaveLength(2);
  });
});
