import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';

const folder = `${root}.github/workflows/`;
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }));
const actionlint = process.env['ACTIONLINT_PATH'] ?? 'actionlint';
const isThere = spawnSync(actionlint, ['-version']).status === 0;
const note = isThere ? '' : ' (skipped: no actionlint; set ACTIONLINT_PATH)';
const release = workflows.find(({ name }) => name === 'release.yml')?.text ?? '';
const jobOf = (name: string) =>
  new RegExp(`^  ${name}:\\n((?:(?: {4}.*)?\\n)+)`, 'm').exec(release)?.[1] ?? '';

describe('workflows', () => {
  it.skipIf(!isThere)(`actionlint finds nothing${note}`, async () => {
    expect(await run(actionlint, ['-no-color'], { cwd: root })).toBe('');
  });

  it.each(workflows)('$name pins each action to a commit, with the version beside it', ({ text }) => {
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
    expect(uses.length).toBeGreaterThan(0);
    expect(
      uses.filter((action) => !/^[\w-]+(?:\/[\w-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
    ).toEqual([]);
  });

  it.each(workflows)('$name gives a job no more than it needs', ({ text }) => {
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m);
    const jobs = text.match(/^ {4}runs-on:/gm) ?? [];
    expect(text.match(/^ {4}timeout-minutes:/gm)).toHaveLength(jobs.length);
    expect(text).not.toMatch(/pull_request_target|actions\/cache|secrets\.|^ +cache:/m);
  });

  it.each(workflows)('$name runs scripts of this repository, with the pnpm of its manifest', ({ text }) => {
    const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const steps = [...text.matchAll(/(?:run|script): (.*)/g)].map(([, command = '']) => command);
    const scripts = steps
      .filter((command) => command.startsWith('.ci/'))
      .map((command) => command.split(' ')[0]);
    expect(scripts.filter((path) => !existsSync(root + path))).toEqual([]);
    expect(scripts.filter((path) => (statSync(root + path).mode & 0o111) === 0)).toEqual([]);
    const others = steps.filter((command) => !command.startsWith('.ci/'));
    expect(
      others.filter((command) => command !== `npx --yes ${packageManager} install --frozen-lockfile`),
    ).toEqual([]);
  });

  it('the job that publishes waits for an approval, and installs nothing', () => {
    const job = jobOf('publish');
    expect(job).toMatch(/^ {4}environment: npm$/m);
    expect(job).toMatch(/^ {6}id-token: write$/m);
    expect(job).not.toMatch(/pnpm|npm install|contents: write/);
    expect(release.match(/id-token/g)).toHaveLength(1);
  });
});
