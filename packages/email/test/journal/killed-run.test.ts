import { expect, it } from 'vitest';
import { runKilled } from './killed-run.ts';

const concurrency = 10;

it('E6: loses and doubles nothing after kill -9, and lists what may be out', async () => {
  const { mails, unknown, failed } = await runKilled({ recipients: 200, kills: 2, keys: 'none' });
  expect([failed, Math.max(...mails)]).toEqual([0, 1]);
  expect(unknown.length).toBeLessThanOrEqual(2 * concurrency);
  expect(mails.flatMap((count, index) => (count === 0 && !unknown.includes(index) ? [index] : []))).toEqual(
    [],
  );
});

it('E6: sends what was in flight again where the service recognises its key', async () => {
  const { mails, unknown, failed } = await runKilled({ recipients: 200, kills: 2, keys: 'replay' });
  expect([failed, unknown]).toEqual([0, []]);
  expect(new Set(mails)).toEqual(new Set([1]));
});
