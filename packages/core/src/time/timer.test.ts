import { afterEach, describe, expect, it, vi } from 'vitest';
import { createManualRuntime } from '../testing/index.ts';
import { createRuntime } from './runtime.ts';
import { startTimer } from './timer.ts';

describe('a timer of a call', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('on the platform fires after its time, once, and not when it was called off', () => {
    vi.useFakeTimers();
    const fired: string[] = [];
    startTimer(createRuntime(), 100, () => fired.push('first'));
    startTimer(createRuntime(), 100, () => fired.push('called off'))();
    vi.advanceTimersByTime(99);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(fired).toEqual(['first']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('longer than a platform timer can be does not fire at once', async () => {
    vi.useFakeTimers();
    const fired = vi.fn();
    const callOff = startTimer(createRuntime(), 2 ** 31 + 5, fired);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(fired).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10);
    expect(fired).toHaveBeenCalledOnce();
    callOff();
    startTimer(createRuntime(), Number.POSITIVE_INFINITY, fired);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('follows a clock of its own where the runtime has one', async () => {
    const runtime = createManualRuntime();
    const fired: string[] = [];
    startTimer(runtime, 100, () => fired.push('first'));
    startTimer(runtime, 100, () => fired.push('called off'))();
    await runtime.advance(100);
    expect(fired).toEqual(['first']);
  });
});
