import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'totals-'));
afterAll(() => rmSync(folder, { recursive: true }));
const script = fileURLToPath(new URL('../../scripts/sum-totals.mjs', import.meta.url));

const run = (passed: number, ...failures: string[]) => ({ passed, skipped: 1, failures });
const cases = [
  ['two good runs', [run(10), run(3)], 0, 13, 0],
  ['failing tests', [run(9, 'a > b: wrong'), run(3, 'c > d: late', 'e > f: lost')], 2, 12, 3],
  ['a run that stopped before its tests', [run(3)], 1, 3, 1],
  ['no run at all', [], 2, 0, 2],
] as const;

it.each(cases)('sums up, after the failures: %s', (_name, runs, endedBadly, passed, failed) => {
  const file = join(folder, 'totals');
  writeFileSync(file, runs.map((totals) => `${JSON.stringify(totals)}\n`).join(''));
  const printed = execFileSync(process.execPath, [script, file, String(endedBadly)], { encoding: 'utf8' });
  const lines = printed.trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('failed: '))).toEqual(
    runs.flatMap(({ failures }) => failures.map((failure) => `failed: ${failure}`)),
  );
  expect(lines.at(-1)).toBe(`tests: ${passed} passed, ${failed} failed`);
});
