import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

const run = promisify(execFile);
const packages = publishedPackages();
const entries = packages.flatMap(({ entries }) => entries.map(({ specifier }) => specifier));

/** Signs of code that runs on Node only. */
const onNodeOnly = new RegExp(
  '^@org/(sandbox.*|core/(?:command|testing)|[a-z]+/undici|' +
    'email/(smtp(?:/send)?|bullmq|journal)|routing/(embedded|checkpoint))$',
);

const bundle = (program: string, options: BuildOptions) =>
  build({
    stdin: { contents: program, resolveDir: `${root}examples` },
    bundle: true,
    minify: true,
    format: 'esm',
    logLevel: 'silent',
    ...options,
  });

describe('a bundler takes the packages as they are published', () => {
  const everywhere = entries.filter((specifier) => !onNodeOnly.test(specifier));

  it.each(everywhere)('%s for a browser, with nothing of Node in it', async (specifier) => {
    const program = `import * as all from '${specifier}'; console.log(all);`;
    const { warnings } = await bundle(program, { platform: 'browser', write: false });
    expect(warnings).toEqual([]);
  });

  // What a first call loads is found wherever the bundler has put it.
  const calls = `
    import { createServiceClient, noAuth } from '@org/core';
    import { createFakeTransport } from '@org/core/testing';
    import { createEmailClient } from '@org/email';
    import { plunk } from '@org/email/plunk';
    const transport = createFakeTransport([
      { when: { path: '/v1/send' }, answer: { json: { success: true, data: { emails: [] } } } },
      { answer: { json: { of: 'any' } } },
    ]);
    const service = { name: 'acme', baseUrl: 'https://acme.example', auth: noAuth() };
    const client = createServiceClient(service, { transport });
    const answer = await client.request({ method: 'GET', path: '/' });
    const email = createEmailClient({ driver: plunk({ apiKey: 'sk_1' }), transport });
    await email.request({ method: 'GET', path: '/contacts' });
    console.log(JSON.stringify(answer.json()));`;

  it.each([
    { how: 'into one file', options: {} },
    { how: 'into several', options: { splitting: true } },
  ])('$how, which runs far from any node_modules', async ({ options }) => {
    const outdir = mkdtempSync(join(tmpdir(), 'org-bundled-'));
    onTestFinished(() => rmSync(outdir, { recursive: true, force: true }));
    const outExtension = { '.js': '.mjs' };
    await bundle(calls, { platform: 'node', outdir, outExtension, ...options });
    const { stdout } = await run('node', [join(outdir, 'stdin.mjs')], { cwd: outdir });
    expect(JSON.parse(stdout)).toEqual({ of: 'any' });
  });
});

describe('what is published', () => {
  it.each(packages)('$name: Node prints the line that threw, so none is long', ({ folder }) => {
    const files = readdirSync(`${folder}/dist`, { recursive: true, encoding: 'utf8' });
    const lengths = files
      // Browsers run the page's own files.
      .filter((file) => file.endsWith('.js') && !file.includes(join('page', 'app')))
      .flatMap((file) => readFileSync(`${folder}/dist/${file}`, 'utf8').split('\n'))
      // No line of imports throws.
      .filter((line) => !line.startsWith('import {'))
      .map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1000);
  });
});
