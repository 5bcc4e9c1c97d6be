import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runProgram } from '../src/cli/run.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';

// A project with React and esbuild, whose mails are made by react-dom.
const project = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-preview-')));
const emails = join(project, 'emails');
const installed = {
  esbuild: '../node_modules/esbuild',
  react: '../../realtime/node_modules/react',
  'react-dom': '../../realtime/node_modules/react-dom',
};

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

let sandbox: Sandbox;
beforeAll(async () => {
  vi.stubEnv('XDG_RUNTIME_DIR', project);
  sandbox = await startSandbox({ routing: false, realtime: false });
  vi.stubEnv('SANDBOX_URL', sandbox.page?.url);
  mkdirSync(join(project, 'node_modules'));
  for (const [name, path] of Object.entries(installed))
    symlinkSync(fileURLToPath(new URL(path, import.meta.url)), join(project, 'node_modules', name));
  write({
    'package.json': '{}',
    'tsconfig.json': '{ "compilerOptions": { "jsx": "preserve", "paths": { "@/*": ["./emails/*"] } } }',
    'render.mjs': `import { renderToStaticMarkup } from 'react-dom/server';
      export default (element) => ({ html: renderToStaticMarkup(element), text: 'of render' });`,
  });
});
beforeEach(() => {
  rmSync(emails, { recursive: true, force: true });
  sandbox.mail?.mailbox.clear();
});
afterAll(async () => {
  await sandbox.close();
  vi.unstubAllEnvs();
  rmSync(project, { recursive: true, force: true });
});

function preview(args: readonly string[], signal = new AbortController().signal) {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof texts) => ({
    write: (text: string) => {
      texts[name] += text;
    },
  });
  const sinks = { stdout: sink('stdout'), stderr: sink('stderr') };
  const ended = runProgram({ args: ['preview', ...args], ...sinks, version: '1.2.3', signal });
  return { texts, ended };
}

async function previewOnce(...args: string[]) {
  const { texts, ended } = preview([emails, '--once', ...args]);
  return { code: await ended, ...texts };
}

const shown = () =>
  Object.fromEntries(
    (sandbox.mail?.mailbox.list() ?? []).map(({ id, parsed }) => [
      id,
      [parsed.subject, parsed.html?.trim(), parsed.text?.trim()],
    ]),
  );

