import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLight, publishedPackages, root } from '../../scripts/package-entries.ts';

const run = promisify(execFile);
const entries = publishedPackages().flatMap(({ entries }) => entries);

/** Entries without a value: an import of them is left out by the compiler. */
const typesAlone: readonly string[] = ['@org/email/resources'];

// Records the effects of loading a module: environment reads, timers, listeners, uses of fetch, open
// handles, schemas (zod marks each with `_zod`).
const probe = (specifier: string) => `
  const seen = [];
  const env = process.env;
  const library = /node_modules|node:internal/;
  Object.defineProperty(process, 'env', { get: () => new Proxy(env, { get(target, name) {
    const by = (new Error().stack ?? '').split('\\n').slice(2).find((line) => line.includes('file://')) ?? '';
    if (by.includes('/packages/') && !library.test(by)) seen.push('env ' + String(name));
    return target[name];
  } }) });
  const { fetch } = globalThis;
  const seeFetch = () => { seen.push('fetch'); return fetch; };
  Object.defineProperty(globalThis, 'fetch', { configurable: true, get: seeFetch });
  for (const name of ['setTimeout', 'setInterval']) {
    const real = globalThis[name];
    globalThis[name] = (...args) => { seen.push(name); return real(...args); };
  }
  const { defineProperty } = Object;
  Object.defineProperty = (...args) => {
    if (args[1] === '_zod') seen.push('a schema');
    return defineProperty(...args);
  };
  await import(${JSON.stringify(specifier)});
  const passing = /TTY|Pipe|FSReq|Immediate|TickObject|Promise/i;
  const open = process.getActiveResourcesInfo().filter((kind) => !passing.test(kind));
  console.log(JSON.stringify({ seen, open }));
`;

describe('importing a published entry', () => {
  it.each(entries.filter(({ specifier }) => !specifier.startsWith('@org/sandbox')))(
    '$specifier does no work: no environment, no timer, no fetch, no schema, nothing open (C11)',
    async ({ specifier }) => {
      const { stdout } = await run('node', ['--input-type=module', '-e', probe(specifier)], { cwd: root });
      const { seen, open } = JSON.parse(stdout);
      // Light entries load nothing later: their schemas are made with them (decision 61).
      const work = seen.filter((each: string) => !(isLight(specifier) && each === 'a schema'));
      expect({ seen: work, open }).toEqual({ seen: [], open: [] });
    },
  );

  describe('by require', () => {
    let exported: Readonly<Record<string, number | string>>;
    beforeAll(async () => {
      const names = JSON.stringify(entries.map(({ specifier }) => specifier));
      const script = `
        const count = (name) => {
          try { return Object.keys(require(name)).length; } catch (error) { return error.stack; }
        };
        console.log(JSON.stringify(Object.fromEntries(${names}.map((name) => [name, count(name)]))));`;
      const { stdout } = await run('node', ['--input-type=commonjs', '-e', script], { cwd: root });
      exported = JSON.parse(stdout);
    });

    it.each(entries)('$specifier can be required as well', ({ specifier }) => {
      expect(exported[specifier] === 0).toBe(typesAlone.includes(specifier));
    });
  });
});

