import { expect, it } from 'vitest';
import { runKilled } from '../journal/killed-run.ts';

const concurrency = 10;
const size = { recipients: 10_000, kills: 50 };

it('E6: 10,000 recipients and 50 times kill -9: nothing lost, nothing doubled, the rest listed', async () => {
  const { mails, unknown, failed } = await runKilled({ ...size, keys: 'none' });
  expect([failed, Math.max(...mails)]).toEqual([0, 1]);
  expect(unknown.length).toBeLessThanOrEqual(size.kills * concurrency);
  expect(mails.flatMap((count, index) => (count === 0 && !unknown.includes(index) ? [index] : []))).toEqual(
    [],
  );
});

it('E6: 10,000 recipients and 50 times kill -9 with keys: one mail for each', async () => {
  const { mails, unknown, failed } = await runKilled({ ...size, keys: 'replay' });
  expect([failed, unknown]).toEqual([0, []]);
  expect(new Set(mails)).toEqual(new Set([1]));
});
