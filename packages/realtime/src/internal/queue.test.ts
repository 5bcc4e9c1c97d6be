import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Queue } from './queue.ts';

describe('a queue', () => {
  it('equals a list that is pushed, shifted and cut', () => {
    const step = fc.oneof(
      fc.integer({ min: 1, max: 300 }).map((count) => ({ push: count })),
      fc.integer({ min: 1, max: 300 }).map((count) => ({ shift: count })),
      fc.integer({ min: 0, max: 200 }).map((size) => ({ truncate: size })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const queue = new Queue<number>();
        let list: number[] = [];
        let next = 0;
        for (const each of steps) {
          if ('push' in each)
            for (let count = 0; count < each.push; count += 1, next += 1) {
              queue.push(next);
              list.push(next);
            }
          else if ('shift' in each)
            for (let count = 0; count < each.shift; count += 1) expect(queue.shift()).toBe(list.shift());
          else {
            queue.truncate(each.truncate);
            list = list.slice(0, each.truncate);
          }
          expect([queue.size, queue.peek()]).toEqual([list.length, list[0]]);
        }
      }),
    );
  });

  it('W8: takes constant time for each item, however many wait', () => {
    const drain = (count: number) => {
      const queue = new Queue<number>();
      for (let n = 0; n < count; n += 1) queue.push(n);
      const startMs = performance.now();
      let sum = 0;
      // Each item is replaced by another one, so that the queue stays as long as it is.
      for (let n = 0; n < 100_000; n += 1) {
        sum += queue.shift() ?? 0;
        queue.push(n);
      }
      expect(sum).toBeGreaterThan(0);
      return performance.now() - startMs;
    };
    const best = (count: number) => Math.min(...Array.from({ length: 5 }, () => drain(count)));
    const few = best(1_000);
    // Linear time would be a thousand times as long. A hundred allows for caches and a busy machine.
    expect(best(1_000_000)).toBeLessThan(Math.max(few, 1) * 100);
  });
});
