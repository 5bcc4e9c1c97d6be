import { describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('inOrder', () => {
  it('yields the outputs in order, whichever is ready first', async () => {
    const turns = [3, 1, 2];
    const run = async (item: number) => {
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      return item * 10;
    };
    expect(await collect(inOrder(turns, 3, undefined, run))).toEqual([30, 10, 20]);
  });

  it('holds at most the given number of outputs, also with a slow consumer', async () => {
    let started = 0;
    let taken = 0;
    const run = async (item: number) => {
      started += 1;
      expect(started - taken).toBeLessThanOrEqual(2);
      return item;
    };
    for await (const _ of inOrder([1, 2, 3, 4, 5], 2, undefined, run)) {
      await new Promise(setImmediate);
      taken += 1;
    }
    expect(started).toBe(5);
  });

  it('to leave the loop aborts the work in flight and starts no more', async () => {
    const started: number[] = [];
    const ended: number[] = [];
    const run = (item: number, signal: AbortSignal) => {
      started.push(item);
      if (item === 1) return Promise.resolve(item);
      return new Promise<number>((_, reject) => {
        signal.addEventListener('abort', () => {
          ended.push(item);
          reject(signal.reason);
        });
      });
    };
    for await (const item of inOrder([1, 2, 3, 4], 2, undefined, run)) {
      expect(item).toBe(1);
      break;
    }
    expect(started).toEqual([1, 2]);
    expect(ended).toEqual([2]);
  });

  it('a failure is thrown in order, after the outputs before it', async () => {
    const failure = new Error('the third failed');
    const seen: number[] = [];
    const run = async (item: number) => {
      if (item === 3) throw failure;
      return item;
    };
    const loop = async () => {
      for await (const item of inOrder([1, 2, 3, 4], 4, undefined, run)) seen.push(item);
    };
    await expect(loop()).rejects.toBe(failure);
    expect(seen).toEqual([1, 2]);
  });

  it('an aborted call rejects with the abort reason, and starts nothing', async () => {
    const reason = new Error('enough');
    let started = 0;
    const run = async () => {
      started += 1;
    };
    await expect(collect(inOrder([1, 2], 2, AbortSignal.abort(reason), run))).rejects.toBe(reason);
    expect(started).toBe(0);
  });
});
