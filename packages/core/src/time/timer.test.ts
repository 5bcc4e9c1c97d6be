import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createManualRuntime } from '../testing/index.ts';
import { createRuntime } from './runtime.ts';
import { startTimer } from './timer.ts';

describe('startTimer', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fires once after its time on the platform clock, and not after it was cleared', () => {
    vi.useFakeTimers();
    const fired: string[] = [];
    startTimer(createRuntime(), 100, () => fired.push('first'));
    startTimer(createRuntime(), 100, () => fired.push('cleared'))();
    vi.advanceTimersByTime(99);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(fired).toEqual(['first']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not fire at once for a time above the limit of a platform timer', async () => {
    vi.useFakeTimers();
    const fired = vi.fn();
    const clear = startTimer(createRuntime(), 2 ** 31 + 5, fired);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(fired).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10);
    expect(fired).toHaveBeenCalledOnce();
    clear();
    startTimer(createRuntime(), Number.POSITIVE_INFINITY, fired);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("uses the runtime's own clock", async () => {
    const runtime = createManualRuntime();
    const fired: string[] = [];
    startTimer(runtime, 100, () => fired.push('first'));
    startTimer(runtime, 100, () => fired.push('cleared'))();
    await runtime.advance(100);
    expect(fired).toEqual(['first']);
  });

  it('does not fire when it was cleared after its sleep ended', async () => {
    const fired = vi.fn();
    startTimer({ ...createRuntime(), sleep: async () => {} }, 100, fired)();
    await nextTurn();
    expect(fired).not.toHaveBeenCalled();
  });
});
