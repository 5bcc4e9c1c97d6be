import { expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';

it('no file, dependency or export is unused', async () => {
  expect(await run('knip', ['--no-progress', '--no-config-hints'], { cwd: root })).toBe('');
});
