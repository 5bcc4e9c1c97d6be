import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { run, runPnpm } from '../../scripts/run.ts';
import { modern, printed } from './support/programs.ts';
import { alone, createTestProject } from './support/project.ts';

const { first, minor } = inject('releases');
const send = `import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
const email = createEmailClient({ driver: plunk() });
const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const { outcomes } = await email.send(message);
console.log(outcomes[0].status);
await email.close();
`;

describe('other package managers', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ routing: false, page: false });
  });
  afterAll(() => sandbox.close());

  it('pnpm: each service of a monorepo has the version that it pins', async () => {
    const service = (release: typeof first) => ({
      private: true,
      type: 'module',
      dependencies: { '@org/email': release.versions['@org/email'] },
    });
    const folder = createTestProject({
      'package.json': { private: true },
      // It holds back what was published today.
      'pnpm-workspace.yaml': 'packages: [services/*]\nminimumReleaseAge: 0\n',
      'services/calm/package.json': service(first),
      'services/calm/app.js': send,
      'services/eager/package.json': service(minor),
      'services/eager/app.js': send,
    });
    await runPnpm(['install', '--ignore-scripts'], { cwd: folder, env: alone });
    for (const [name, release] of [
      ['calm', first],
      ['eager', minor],
    ] as const) {
      const cwd = join(folder, 'services', name);
      const options = { cwd, env: { ...alone, ...sandbox.env } };
      expect((await run(process.execPath, ['app.js'], options)).trim()).toBe('accepted');
      const modules = realpathSync(join(cwd, 'node_modules', '@org', 'email', '..', '..'));
      const versionOf = (part: string) =>
        JSON.parse(readFileSync(join(modules, '@org', part, 'package.json'), 'utf8')).version;
      expect(versionOf('email')).toBe(release.versions['@org/email']);
      const core = realpathSync(join(cwd, 'node_modules', '@org', 'email'));
      const [, coreVersion] = /@org\+core@([\d.]+)/.exec(realpathSync(join(core, '..', 'core'))) ?? [];
      expect(coreVersion).toBe(release.versions['@org/core']);
    }
  });

  it('Yarn Plug’n’Play: what a package imports is what it declares', async () => {
    const versions = minor.versions;
    const names = ['@org/email', '@org/realtime', '@org/routing'];
    const registry = (await run('npm', ['config', 'get', 'registry'], { cwd: '.' })).trim();
    const settings = [
      'nodeLinker: pnp',
      'enableTelemetry: false',
      'httpRetry: 10',
      'enableGlobalCache: false',
      // Yarn keeps what it knows of a registry by its host, whatever the port: of another run, too.
      'globalFolder: ./yarn',
      'npmPreapprovedPackages: ["@org/*"]',
      `npmRegistryServer: "${registry}"`,
      'unsafeHttpWhitelist: ["*"]',
      `npmScopes: { org: { npmRegistryServer: "${inject('registryUrl')}" } }`,
    ];
    const folder = createTestProject({
      'package.json': {
        private: true,
        type: 'module',
        dependencies: Object.fromEntries(names.map((name) => [name, versions[name]])),
      },
      '.yarnrc.yml': `${settings.join('\n')}\n`,
      'yarn.lock': '',
      'app.js': modern,
      'tool/package.json': { private: true },
    });
    const tool = join(folder, 'tool');
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '@yarnpkg/cli-dist@4.18.1'], {
      cwd: tool,
    });
    const yarn = join(tool, 'node_modules', '@yarnpkg', 'cli-dist', 'bin', 'yarn.js');
    const options = { cwd: folder, env: { ...alone, ...sandbox.env } };
    await run(process.execPath, [yarn, 'install', '--no-immutable'], options);
    expect((await run(process.execPath, [yarn, 'node', 'app.js'], options)).trim()).toBe(printed);
  });
});
