import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import { sitePath } from '../../site/pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-publish-'));
const work = join(folder, 'work');
const git = (...given: string[]) => run('git', given, { cwd: work });

beforeAll(async () => {
  await run('git', ['init', '--quiet', '--bare', 'origin'], { cwd: folder });
  await run('git', ['clone', '--quiet', 'origin', 'work'], { cwd: folder });
  for (const path of ['.ci/site', '.ci/site-publish', 'site/publish.ts', 'site/pages.ts', 'package.json'])
    cpSync(root + path, join(work, path));
  await git('add', '.');
  await git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '-m', 'first');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Publishes a build of these files, and returns the paths on the branch that is served. */
async function published(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const dist = join(work, 'site', 'dist');
  rmSync(dist, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
  await run('bash', ['.ci/site-publish'], { cwd: work });
  const listed = await git('ls-tree', '-r', '--name-only', 'origin/gh-pages');
  return listed.trim().split('\n');
}

const versions = async () => JSON.parse(await git('show', 'origin/gh-pages:versions.json'));
const next = { name: 'next', path: `${sitePath}/` };

it('keeps the pages of older releases and later commits, lists them, and replaces the newest', async () => {
  expect(await published({ 'index.html': '1', 'old.html': '1' })).toEqual([
    '.nojekyll',
    'index.html',
    'old.html',
    'versions.json',
  ]);
  expect(await versions()).toEqual([next]);

  const release = { 'v/2026-12-01/index.html': '2', 'v/2026-12-01/release.txt': 'email 0.2.0\n' };
  expect(await published({ 'index.html': '2', ...release })).not.toContain('old.html');
  const first = { name: 'email 0.2.0', path: `${sitePath}/v/2026-12-01/` };
  expect(await versions()).toEqual([next, first]);

  const second = { 'v/2027-01-05/release.txt': 'core 0.3.0, email 0.2.1' };
  const paths = await published({ 'index.html': '3', ...second });
  expect(paths).toContain('v/2026-12-01/index.html');
  const newest = { name: 'core 0.3.0, email 0.2.1', path: `${sitePath}/v/2027-01-05/` };
  expect(await versions()).toEqual([next, newest, first]);

  // Without a change there is no commit.
  const before = await git('rev-parse', 'origin/gh-pages');
  await published({ 'index.html': '3', ...second });
  expect(await git('rev-parse', 'origin/gh-pages')).toBe(before);
  expect(readFileSync(join(work, 'site', 'dist', 'index.html'), 'utf8')).toBe('3');

  // A run that was late leaves the pages of a later commit, and adds its release.
  const commit = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--allow-empty', '-qm', 'b'];
  await git(...commit);
  await published({ 'index.html': 'later' });
  await git('checkout', '--quiet', '--detach', 'HEAD~1');
  const late = await published({ 'index.html': 'earlier', 'v/2027-01-06/release.txt': 'core 0.3.1' });
  await git('checkout', '--quiet', '-');
  expect(late).toContain('v/2027-01-06/release.txt');
  expect(await git('show', 'origin/gh-pages:index.html')).toBe('later');
  expect((await versions())[1]).toMatchObject({ name: 'core 0.3.1' });
});

it('gives two releases of one day a folder each', async () => {
  const [bin, versionsBuilt] = [join(folder, 'bin'), join(folder, 'versions')];
  mkdirSync(bin);
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$1 \${SITE_VERSION:-}" >> ${versionsBuilt}\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  for (const time of ['09:05', '17:40']) {
    const date = `2027-02-03T${time}:00+0000`;
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const commit = [
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.example',
      'commit',
      '--allow-empty',
      '-qm',
      time,
    ];
    await run('git', commit, { cwd: work, env });
    await git('tag', `@org/email@1.0.${time.slice(0, 2)}`);
    await run('bash', ['.ci/site'], { cwd: work, env: { ...env, PATH: `${bin}:${process.env['PATH']}` } });
  }
  const built = readFileSync(versionsBuilt, 'utf8').trim().split('\n');
  expect(built).toEqual(['run ', 'run 2027-02-03-0905', 'run ', 'run 2027-02-03-1740']);
});

it('no newer run of the site cancels one that waits', () => {
  const workflow = readFileSync(`${root}.github/workflows/site.yml`, 'utf8');
  expect(workflow).toMatch(/^ {2}group: site-\$\{\{ github\.event\.workflow_run\.head_sha/m);
});
