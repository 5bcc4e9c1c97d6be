import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { askToInstall } from '../src/cli/engine/ask-to-install.ts';
import { engineCommand, installEngine } from '../src/cli/engine/install-engine.ts';
import { findProject } from '../src/cli/engine/package-manager.ts';
import { CommandError } from '../src/cli/usage-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-engine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

/** A new folder with these files. */
function createFolder(...files: string[]): string {
  const created = mkdtempSync(join(folder, 'project-'));
  for (const file of files) {
    mkdirSync(join(created, file, '..'), { recursive: true });
    writeFileSync(join(created, file), '{}');
  }
  return created;
}

describe('the package manager of a project', () => {
  it.each([
    { files: ['package-lock.json'], agent: 'pnpm/12.21.0 node/v24', name: 'npm' },
    { files: ['pnpm-lock.yaml'], agent: 'npm/11.19.1 node/v24', name: 'pnpm' },
    { files: ['yarn.lock'], agent: 'npm/11.19.1 node/v24', name: 'yarn' },
    { files: ['bun.lock'], agent: 'npm/11.19.1 node/v24', name: 'bun' },
    { files: ['bun.lockb'], agent: '', name: 'bun' },
    { files: [], agent: 'pnpm/12.21.0 npm/? node/v24.0.0 linux x64', name: 'pnpm' },
    { files: [], agent: 'yarn/4.18.1 npm/? node/v24.0.0 linux x64', name: 'yarn' },
    { files: [], agent: 'bun/1.4.5 npm/? node/v24.0.0 linux x64', name: 'bun' },
    { files: [], agent: 'toString/1', name: 'npm' },
    { files: [], agent: '', name: 'npm' },
  ])('is $name with $files, run by "$agent"', ({ files, agent, name }) => {
    const project = createFolder('package.json', ...files);
    expect(findProject(project, agent)).toEqual({ name, folder: project });
    expect(engineCommand({ name: name as 'npm', folder: project }).join(' ')).toMatch(
      new RegExp(`^${name} \\S+ .*exact.* @valhallajs/valhallajs@3\\.6\\.1$`),
    );
  });

  it('is found from folders inside; a member of a workspace has the lock file of its root', () => {
    const root = createFolder('package.json', 'pnpm-lock.yaml', 'apps/web/package.json', 'apps/web/src/a.ts');
    const member = join(root, 'apps', 'web');
    expect(findProject(join(member, 'src'), 'npm/11')).toEqual({ name: 'pnpm', folder: member });
  });
});

describe.skipIf(process.platform === 'win32')('the installation of the engine', () => {
  /** A program of this name comes first on the path. */
  function stubManager(script: string): string {
    const project = createFolder('package.json');
    const file = join(project, 'bin', 'npm');
    mkdirSync(join(project, 'bin'));
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    vi.stubEnv('PATH', `${join(project, 'bin')}${delimiter}${process.env['PATH']}`);
    return project;
  }

  function installIn(project: string, isTTY: boolean, signal = new AbortController().signal) {
    const texts: string[] = [];
    const stderr = { isTTY, columns: 200, write: (text: string) => texts.push(text) };
    return { texts, done: installEngine({ name: 'npm', folder: project }, { stderr, signal }) };
  }

  it('runs in the project, and prints nothing in a pipe', async () => {
    const project = stubManager('[ -f package.json ] || exit 3; sleep 0.5; echo "$@"');
    const { texts, done } = installIn(project, false);
    await done;
    expect(texts).toEqual([]);
  });

  it('shows on a terminal how much is unpacked', async () => {
    const target = 'node_modules/@valhallajs/valhallajs/linux';
    // Ends when the progress was shown.
    const unpack = `mkdir -p ${target} && head -c 7000000 /dev/zero >${target}/a`;
    const project = stubManager(`${unpack}; while [ ! -e shown ]; do sleep 0.05; done`);
    const texts: string[] = [];
    const stderr = {
      isTTY: true,
      columns: 200,
      write: (text: string) => {
        texts.push(text);
        if (text.includes('7 of 280 MB')) writeFileSync(join(project, 'shown'), '');
      },
    };
    await installEngine({ name: 'npm', folder: project }, { stderr, signal: new AbortController().signal });
    expect(texts.join('')).toMatch(/npm installs the map engine: 7 of 280 MB, \d+ s/);
    expect(texts.at(-1)).toBe('\r\u001B[2K');
  });

  it('a failure says what the package manager printed, and what to do', async () => {
    const { done } = installIn(stubManager('echo "ENOSPC: no space" >&2; exit 4'), false);
    const error = await done.catch((thrown) => thrown);
    expect(CommandError.isInstance(error)).toBe(true);
    const [what, why, printed, advice] = error.message.split('\n');
    expect(what).toMatch(/^The map engine was not installed: npm install .*@valhallajs/);
    expect([why, printed]).toEqual(['It ended with code 4.', 'ENOSPC: no space']);
    expect(advice).toContain('--no-routing');
  });

  it('a package manager that is missing is named', async () => {
    const project = createFolder('package.json');
    vi.stubEnv('PATH', project);
    await expect(installIn(project, false).done).rejects.toThrow(/It could not start: spawn npm ENOENT/);
  });

  it('an abort stops the package manager, and rejects when it has ended', async () => {
    const stop = new AbortController();
    const script = 'trap "echo >ended; exit 1" TERM; echo >begun; while :; do sleep 0.05; done';
    const project = stubManager(script);
    const { done } = installIn(project, false, stop.signal);
    const rejected = expect(done).rejects.toBe('SIGTERM');
    await vi.waitUntil(() => existsSync(join(project, 'begun')), { timeout: 20_000 });
    stop.abort('SIGTERM');
    await rejected;
    expect(existsSync(join(project, 'ended'))).toBe(true);
  });
});

describe('the question at the terminal', () => {
  const question = (isTTY: boolean, answer?: string) => {
    const stdin = Object.assign(new PassThrough(), { isTTY });
    const stop = new AbortController();
    const texts: string[] = [];
    const write = (text: string) => {
      texts.push(text);
      if (answer === 'stop') stop.abort('SIGINT');
      else if (answer === 'end') stdin.end();
      else if (answer !== undefined) stdin.write(answer);
    };
    const context = { stdin, stderr: { isTTY, write }, signal: stop.signal };
    return { texts, answered: askToInstall({ name: 'yarn', folder: '/home/ann/shop' }, context) };
  };

  it.each([
    ['\n', true],
    ['y\n', true],
    ['Yes\r\n', true],
    ['n\n', false],
    ['maybe\n', false],
    ['end', false],
  ])('the answer %j means %s', async (answer, expected) => {
    vi.stubEnv('CI', undefined);
    const { texts, answered } = question(true, answer);
    expect(await answered).toBe(expected);
    expect(texts).toEqual([
      'sandbox: The routing service needs the map engine @valhallajs/valhallajs, 280 MB.\n' +
        'Install it in /home/ann/shop?\n' +
        '  yarn add --dev --exact @valhallajs/valhallajs@3.6.1\n[Y/n] ',
    ]);
  });

  it('an abort ends it', async () => {
    vi.stubEnv('CI', undefined);
    await expect(question(true, 'stop').answered).rejects.toBe('SIGINT');
  });

  it('is not asked in a pipe, or by a machine that tests', async () => {
    vi.stubEnv('CI', undefined);
    expect(await question(false).answered).toBeUndefined();
    vi.stubEnv('CI', 'true');
    const { texts, answered } = question(true);
    expect(await answered).toBeUndefined();
    expect(texts).toEqual([]);
  });
});
