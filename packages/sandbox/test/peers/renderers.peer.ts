// The programs of `packages/email/docs/rendering.md`, and `sandbox preview`
// with React Email, MJML and Vue Email.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { run } from '../../../routing/test/peers/support/process.ts';
import { runProgram } from '../../src/cli/run.ts';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { installRenderers } from './support/renderers.ts';

const installed = await obtain('React Email, MJML and Vue Email', installRenderers);
const root = new URL('../../../../', import.meta.url);
const page = readFileSync(new URL('packages/email/docs/rendering.md', root), 'utf8');
const programs = [...page.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?```ts check\n([\s\S]*?)```/gm)].map(
  ([, title = '', text = '']) => [title, text] as const,
);
const project = mkdtempSync(join(tmpdir(), 'mail-renderers-'));
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ routing: false, realtime: false });
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '@org'), { recursive: true });
  for (const name of ['core', 'email'])
    symlinkSync(fileURLToPath(new URL(`packages/${name}`, root)), join(modules, '@org', name));
  if (installed === undefined) return;
  for (const name of readdirSync(installed))
    if (!name.startsWith('.')) symlinkSync(join(installed, name), join(modules, name));
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  await sandbox.close();
  rmSync(project, { recursive: true, force: true });
});

const mails = () => sandbox.mail?.mailbox.list().map(({ parsed }) => parsed) ?? [];

describe.skipIf(installed === undefined)('a program of the page', () => {
  it('has three', () =>
    expect(programs.map(([title]) => title)).toEqual(['React Email', 'MJML', 'Vue Email']));

  it.each(programs)('%s sends HTML and text', async (_title, text) => {
    const file = join(project, 'program.mts');
    writeFileSync(file, text);
    const env = { PATH: process.env['PATH'], ...sandbox.env };
    await run({ command: process.execPath, args: [file], cwd: project, env });
    const [mail] = mails();
    expect(mail?.html).toMatch(/<(?:p|div)[^>]*>Welcome, Ann</);
    expect(mail?.text?.trim()).toBe('Welcome, Ann');
  });
});

const files = {
  'welcome.tsx': `import { Body, Button, Html, Tailwind, Text } from 'react-email';
    export const subject = 'Welcome';
    export default function Welcome({ name }: { name: string }) {
      return <Html><Tailwind><Body><Text className="text-xl">Welcome, {name}</Text>
        <Button href="https://acme.dev/start">Start</Button></Body></Tailwind></Html>;
    }
    Welcome.PreviewProps = { name: 'Ann' };`,
  'offer.mjml': `<mjml><mj-head><mj-title>Offer</mj-title></mj-head><mj-body>
    <mj-include path="./_parts/text.mjml" />
    <mj-section><mj-column><mj-text colour="red">Now</mj-text></mj-column></mj-section></mj-body></mjml>`,
  '_parts/text.mjml': '<mj-section><mj-column><mj-text>An offer</mj-text></mj-column></mj-section>',
  'vue.mjs': `import { render } from '@vue-email/render'; import { h } from 'vue';
    export default () => render({ render: () => h('p', 'Hello from Vue') });`,
};

describe.skipIf(installed === undefined)('sandbox preview', () => {
  it('renders React Email with Tailwind, MJML with its complaints, and Vue Email', async () => {
    mkdirSync(join(project, 'emails', '_parts'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, 'emails', name), text);
    vi.stubEnv('SANDBOX_URL', sandbox.page?.url);
    let printed = '';
    const stdout = {
      write: (text: string) => {
        printed += text;
      },
    };
    const { signal } = new AbortController();
    const args = ['preview', join(project, 'emails'), '--once'];
    const code = await runProgram({ args, stdout, stderr: stdout, version: '1.2.3', signal });
    vi.unstubAllEnvs();
    expect([code, printed]).toEqual([0, expect.stringContaining('colour')]);
    const found = Object.fromEntries(mails().map(({ subject = '', html = '' }) => [subject, html]));
    expect(Object.keys(found).toSorted()).toEqual(['Offer', 'Welcome', 'vue.mjs']);
    expect(found['Welcome']).toMatch(
      /font-size:1\.25rem[\s\S]*Welcome, [\s\S]*Ann[\s\S]*href="https:\/\/acme\.dev\/start"/,
    );
    expect(found['Offer']).toContain('Now');
    expect(found['vue.mjs']).toContain('Hello from Vue');
  });
});
