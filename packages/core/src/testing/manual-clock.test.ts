import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { realWork } from '../time/real-work.ts';
import { createManualRuntime } from './manual-clock.ts';

describe('createManualRuntime', () => {
  it('ends sleeps in the order of their due times, each at its own instant', async () => {
    const clock = createManualRuntime();
    const log: string[] = [];
    const sleepAndLog = async (ms: number) => {
      await clock.sleep(ms);
      log.push(`${ms} at ${clock.monotonic()}`);
    };
    const all = Promise.all([300, 100, 200, 100].map(sleepAndLog));
    await clock.advance(1000);
    await all;
    expect(log).toEqual(['100 at 100', '100 at 100', '200 at 200', '300 at 300']);
    expect(clock.monotonic()).toBe(1000);
  });

  it('runs a loop that sleeps again and again within one advance', async () => {
    const clock = createManualRuntime();
    let rounds = 0;
    const loop = (async () => {
      while (rounds < 5) {
        await clock.sleep(10);
        rounds++;
      }
    })();
    await clock.advance(49);
    expect(rounds).toBe(4);
    await clock.advance(1);
    await loop;
    expect(rounds).toBe(5);
  });

  it('advances from sleep to sleep, and returns undefined without a pending sleep', async () => {
    const clock = createManualRuntime();
    const woken = clock.sleep(1234.5);
    expect(clock.pendingSleeps).toEqual([1234.5]);
    expect(await clock.advanceToNext()).toBe(1234.5);
    await woken;
    expect(clock.pendingSleeps).toEqual([]);
    expect(await clock.advanceToNext()).toBeUndefined();
  });

  it("rejects a sleep at once with its signal's reason, and drops it", async () => {
    const clock = createManualRuntime();
    const reason = new Error('changed my mind');
    const controller = new AbortController();
    const sleeping = clock.sleep(1000, controller.signal);
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    await expect(clock.sleep(5, controller.signal)).rejects.toBe(reason);
    expect(clock.pendingSleeps).toEqual([]);
  });

  it('resolves a sleep of 0 ms without an advance', async () => {
    const clock = createManualRuntime();
    await clock.sleep(0);
    await clock.sleep(-5);
    expect(clock.monotonic()).toBe(0);
  });

  it('waits for real work of any number of event-loop turns before it advances', async () => {
    const clock = createManualRuntime();
    const log: string[] = [];
    const work = async () => {
      for (let turn = 0; turn < 100; turn++) await nextTurn();
      return 'worked';
    };
    const call = (async () => {
      for (let round = 0; round < 3; round++) {
        log.push(`${await realWork.run(work)} at ${clock.monotonic()}`);
        await clock.sleep(100);
      }
    })();
    await clock.advance(1000);
    await call;
    expect(log).toEqual(['worked at 0', 'worked at 100', 'worked at 200']);
  });

  it('passes on the error of real work, and continues', async () => {
    const clock = createManualRuntime();
    const failed = realWork.run(() => Promise.reject(new Error('gone')));
    const asleep = clock.sleep(10);
    await clock.advance(10);
    await asleep;
    await expect(failed).rejects.toThrow('gone');
  });

  it('moves the wall clock without the monotonic clock and the sleeps', async () => {
    const startAt = new Date('2031-05-06T07:08:09Z');
    const clock = createManualRuntime({ startAt });
    const sleeping = clock.sleep(100);
    clock.jumpWallClock(-3_600_000);
    expect(clock.now()).toBe(startAt.getTime() - 3_600_000);
    expect(clock.monotonic()).toBe(0);
    expect(clock.pendingSleeps).toEqual([100]);
    await clock.advance(100);
    await sleeping;
    expect(clock.now()).toBe(startAt.getTime() - 3_600_000 + 100);
  });

  it('returns the same random numbers in every run, spread over [0, 1)', () => {
    const first = createManualRuntime();
    const second = createManualRuntime();
    const draws = Array.from({ length: 1000 }, () => first.random());
    expect(Array.from({ length: 1000 }, () => second.random())).toEqual(draws);
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    expect(new Set(draws.map((draw) => Math.floor(draw * 10))).size).toBe(10);
    expect(createManualRuntime({ random: 2 }).random()).not.toBe(draws[0]);
    expect(createManualRuntime({ random: () => 0.25 }).random()).toBe(0.25);
    expect(first.randomUUID()).toBe(second.randomUUID());
    expect(first.randomUUID()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});