describe('@org/sandbox/realtime', () => {
  it('loads no part of the mail and map services', async () => {
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({
        resolve: (name, context, next) => (seen.push(name), next(name, context)),
      });
      await import('@org/sandbox/realtime');
      console.log(JSON.stringify(seen.filter((name) => !/^(node:|\\.)/.test(name))));
    `;
    const { stdout } = await run('node', ['--input-type=module', '-e', script], { cwd: root });
    const packages = JSON.parse(stdout) as string[];
    expect(packages).toContain('ws');
    expect(packages.filter((name) => /smtp|mail|valhalla|routing/.test(name))).toEqual([]);
  });
});

// The operations wait until core's call parts load, or give up: the two must not load one after the other.
const firstCall = `
  import { registerHooks } from 'node:module';
  import { setImmediate } from 'node:timers/promises';
  import { noAuth } from '@org/core';
  import { httpDriver } from '@org/core/driver';
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
  const hasCallParts = () => loaded.some((url) => url.endsWith('/call-parts.js'));
  const driver = httpDriver({
    service: { name: 'acme', baseUrl: 'https://acme.example', auth: noAuth() },
    capabilities: {},
    operations: async () => {
      for (let turn = 0; turn < 1_000 && !hasCallParts(); turn += 1) await setImmediate();
      console.log(hasCallParts());
      return { operations: {} };
    },
  });
  await driver.open({}).execute('none', {}).catch(() => {});`;

describe('a first call', () => {
  it('loads the operations of a driver and the call parts of core at the same time', async () => {
    const { stdout } = await run('node', ['--input-type=module', '-e', firstCall], { cwd: root });
    expect(stdout).toBe('true\n');
  });
});

describe('an uncaught error', () => {
  // The first frame of each is in our code: Node prints its line before the error.
  const wrongBaseUrl = `{ name: 'acme', baseUrl: 'ftp://x', auth: core.noAuth() }`;
  it.each([
    ['thrown', `core.createServiceClient(${wrongBaseUrl})`],
    [
      'rejected',
      `await core.createServiceClient({ ...${wrongBaseUrl}, baseUrl: 'http://127.0.0.1:9' })` +
        ".request({ method: 'GET', path: 'x' })",
    ],
  ])('%s, begins with a line that people can read', async (_name, statement) => {
    const script = `import * as core from '@org/core'; ${statement};`;
    const failed: unknown = await run('node', ['--input-type=module', '-e', script], { cwd: root }).catch(
      (error: unknown) => error,
    );
    const [place, line = ''] = String(Reflect.get(Object(failed), 'stderr')).split('\n');
    expect(place).toMatch(/packages\/core\/dist\/\S+\.js:\d+$/);
    expect(line).toMatch(/^ {2,}\S/);
    expect(line.length).toBeLessThanOrEqual(120);
    expect(line.match(/;/g) ?? []).toHaveLength(line.endsWith(';') ? 1 : 0);
  });
});

describe('public declarations', () => {
  /** All declaration files that an entry's declarations lead to, inside its package. */
  function reachable(types: string, found = new Map<string, string>()): Map<string, string> {
    if (found.has(types)) return found;
    const text = readFileSync(types, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    found.set(types, text);
    for (const [, specifier] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
      const target = new URL(specifier?.replace(/\.(ts|js)$/, '.d.ts') ?? '', `file://${types}`).pathname;
      reachable(target, found);
    }
    return found;
  }

  const nodeAllowed = /^@org\/(sandbox|core\/testing)/;

  // A component's children are React's to describe (decision 21), refs and plugins Vue's.
  const peerOf: Record<string, string> = { '@org/realtime/react': 'react', '@org/realtime/vue': 'vue' };

  it.each(entries)('of $specifier name only our own types and web standards', ({ specifier, types }) => {
    const foreign = [...reachable(types)].flatMap(([file, text]) => {
      const imports = [...text.matchAll(/(?:\bfrom\s|import\()\s*['"]([@\w][@\w/.:-]*)['"]/g)].map(
        ([, name]) => name ?? '',
      );
      const bad = imports.filter(
        (name) =>
          !name.startsWith('@org/') &&
          name !== peerOf[specifier] &&
          !(nodeAllowed.test(specifier) && name.startsWith('node:')),
      );
      if (/reference types=/.test(text)) bad.push('a reference to ambient types');
      if (!nodeAllowed.test(specifier) && /\b(Buffer|NodeJS\.)/.test(text.replace(/\/\*[\s\S]*?\*\//g, '')))
        bad.push('Node types');
      return bad.map((name) => `${file.slice(root.length)}: ${name}`);
    });
    expect(foreign).toEqual([]);
  });
});
