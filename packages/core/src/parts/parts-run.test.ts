import { describe, expect, it } from 'vitest';
import type { PartContext, PartsOptions } from './parts-options.ts';
import { allParts, PartsRun } from './parts-run.ts';

type Options<Part, End> = Omit<PartsOptions<Part, End>, 'parts' | 'concurrency' | 'run'>;

async function collect<End>(run: AsyncIterable<{ readonly end: End }>): Promise<End[]> {
  const all: End[] = [];
  for await (const { end } of run) all.push(end);
  return all;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

/** Ends with the abort of its signal. */
function untilAbort({ signal }: PartContext, ended: () => void): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => {
      ended();
      reject(signal.reason);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

describe('allParts', () => {
  const all = <Part, End>(
    parts: PartsOptions<Part, End>['parts'],
    concurrency: number,
    run: PartsOptions<Part, End>['run'],
    options: Options<Part, End> = {},
  ) => allParts({ parts, concurrency, run, ...options });

  it('returns the ends in order, with at most the given number in flight', async () => {
    let active = 0;
    let most = 0;
    const ends = await all([5, 3, 1, 4, 2], 2, async (part) => {
      active += 1;
      most = Math.max(most, active);
      await turns(part * 100);
      active -= 1;
      return part * 10;
    });
    expect(ends).toEqual([50, 30, 10, 40, 20]);
    expect(most).toBe(2);
  });

  it('the first rejection is thrown, aborts the others and starts no more', async () => {
    const started: number[] = [];
    const ended: number[] = [];
    const failure = new Error('the second failed');
    const run = async (part: number, _index: number, context: PartContext) => {
      started.push(part);
      if (part === 2) throw failure;
      await untilAbort(context, () => ended.push(part));
    };
    await expect(all([1, 2, 3, 4], 2, run)).rejects.toBe(failure);
    expect(started).toEqual([1, 2]);
    expect(ended).toEqual([1]);
  });

  it('a rejection waits for the parts in flight', async () => {
    let isRunning = false;
    const run = async (part: number, _index: number, { signal }: PartContext) => {
      if (part === 2) throw new Error('the second failed');
      isRunning = true;
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => setImmediate(resolve));
      });
      isRunning = false;
    };
    await expect(all([1, 2], 2, run)).rejects.toThrow('the second failed');
    expect(isRunning).toBe(false);
  });

  it('an aborted run rejects with the reason, and starts nothing', async () => {
    const reason = new Error('enough');
    let started = 0;
    const run = async () => {
      started += 1;
    };
    const signal = AbortSignal.abort(reason);
    await expect(all([1], 1, run, { signal })).rejects.toBe(reason);
    expect(started).toBe(0);
  });

  it('the first part goes alone, and its verdict skips all others', async () => {
    const log: string[] = [];
    const run = async (part: number) => {
      log.push(`start ${part}`);
      await turns(20);
      log.push(`end ${part}`);
      return part;
    };
    await all([1, 2, 3], 3, run, { isFirstAlone: true });
    expect(log.slice(0, 4)).toEqual(['start 1', 'end 1', 'start 2', 'start 3']);
    log.length = 0;
    const options = {
      isFirstAlone: true,
      judge: () => ({ skip: 'refused', fail: undefined }),
      skip: async (part: number, _: number, reason: unknown) => `${part} ${reason}` as never,
    };
    expect(await all([1, 2, 3], 3, run, options)).toEqual([1, '2 refused', '3 refused']);
    expect(log).toEqual(['start 1', 'end 1']);
  });

  it('a verdict that fails the run starts no part, and keeps the ends of those in flight', async () => {
    const failure = new Error('the disk is full');
    const seen: number[] = [];
    const run = async (part: number) => {
      await turns(part * 100);
      return part;
    };
    const judge = (end: number) => {
      seen.push(end);
      return { skip: undefined, fail: end === 1 ? { error: failure } : undefined };
    };
    await expect(all([1, 2, 3], 2, run, { judge })).rejects.toBe(failure);
    expect(seen).toEqual([1, 2]);
  });
});

describe('PartsRun', () => {
  const start = <Part, End>(
    parts: PartsOptions<Part, End>['parts'],
    concurrency: number,
    run: PartsOptions<Part, End>['run'],
    options: Options<Part, End> = {},
  ) => new PartsRun({ parts, concurrency, run, ...options });

  it('yields the ends in order, whichever is ready first', async () => {
    const run = async (part: number) => {
      await turns(part * 100);
      return part * 10;
    };
    expect(await collect(start([3, 1, 2], 3, run))).toEqual([30, 10, 20]);
  });

  it('yields each end as soon as it is known, unordered', async () => {
    const run = async (part: number) => {
      await turns(part * 100);
      return part;
    };
    expect(await collect(start([3, 1, 2], 3, run, { ordered: false }))).toEqual([1, 2, 3]);
  });

  it('holds at most the given number of parts, also with a slow consumer', async () => {
    let started = 0;
    let taken = 0;
    const run = async (part: number) => {
      started += 1;
      expect(started - taken).toBeLessThanOrEqual(2);
      return part;
    };
    for await (const _ of start([1, 2, 3, 4, 5], 2, run)) {
      await new Promise(setImmediate);
      taken += 1;
    }
    expect(started).toBe(5);
  });

  it('keeps its width in flight while a consumer works', async () => {
    const active = new Set<number>();
    const run = async (part: number) => {
      active.add(part);
      await new Promise(setImmediate);
      active.delete(part);
    };
    const idle: number[] = [];
    for await (const { index } of start([0, 1, 2, 3, 4, 5], 2, run)) {
      await turns(20);
      if (active.size === 0) idle.push(index);
    }
    expect(idle.filter((index) => index < 4)).toEqual([]);
  });

  it('to leave the loop aborts the parts in flight and starts no more', async () => {
    const started: number[] = [];
    const ended: number[] = [];
    const run = async (part: number, _index: number, context: PartContext) => {
      started.push(part);
      if (part === 1) return part;
      return untilAbort(context, () => ended.push(part));
    };
    for await (const { end } of start([1, 2, 3, 4], 2, run)) {
      expect(end).toBe(1);
      break;
    }
    expect(ended).toEqual(started.slice(1));
  });

  it('a rejection is thrown in order, after the ends before it', async () => {
    const failure = new Error('the third failed');
    const seen: number[] = [];
    const run = async (part: number) => {
      if (part === 3) throw failure;
      return part;
    };
    const loop = async () => {
      for await (const { end } of start([1, 2, 3, 4], 4, run)) seen.push(end);
    };
    await expect(loop()).rejects.toBe(failure);
    expect(seen).toEqual([1, 2]);
  });

  it('yields the ends of the parts in flight at an abort, and then rejects with the reason', async () => {
    const caller = new AbortController();
    const reason = new Error('enough');
    const seen: string[] = [];
    const run = async (part: number, _index: number, context: PartContext) => {
      if (part === 2) caller.abort(reason);
      return untilAbort(context, () => {}).catch(() => `aborted ${part}`);
    };
    const loop = async () => {
      for await (const { end } of start([1, 2, 3], 2, run, { signal: caller.signal })) seen.push(end);
    };
    await expect(loop()).rejects.toBe(reason);
    expect(seen).toEqual(['aborted 1', 'aborted 2']);
  });
});