describe('sandbox preview --once', () => {
  it('shows HTML, modules and JSX, each as a mail, and leaves out what is none', async () => {
    write({
      'emails/plain.html': '<title> Plain </title><p>Hi</p>',
      'emails/code.mjs': `export default () => ({ subject: 'Code', html: '<p>42</p>', text: '42' });`,
      'emails/text.ts': `import { name } from './_parts/name'; export const subject: string = 'Text';
        export default async (): Promise<string> => '<p>' + name + '</p>';`,
      'emails/auth/welcome.tsx': `import { name } from '@/_parts/name';
        export default function Welcome({ who }: { who: string }) { return <p>{name} and {who}</p>; }
        Welcome.PreviewProps = { who: 'Bob' };`,
      'emails/_parts/name.ts': `export const name: string = 'Ann'; export default name;`,
      'emails/helper.ts': 'export const one = 1;',
      'emails/dangerous.mjs': `throw new Error('It ran.');`,
      'emails/static/logo.html': '<p>No</p>',
      'emails/welcome.test.ts': 'export default 1;',
      'emails/readme.md': '# Mails',
    });
    const { code, stdout, stderr } = await previewOnce('--render', join(project, 'render.mjs'));
    expect([code, stderr]).toEqual([0, '']);
    expect(shown()).toEqual({
      'preview-plain.html': ['Plain', '<title> Plain </title><p>Hi</p>', undefined],
      'preview-code.mjs': ['Code', '<p>42</p>', '42'],
      'preview-text.ts': ['Text', '<p>Ann</p>', undefined],
      'preview-auth~welcome.tsx': ['auth/welcome.tsx', '<p>Ann and Bob</p>', 'of render'],
    });
    expect(stdout.split('\n').toSorted()).toEqual([
      '',
      expect.stringMatching(/^auth\/welcome\.tsx {2}0\.0 kB$/),
      expect.stringMatching(/^code\.mjs/),
      expect.stringMatching(/^plain\.html/),
      expect.stringMatching(/^text\.ts/),
    ]);
  });

  it('names what not all mail programs show, and prints what a mail prints', async () => {
    write({ 'emails/grid.mjs': `console.log('made'); export default '<p style="display:grid">Hi</p>';` });
    const { stdout } = await previewOnce();
    expect(stdout).toMatch(/^grid\.mjs {2}0\.0 kB, not in all mail programs: .*display:grid\n {2}made\n$/);
    const { stdout: json } = await previewOnce('--json');
    expect(JSON.parse(json)).toMatchObject({
      mail: 'grid.mjs',
      id: 'preview-grid.mjs',
      lost: expect.arrayContaining(['display:grid']),
      notes: ['made'],
    });
  });

  it('shows why a mail cannot be rendered, also on the page, and exits with 1', async () => {
    write({
      'emails/throws.tsx': `export default function Bad() {\n  throw new TypeError('no data');\n}`,
      'emails/syntax.tsx': 'export default () => <p>',
      'emails/absent.mjs': `import 'absent-package'; export default 'x';`,
      'emails/offer.mjml': '<mjml></mjml>',
      'emails/react.tsx': 'export default () => <p>Hi</p>;',
      'emails/number.mjs': 'export default 7;',
      'emails/exits.mjs': `process.exit(3); export default 'x';`,
      'emails/good.html': '<p>Hi</p>',
    });
    const { code, stdout } = await previewOnce();
    expect(code).toBe(1);
    const problems = Object.fromEntries(
      Object.values(shown()).map(([subject = '', html, text]) => [subject, html ?? text ?? '']),
    );
    expect(problems).toEqual({
      'throws.tsx cannot be rendered': expect.any(String),
      'syntax.tsx cannot be rendered': expect.stringContaining('syntax.tsx:1:'),
      'absent.mjs cannot be rendered': expect.stringMatching(
        /^absent-package is not installed .*npm install/s,
      ),
      'offer.mjml cannot be rendered': expect.stringMatching(/^mjml is not installed/),
      'react.tsx cannot be rendered': expect.stringMatching(/^@react-email\/render is not installed/),
      'number.mjs cannot be rendered': expect.stringMatching(/^TypeError: .*--render <file>/s),
      'exits.mjs cannot be rendered': 'It ended with code 3, and made no mail.',
      'good.html': '<p>Hi</p>',
    });
    expect(stdout).toContain('number.mjs  cannot be rendered: TypeError');
  });

  it('shows large mails, odd names and titles, and refuses what is not a text', async () => {
    write({
      'emails/large.html': `<p>${'x'.repeat(200_000)}</p>`,
      'emails/title.html': '<title lang="en">Tom &amp; Ann</title><p>Hi</p>',
      'emails/a/b.html': '<p>folder</p>',
      'emails/a~b.html': '<p>sign</p>',
      'emails/promise.mjs': `export default () => ({ html: Promise.resolve('x'), text: 't' });`,
    });
    const { code, stdout } = await previewOnce();
    expect(code).toBe(1);
    const { 'preview-large.html': large, ...others } = shown();
    expect(large?.[1]).toHaveLength(200_007);
    expect(others).toEqual({
      'preview-title.html': ['Tom & Ann', expect.any(String), undefined],
      'preview-a~b.html': ['a/b.html', '<p>folder</p>', undefined],
      'preview-a%7Eb.html': ['a~b.html', '<p>sign</p>', undefined],
      'preview-promise.mjs': ['promise.mjs cannot be rendered', undefined, expect.any(String)],
    });
    expect(stdout).toContain('promise.mjs  cannot be rendered: `html` is not a text.');
  });

  it('shows a mail whose program leaves another one running', async () => {
    write({
      'emails/child.mjs': `import { spawn } from 'node:child_process';
        const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'inherit' });
        child.unref();
        export default '<p>' + child.pid + '</p>';`,
    });
    const before = Date.now();
    await previewOnce();
    const [, pid] = /<p>(\d+)<\/p>/.exec(shown()['preview-child.mjs']?.[1] ?? '') ?? [];
    process.kill(Number(pid));
    expect(Date.now() - before).toBeLessThan(15_000);
  });

  it('shows a mail that is a link to a file, and no folder that is a link', async () => {
    write({ 'shared/one.html': '<title>One</title>', 'emails/own.html': '<title>Own</title>' });
    symlinkSync(join(project, 'shared', 'one.html'), join(emails, 'linked.html'));
    symlinkSync(join(project, 'shared'), join(emails, 'folder'));
    symlinkSync(join(project, 'nowhere.html'), join(emails, 'broken.html'));
    expect((await previewOnce()).code).toBe(0);
    expect(Object.keys(shown()).toSorted()).toEqual(['preview-linked.html', 'preview-own.html']);
  });

  it('says that a folder has no mails', async () => {
    mkdirSync(emails);
    expect(await previewOnce()).toMatchObject({ code: 1, stderr: expect.stringContaining('has no mails') });
  });

  it('tells where in its source a mail failed', async () => {
    write({ 'emails/throws.tsx': `export default function Bad() {\n  throw new TypeError('no data');\n}` });
    await previewOnce('--render', join(project, 'render.mjs'));
    const [text] = Object.values(shown());
    expect(text?.[2]).toMatch(/^TypeError: no data\n {4}at Bad \(.*emails\/throws\.tsx:2:9\)/);
  });

  it.each([
    [['nowhere'], '"nowhere" is no folder.'],
    [[project], 'is a whole project'],
    [[project, '--render', 'nowhere.ts'], '"nowhere.ts" is no file.'],
  ] as const)('refuses %j', async (args, problem) => {
    const { texts, ended } = preview(args);
    expect([await ended, texts.stderr]).toEqual([2, expect.stringContaining(problem)]);
  });
});

