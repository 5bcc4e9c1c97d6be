import { describe, expect, it, vi } from 'vitest';
import { createRuntime } from './runtime.ts';

describe('runtime.sleep', () => {
  it('C9: rejects at once with the caller’s reason and clears its timer', async () => {
    const { sleep } = createRuntime();
    const controller = new AbortController();
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const sleeping = sleep(3_600_000, controller.signal);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length).toBe(before);
  });

  it('rejects a sleep under an aborted signal before it starts', async () => {
    const reason = new Error('never mind');
    await expect(createRuntime().sleep(1, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('C4: sleeps longer than a timer can', async () => {
    vi.useFakeTimers();
    try {
      let woke = false;
      const sleeping = createRuntime()
        .sleep(2 ** 31 + 5_000)
        .then(() => {
          woke = true;
        });
      await vi.advanceTimersByTimeAsync(2 ** 31 + 4_000);
      expect(woke).toBe(false);
      await vi.advanceTimersByTimeAsync(2_000);
      await sleeping;
      expect(woke).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('ignores overrides that are undefined', () => {
  const now = () => 5;
  const runtime = createRuntime({ now, sleep: undefined, fetch: undefined } as object);
  expect(runtime.now).toBe(now);
  expect([typeof runtime.sleep, typeof runtime.fetch]).toEqual(['function', 'function']);
});
