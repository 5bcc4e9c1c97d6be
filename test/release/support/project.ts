import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { run } from '../../../scripts/run.ts';

/** Files by their path in a project. */
export type Files = Readonly<Record<string, string | object>>;

/** A folder outside this repository in which `@org` is the registry on loopback. */
export function createProject(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'org-project-'));
  // Where a program of pnpm runs, it lets Node find this repository's packages.
  const settings = [`@org:registry=${inject('registryUrl')}/`, 'audit=false', 'fund=false'];
  const all = { '.npmrc': `${settings.join('\n')}\n`, ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  }
  return folder;
}

/** Like `createProject`, until the end of the test. */
export function createTestProject(files: Files): string {
  const folder = createProject(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function installWithNpm(folder: string): Promise<void> {
  const options = ['--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  await run('npm', ['install', ...options], { cwd: folder, env: alone });
}

/** pnpm points NODE_PATH at the packages of this repository. */
export const alone = { NODE_PATH: '', NODE_OPTIONS: '', npm_config_registry: '' };

export function installed(folder: string): readonly string[] {
  const modules = join(folder, 'node_modules');
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : [name],
    )
    .filter((name) => existsSync(join(modules, name, 'package.json')))
    .sort();
}
