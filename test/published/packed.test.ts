import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';
import { packPackages } from '../../scripts/release/pack.ts';
import { run } from '../../scripts/run.ts';
import { runnableBlocks } from '../support/readme-blocks.ts';

const execute = promisify(execFile);
const packages = publishedPackages();
const product = packages.filter(({ name }) => name !== 'sandbox');

/** What each package alone brings into a project, itself included. */
const expectedInstall: Record<string, readonly string[]> = {
  core: ['@org/core'],
  email: ['@org/core', '@org/email'],
  routing: ['@org/core', '@org/routing'],
  realtime: ['@noble/ciphers', '@org/core', '@org/realtime', 'ws'],
};

describe('the packages as users get them', () => {
  let folder: string;
  let sandbox: Sandbox;
  let tarballs: ReadonlyMap<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'org-packed-'));
    sandbox = await startSandbox();
    tarballs = await packPackages(join(folder, 'tarballs'));
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const tarball = (name: string) => tarballs.get(name) ?? '';

  it.each(packages)('publint finds nothing to mend in $name', async ({ name }) => {
    await run('publint', ['run', tarball(name), '--strict'], { cwd: root });
  });

  it.each(packages)('attw: the types of $name resolve as they should', async ({ name }) => {
    await run('attw', [tarball(name), '--profile', 'esm-only', '--no-emoji', '--no-color'], { cwd: root });
  });

  it.each(packages)('the manifest of $name says where to read, ask and report', ({ name, manifest }) => {
    const { homepage, bugs, repository } = manifest;
    const place = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
    expect({ homepage, bugs }).toEqual({
      homepage: `${place}/tree/main/packages/${name}#readme`,
      bugs: `${place}/issues`,
    });
  });

  describe('the sandbox, installed in a project outside', () => {
    let project: string;

    beforeAll(async () => {
      project = join(folder, 'project-sandbox');
      mkdirSync(project);
      const files = packages.map(({ name, manifest }) => [manifest.name, `file:${tarball(name)}`]);
      const dependencies = Object.fromEntries(files);
      writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }));
      const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
      await run('npm', ['install', ...options], { cwd: project });
    });

    it('brings no map engine', () => {
      expect(installed(join(project, 'node_modules'))).not.toContain('@valhallajs/valhallajs');
    });

    it('starts the services without a map, and names the package to install for one', async () => {
      const bin = join(project, 'node_modules', '@org', 'sandbox', 'dist', 'bin.js');
      // pnpm points NODE_PATH at the packages of this repository.
      // With a runtime folder of its own, `exec` finds no sandbox that runs on this machine, and starts one.
      const own = { NODE_PATH: '', NODE_OPTIONS: '', XDG_RUNTIME_DIR: project };
      const options = { cwd: project, env: { ...process.env, ...own } };
      const show = 'console.log(Object.keys(process.env).filter((name) => /_URL$|_HOST$/.test(name)).join())';
      const { stdout, stderr } = await execute('node', [bin, 'exec', '--', 'node', '-e', show], options);
      expect(stdout).toContain('PLUNK_BASE_URL');
      expect(stdout).not.toContain('VALHALLA_BASE_URL');
      expect(stderr).toMatch(
        /^sandbox: The routing service is disabled\. It needs the map engine, 280 MB\. /,
      );
      expect(stderr).toContain('npm install --save-dev --save-exact @valhallajs/valhallajs@3.6.1.');
      const asked = await execute('node', [bin, '--routing-port', '0'], options).catch((error) => error);
      expect(asked).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('npm install @valhallajs/valhallajs@3.6.1.'),
      });
    });
  });

  describe.each(product)('$name, installed alone in a project outside', ({ name, manifest, entries }) => {
    let project: string;

    beforeAll(async () => {
      project = join(folder, `project-${name}`);
      mkdirSync(project);
      writeFileSync(
        join(project, 'package.json'),
        JSON.stringify({
          private: true,
          type: 'module',
          dependencies: { [manifest.name]: `file:${tarball(name)}` },
          overrides: name === 'core' ? {} : { '@org/core': `file:${tarball('core')}` },
        }),
      );
      await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], {
        cwd: project,
      });
    });

    it('installs only its dependencies', () => {
      expect(installed(join(project, 'node_modules'))).toEqual(expectedInstall[name]);
    });

    // What is there for an optional peer's sake needs it.
    const lean = entries.filter(({ specifier }) => !/\/(testing|opentelemetry|react|vue)$/.test(specifier));

    // `import.test.ts` loads each alone.
    it('every entry can be imported and required', async () => {
      const names = JSON.stringify(lean.map(({ specifier }) => specifier));
      for (const [type, load] of [
        ['module', 'await import(name)'],
        ['commonjs', 'require(name)'],
      ]) {
        const use = `if (Object.keys(${load}).length === 0 && name !== '@org/email/resources')
          throw new Error(name + ' exports nothing');`;
        const script = `for (const name of ${names}) { ${use} }`;
        await run('node', [`--input-type=${type}`, '-e', script], { cwd: project });
      }
    });

    it('its types hold in a strict program that checks its libraries, in a page as in Node', async () => {
      const web = lean.filter(({ specifier }) => specifier !== '@org/core/opentelemetry');
      const imports = web.map(({ specifier }, at) => `export * as m${at} from '${specifier}';`);
      writeFileSync(join(project, 'types.ts'), imports.join('\n'));
      const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--noEmit'];
      const language = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
      await run('tsc', ['--ignoreConfig', '--module', 'nodenext', ...strict, ...language, 'types.ts'], {
        cwd: project,
      });
    });

    it('its quick start works against the sandbox', async () => {
      const [quickStart] = runnableBlocks(`${root}packages/${name}/README.md`);
      writeFileSync(
        join(project, 'quick-start.ts'),
        quickStart?.code ?? 'throw new Error("the README has no quick start")',
      );
      await run('node', ['quick-start.ts'], { cwd: project, env: sandbox.env });
    });
  });
});

function installed(modules: string): readonly string[] {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : [name],
    )
    .filter((name) => existsSync(join(modules, name, 'package.json')))
    .sort();
}
