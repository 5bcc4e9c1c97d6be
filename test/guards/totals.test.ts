import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'totals-'));
afterAll(() => rmSync(folder, { recursive: true }));
const script = fileURLToPath(new URL('../../scripts/sum-totals.mjs', import.meta.url));

const cases = [
  [
    'two good runs',
    ['{"passed":10,"failed":0,"skipped":2}', '{"passed":3,"failed":0,"skipped":0}'],
    0,
    13,
    0,
  ],
  ['failing tests', ['{"passed":9,"failed":1,"skipped":0}', '{"passed":3,"failed":2,"skipped":0}'], 2, 12, 3],
  ['a run that stopped before its tests', ['{"passed":3,"failed":0,"skipped":0}'], 1, 3, 1],
  ['no run at all', [], 2, 0, 2],
] as const;

it.each(cases)('sums up: %s', (_name, lines, endedBadly, passed, failed) => {
  const file = join(folder, 'totals');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const printed = execFileSync(process.execPath, [script, file, String(endedBadly)], { encoding: 'utf8' });
  expect(printed.trimEnd().split('\n').at(-1)).toBe(`tests: ${passed} passed, ${failed} failed`);
});
