import { describe, expect, it } from 'vitest';
import { fanOut } from './fan-out.ts';

describe('fanOut', () => {
  it('returns the outputs in order, with at most the given number in flight', async () => {
    let active = 0;
    let most = 0;
    const outputs = await fanOut([5, 3, 1, 4, 2], 2, undefined, async (item) => {
      active += 1;
      most = Math.max(most, active);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      active -= 1;
      return item * 10;
    });
    expect(outputs).toEqual([50, 30, 10, 40, 20]);
    expect(most).toBe(2);
  });

  it('the first failure is thrown, aborts the others and starts no more', async () => {
    const started: number[] = [];
    const ended: number[] = [];
    const failure = new Error('the second failed');
    const run = async (item: number, signal: AbortSignal) => {
      started.push(item);
      if (item === 2) throw failure;
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended.push(item);
          reject(signal.reason);
        });
      });
    };
    await expect(fanOut([1, 2, 3, 4], 2, undefined, run)).rejects.toBe(failure);
    expect(started).toEqual([1, 2]);
    expect(ended).toEqual([1]);
  });

  it('a failure waits for the work in flight', async () => {
    let isRunning = false;
    const run = async (item: number, signal: AbortSignal) => {
      if (item === 2) throw new Error('the second failed');
      isRunning = true;
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => setImmediate(resolve));
      });
      isRunning = false;
    };
    await expect(fanOut([1, 2], 2, undefined, run)).rejects.toThrow('the second failed');
    expect(isRunning).toBe(false);
  });

  it('an aborted call rejects with the abort reason', async () => {
    const reason = new Error('enough');
    await expect(fanOut([1], 1, AbortSignal.abort(reason), async () => 1)).rejects.toBe(reason);
  });
});