describe('sandbox preview', () => {
  it('follows its files: parts, new and removed mails, an error that is mended', async () => {
    write({
      'emails/a.ts': `import { name } from './_parts/name.ts'; export default '<p>' + name + '</p>';`,
      'emails/b.html': '<p>B</p>',
      'emails/_parts/name.ts': `export const name = 'one';`,
    });
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const { texts, ended } = preview([emails], stop.signal);
    const html = () => Object.entries(shown()).map(([id, [subject, content]]) => [id, content ?? subject]);
    await expect.poll(html).toEqual(
      expect.arrayContaining([
        ['preview-a.ts', '<p>one</p>'],
        ['preview-b.html', '<p>B</p>'],
      ]),
    );
    await expect.poll(() => texts.stdout).toContain('Ctrl+C');
    sandbox.mail?.mailbox.setRead(['preview-a.ts'], true);
    write({ 'emails/_parts/name.ts': `export const name = 'second';` });
    await expect.poll(html).toContainEqual(['preview-a.ts', '<p>second</p>']);
    expect(sandbox.mail?.mailbox.get('preview-a.ts')?.isRead).toBe(true);
    expect(texts.stdout.match(/^b\.html/gm)).toHaveLength(1);
    rmSync(join(emails, 'b.html'));
    write({ 'emails/c.html': '<p>C</p>', 'emails/_parts/name.ts': 'export const name = ;' });
    await expect.poll(html).toEqual(
      expect.arrayContaining([
        ['preview-a.ts', 'a.ts cannot be rendered'],
        ['preview-c.html', '<p>C</p>'],
      ]),
    );
    await expect.poll(() => Object.keys(shown())).not.toContain('preview-b.html');
    write({ 'emails/_parts/name.ts': `export const name = 'third';` });
    await expect.poll(html).toContainEqual(['preview-a.ts', '<p>third</p>']);
    write({
      'parts/outside.ts': 'export const name = ;',
      'emails/a.ts': `export { name as default } from '../parts/outside.ts';`,
    });
    await expect.poll(html).toContainEqual(['preview-a.ts', 'a.ts cannot be rendered']);
    write({ 'parts/outside.ts': `export const name = '<p>outside</p>';` });
    await expect.poll(html).toContainEqual(['preview-a.ts', '<p>outside</p>']);
    rmSync(emails, { recursive: true });
    await expect.poll(html).toEqual([]);
    write({ 'emails/again.html': '<p>Again</p>' });
    await expect.poll(html).toEqual([['preview-again.html', '<p>Again</p>']]);
    stop.abort();
    expect(await ended).toBe(0);
  });
});
