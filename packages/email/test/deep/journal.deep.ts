import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleProgram, type ProgramFile } from '../../../../test/support/bundle-program.ts';
import { runKilled } from '../journal/killed-run.ts';

const concurrency = 10;
let program: ProgramFile;
beforeAll(async () => {
  program = await bundleProgram(new URL('../journal/run-script.ts', import.meta.url));
});
afterAll(() => program[Symbol.dispose]());

const size = { recipients: 10_000, kills: 50 };

it('E6: 10,000 recipients and 50 times kill -9: nothing lost, nothing doubled, the rest listed', async () => {
  const { mails, unknown, failed } = await runKilled(program.path, { ...size, keys: 'none' });
  expect([failed, Math.max(...mails)]).toEqual([0, 1]);
  expect(unknown.length).toBeLessThanOrEqual(size.kills * concurrency);
  expect(mails.flatMap((count, index) => (count === 0 && !unknown.includes(index) ? [index] : []))).toEqual(
    [],
  );
});

it('E6: 10,000 recipients and 50 times kill -9 with keys: one mail for each', async () => {
  const { mails, unknown, failed } = await runKilled(program.path, { ...size, keys: 'replay' });
  expect([failed, unknown]).toEqual([0, []]);
  expect(new Set(mails)).toEqual(new Set([1]));
});
