import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { checkOut, runItsPrograms } from '../../scripts/release/rehearsal/last-release.ts';

/** Before there is a release, the current commit is in its place. */
const release = process.env['LAST_RELEASE'] ?? 'HEAD';

it(`the programs of ${release} run on the new packages`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'org-last-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await checkOut(release, inject('tarballs'), folder);
  expect(await runItsPrograms(folder)).toMatch(/tests: [1-9]\d* passed, 0 failed/);
});
