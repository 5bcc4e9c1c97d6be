import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { mergeConfig, readConfig } from '../src/cli/config-file.ts';
import { runProgram } from '../src/cli/run.ts';
import { defineSandboxConfig, type SandboxOptions, startSandbox } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  let text = '';
  const sink = {
    write: (more: string) => {
      text += more;
    },
  };
  const signal = new AbortController().signal;
  const code = await runProgram({ args, stdout: sink, stderr: sink, version: '', signal });
  return { code, text };
}

const write = (name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

const services = { routing: false, realtime: false, page: false } as const;

describe('a seed', () => {
  it('fills mail, contacts, templates and faults', async () => {
    const config = defineSandboxConfig({
      ...services,
      seed: {
        mails: [
          {
            from: 'Ann <ann@acme.dev>',
            to: ['bob@example.com', 'c@example.com'],
            subject: 'Hi',
            text: 'Hello',
          },
          { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Two', html: '<p>Two</p>', tags: ['demo'] },
        ],
        contacts: [{ email: 'carol@example.com', firstName: 'Carol' }],
        templates: [{ name: 'welcome', subject: 'Welcome', html: '<p>Hello</p>' }],
        faults: [{ service: 'mail', status: 503 }],
      },
    });
    await using sandbox = await startSandbox(config);
    const [first, second] = sandbox.mail?.mailbox.list() ?? [];
    expect(first?.envelope).toEqual({ from: 'ann@acme.dev', to: ['bob@example.com', 'c@example.com'] });
    expect(first?.parsed).toMatchObject({ from: { name: 'Ann' }, subject: 'Hi', text: 'Hello' });
    expect(second).toMatchObject({ tags: ['demo'], parsed: { html: '<p>Two</p>' } });
    expect(sandbox.faults.list()).toMatchObject([{ fault: { service: 'mail', status: 503 } }]);
    const { tables } = sandbox.save();
    expect(tables.contacts).toMatchObject([{ email: 'carol@example.com', firstName: 'Carol' }]);
    expect(tables.templates).toMatchObject([{ id: 'welcome', subject: 'Welcome' }]);
  });

  it('is not repeated in a data folder', async () => {
    const seed = { contacts: [{ email: 'carol@example.com' }] };
    const options = { ...services, mail: { data: join(folder, 'data') }, seed };
    for (const _ of [1, 2]) {
      await using sandbox = await startSandbox(options);
      expect(sandbox.save().tables.contacts).toHaveLength(1);
    }
  });

  const wrong: readonly (readonly [seed: unknown, message: string])[] = [
    [{ mail: [] }, 'has no option "mail". Did you mean "mails"?'],
    [
      { mails: [{ from: 'a@b.c', to: 'a@b.c', subjet: 'x', subject: '' }] },
      'mails[0] of the seed has no option',
    ],
    [{ mails: [{ from: 'a@b.c', to: 'a@b.c' }] }, 'mails[0] of the seed has no "subject"'],
    [{ mails: [{ from: 'nobody', to: 'a@b.c', subject: '' }] }, '"nobody" is not an address'],
    [{ contacts: [{}] }, 'contacts[0] of the seed has no "email"'],
    [{ contacts: {} }, '"contacts" of the seed is not a list'],
    [{ templates: [null] }, 'templates[0] of the seed takes an object'],
    [{ faults: [{ status: 1 }] }, 'status must be'],
  ];
  it.each(wrong)('refuses %j', async (seed, message) => {
    const options = { ...services, seed } as SandboxOptions;
    await expect(startSandbox(options)).rejects.toThrow(message);
  });
});

describe('a configuration file', () => {
  it('is read as JSON and as a module; an unknown name is refused', async () => {
    const json = write('a.json', '{"mail":{"strict":true}}');
    expect(await readConfig({ config: json })).toEqual({ mail: { strict: true } });
    const module = write('a.mjs', 'export default { routing: false };');
    expect(await readConfig({ config: module })).toEqual({ routing: false });
    expect(await readConfig({ config: json, 'no-config': true })).toEqual({});
    const bad = [
      [write('b.json', '{"maill":{}}'), 'It has no option "maill". Did you mean "mail"?'],
      [write('c.json', '{'), 'JSON'],
      [write('d.mjs', 'export const x = 1;'), 'default export'],
      [join(folder, 'missing.json'), 'ENOENT'],
    ] as const;
    for (const [config, message] of bad) {
      const { code, text } = await run('up', '--config', config);
      expect(code).toBe(1);
      expect(text).toContain(message);
    }
  });

  it('gives way to the command line', () => {
    const file = { page: { port: 1 }, mail: { strict: true, smtp: { port: 2 } }, realtime: false } as const;
    const given = { page: false, mail: { port: 3, smtp: {} }, routing: {}, realtime: {} } as const;
    expect(mergeConfig(file, given)).toEqual({
      page: false,
      mail: { port: 3, strict: true, smtp: { port: 2 } },
      routing: {},
      realtime: false,
    });
    expect(mergeConfig(file, { ...given, realtime: { port: 4 } })).toMatchObject({ realtime: { port: 4 } });
  });

  it('init writes one, which a start in its folder finds', async () => {
    const file = join(folder, 'sandbox.config.ts');
    expect(await run('init', file)).toMatchObject({ code: 0 });
    const content = readFileSync(file, 'utf8');
    expect(await run('init', file)).toEqual({ code: 1, text: `sandbox: ${file}: It exists already.\n` });
    expect(readFileSync(file, 'utf8')).toBe(content);
    const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
    const ports = ['page', 'mail', 'smtp', 'realtime'].map((name) => `--${name}-port=0`);
    const args = ['--conditions=@org/source', bin, 'up', '--json', '--no-routing', ...ports];
    const env = { ...process.env, NODE_OPTIONS: '', XDG_RUNTIME_DIR: folder };
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(child.stdout), 'line');
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(JSON.parse(line)).toMatchObject({ mail: { messages: 1 } });
  });
});
