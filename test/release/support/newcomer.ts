import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { run } from '../../../scripts/run.ts';
import { alone } from './project.ts';

/** A person with a new machine: nothing of `@org` was ever installed. */
export interface Newcomer {
  /** An empty folder. */
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a line of a shell in the folder. Resolves with its standard output. */
  sh(line: string): Promise<string>;
}

/**
 * An empty folder, a shell that finds this Node and the programs in `bin` of the home first, and a home in
 * which `@org` is the registry on loopback for every package manager. Removed at the end of the test.
 */
export async function createNewcomer(node: string): Promise<Newcomer> {
  const home = mkdtempSync(join(tmpdir(), 'org-newcomer-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'app');
  const cache = join(home, 'npm');
  mkdirSync(folder);
  mkdirSync(cache);
  const settingOf = async (key: string) => (await run('npm', ['config', 'get', key], { cwd: home })).trim();
  const [registry, shared] = await Promise.all([settingOf('registry'), settingOf('cache')]);
  // Packages of others come from npm's cache. What `npx` installs stays in this one.
  mkdirSync(join(shared, '_cacache'), { recursive: true });
  symlinkSync(join(shared, '_cacache'), join(cache, '_cacache'));
  writeFileSync(join(home, '.npmrc'), `registry=${registry}\n@org:registry=${inject('registryUrl')}/\n`);
  writeFileSync(join(home, '.yarnrc.yml'), yarnSettings(registry));
  const env = {
    ...alone,
    HOME: home,
    PATH: [dirname(node), join(home, 'bin'), process.env['PATH']].join(delimiter),
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_user_agent: '',
    // `npx --yes` passes it on; a newcomer is asked.
    npm_config_yes: '',
    // It holds back what was published today.
    pnpm_config_minimum_release_age: '0',
    // `pnpm init` pins pnpm in package.json, and an install would resolve that release for every platform
    // (https://pnpm.io/cli/with, "pmOnFail").
    pnpm_config_pm_on_fail: 'ignore',
    // No sandbox of this machine is found.
    XDG_RUNTIME_DIR: home,
    CI: '',
  };
  return {
    folder,
    home,
    env,
    sh: (line) => run('sh', ['-c', line], { cwd: folder, env, timeoutMs: 240_000 }),
  };
}

const yarnSettings = (registry: string): string =>
  [
    'nodeLinker: node-modules',
    'enableTelemetry: false',
    'httpRetry: 10',
    'npmPreapprovedPackages: ["@org/*"]',
    `npmRegistryServer: "${registry}"`,
    'unsafeHttpWhitelist: ["*"]',
    `npmScopes: { org: { npmRegistryServer: "${inject('registryUrl')}" } }`,
    '',
  ].join('\n');
