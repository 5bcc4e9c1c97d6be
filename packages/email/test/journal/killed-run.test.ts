import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram, type ProgramFile } from '../../../../test/support/bundle-program.ts';
import { runKilled } from './killed-run.ts';

const concurrency = 10;

let program: ProgramFile;
beforeAll(async () => {
  program = await bundleProgram(new URL('./run-script.ts', import.meta.url));
});
afterAll(() => program[Symbol.dispose]());

it('E6: loses and doubles nothing after kill -9, and lists what may be out', async () => {
  const { mails, unknown, failed } = await runKilled(program.path, {
    recipients: 200,
    kills: 2,
    keys: 'none',
  });
  expect([failed, Math.max(...mails)]).toEqual([0, 1]);
  expect(unknown.length).toBeLessThanOrEqual(2 * concurrency);
  expect(mails.flatMap((count, index) => (count === 0 && !unknown.includes(index) ? [index] : []))).toEqual(
    [],
  );
});

it('E6: sends what was in flight again where the service recognises its key', async () => {
  const { mails, unknown, failed } = await runKilled(program.path, {
    recipients: 200,
    kills: 2,
    keys: 'replay',
  });
  expect([failed, unknown]).toEqual([0, []]);
  expect(new Set(mails)).toEqual(new Set([1]));
});

describe.each(['line', 'request', 'response'] as const)(
  'E19: batches that end with kill -9 at a %s',
  (aim) => {
    it('lose, double and doubt nothing where the service recognises a request', async () => {
      const { mails, unknown, failed } = await runKilled(program.path, {
        recipients: 60,
        kills: 2,
        keys: 'replay',
        mode: 'batch',
        aim,
      });
      expect([failed, unknown]).toEqual([0, []]);
      expect(new Set(mails)).toEqual(new Set([1]));
    });

    it('doubt only requests in flight where it does not', async () => {
      const { mails, unknown, failed } = await runKilled(program.path, {
        recipients: 60,
        kills: 1,
        keys: 'none',
        mode: 'batch',
        aim,
      });
      expect([failed, Math.max(...mails)]).toEqual([0, 1]);
      // Two requests of ten mails are in flight.
      expect(unknown.length).toBeLessThanOrEqual(20);
      expect(
        mails.flatMap((count, index) => (count === 0 && !unknown.includes(index) ? [index] : [])),
      ).toEqual([]);
    });
  },
);
