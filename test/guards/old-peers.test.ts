import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';

interface StandIn {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The used names that the old version has, and nothing else. */
const standIns: Readonly<Record<string, StandIn>> = {
  undici: { version: '6.21.0', files: { 'index.js': 'exports.Agent = class {};' } },
  bullmq: { version: '5.60.0', files: { 'index.js': 'exports.Queue = class {};' } },
  react: {
    version: '17.0.2',
    files: {
      'index.js': `exports.version = '17.0.2';
        exports.createContext = exports.createElement = exports.useContext = exports.useEffect = () => {};
        exports.useReducer = exports.useMemo = exports.useRef = exports.useState = () => {};`,
    },
  },
  vue: {
    version: '2.7.16',
    files: {
      'index.js': `exports.version = '2.7.16';
        exports.computed = exports.shallowRef = exports.watch = exports.inject = () => {};
        exports.getCurrentInstance = exports.onMounted = () => {};`,
    },
  },
};

describe('an older peer, which npm installs', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'old-peers-'));
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '@org'), { recursive: true });
    symlinkSync(`${root}packages/core`, join(modules, '@org', 'core'));
    symlinkSync(`${root}packages/email/node_modules/zod`, join(modules, 'zod'));
    for (const name of ['core', 'email', 'realtime']) {
      cpSync(`${root}packages/${name}/src`, join(folder, name, 'src'), { recursive: true });
      cpSync(`${root}packages/${name}/package.json`, join(folder, name, 'package.json'));
    }
    for (const [name, { version, files }] of Object.entries(standIns)) {
      mkdirSync(join(modules, name));
      writeFileSync(join(modules, name, 'package.json'), JSON.stringify({ name, version }));
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(modules, name, path, '..'), { recursive: true });
        writeFileSync(join(modules, name, path), text);
      }
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const start = "Object.assign(globalThis, { __PACKAGE_VERSION__: '0.0.0-test' });\n";
  const programs: readonly (readonly [string, string, string])[] = [
    [
      'undici',
      `const { createServiceClient, noAuth } = await import('./core/src/index.ts');
       const { createUndiciTransport } = await import('./core/src/undici/index.ts');
       const service = { name: 'acme', baseUrl: 'http://127.0.0.1:9', auth: noAuth() };
       const client = createServiceClient(service, { transport: createUndiciTransport() });
       await client.request({ method: 'GET', path: '/' });`,
      'createUndiciTransport() needs undici 7 or later, and 6.21.0 is installed: npm install undici@^7.0.0',
    ],
    [
      'bullmq',
      `const { createEmailQueue } = await import('./email/src/bullmq/index.ts');
       await createEmailQueue({ connection: { host: '127.0.0.1' } }).counts();`,
      'The email queue needs bullmq 6 or later, and 5.60.0 is installed: npm install bullmq@^6.0.0',
    ],
    [
      'react',
      "await import('./realtime/src/react/index.ts');",
      '@org/realtime/react needs react 18 or later, and 17.0.2 is installed: npm install react@^18.0.0',
    ],
    [
      'vue',
      "await import('./realtime/src/vue/index.ts');",
      '@org/realtime/vue needs vue 3.5 or later, and 2.7.16 is installed: npm install vue@^3.5.0',
    ],
  ];

  it.each(programs)(
    '%s is refused by the feature that needs a newer one',
    async (name, program, sentence) => {
      const caught = `try {\n${program}\n} catch (error) {
      process.stdout.write(error.code + ' ' + error.message);
      process.exit();
    }`;
      writeFileSync(join(folder, `${name}.mjs`), start + caught);
      const args = ['--conditions=@org/source', '--no-warnings', `${name}.mjs`];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
      expect(stdout).toBe(`configuration ${sentence}`);
    },
  );
});
