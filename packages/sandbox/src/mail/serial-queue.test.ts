import { expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

it('S4: runs one function at a time, in order, and continues after a failure', async () => {
  const queue = createSerialQueue();
  const log: string[] = [];
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) =>
      queue(async () => {
        log.push(`${name} starts`);
        await new Promise(setImmediate);
        log.push(`${name} ends`);
        if (name === 'b') throw new Error(name);
        return name;
      }),
    ),
  );
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  expect(results).toMatchObject([{ value: 'a' }, { reason: { message: 'b' } }, { value: 'c' }]);
});
