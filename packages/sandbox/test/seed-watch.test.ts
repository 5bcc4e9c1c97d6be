import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runProgram } from '../src/cli/run.ts';
import { watchSeed } from '../src/cli/watch-seed.ts';
import { type Sandbox, type SandboxSeed, startSandbox } from '../src/index.ts';

const parts = { routing: false, realtime: false } as const;
const open = new Set<Sandbox>();
async function start(seed: SandboxSeed): Promise<Sandbox> {
  const sandbox = await startSandbox({ ...parts, seed });
  open.add(sandbox);
  return sandbox;
}
afterEach(async () => {
  for (const sandbox of open) await sandbox.close();
  open.clear();
});

const seedOf = (name: string): SandboxSeed => ({
  mails: [{ from: 'ann@acme.dev', to: 'bob@example.com', subject: name }],
  contacts: [{ email: `${name}@example.com` }],
  templates: [{ name, subject: name }],
  faults: [{ service: 'routing', status: 503, match: { path: `/${name}` } }],
});
const contentOf = (sandbox: Sandbox) => ({
  subjects: sandbox.mail?.mailbox.list().map(({ parsed }) => parsed.subject),
  contacts: sandbox.mail?.project().contacts.map(({ email }) => email),
  templates: sandbox.save().tables.templates.map(({ id }) => id),
  faults: sandbox.faults.list().map(({ fault }) => ('match' in fault ? fault.match : undefined)),
});
const expected = (name: string) => ({
  subjects: [name],
  contacts: [`${name}@example.com`],
  templates: [name],
  faults: [{ path: `/${name}` }],
});

describe('reseed()', () => {
  it('takes another seed, and later resets put that one back', async () => {
    const sandbox = await start(seedOf('one'));
    await sandbox.reseed(seedOf('two'));
    expect(contentOf(sandbox)).toEqual(expected('two'));
    expect(sandbox.mail?.stats).toEqual({ requests: 0, refused: 0, messages: 1 });
    sandbox.mail?.mailbox.clear();
    sandbox.faults.clear();
    sandbox.reset();
    expect(contentOf(sandbox)).toEqual(expected('two'));
    await sandbox.reseed({});
    expect(contentOf(sandbox)).toEqual({ subjects: [], contacts: [], templates: [], faults: [] });
  });

  it('of an invalid seed changes nothing, whatever is wrong', async () => {
    const sandbox = await start(seedOf('one'));
    await sandbox.mail?.webhooks.targets.add({ url: 'http://127.0.0.1:9/hook' });
    const before = JSON.stringify(sandbox.save());
    const bad = [
      { ...seedOf('two'), mailz: [] },
      { ...seedOf('two'), mails: [{ from: 'ann@acme.dev', to: 'nobody', subject: 'x' }] },
      { ...seedOf('two'), contacts: [{ email: 7 }] },
      { ...seedOf('two'), templates: [{ name: 'a', html: 7 }] },
      { ...seedOf('two'), faults: [{ status: 1 }] },
      { ...seedOf('two'), faults: [{ statsu: 503 }] },
    ];
    for (const seed of bad) await expect(sandbox.reseed(seed as SandboxSeed)).rejects.toThrow();
    expect(JSON.stringify(sandbox.save())).toBe(before);
    sandbox.reset();
    expect(contentOf(sandbox)).toEqual(expected('one'));
  });
});

describe('--watch', () => {
  it('puts a changed seed in, tells so, and keeps the old one when the file is wrong', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-watch-'));
    for (const [ending, write] of Object.entries({
      json: (seed: SandboxSeed) => JSON.stringify({ seed }),
      mjs: (seed: SandboxSeed) => `export default { seed: ${JSON.stringify(seed)} };\n`,
    })) {
      const file = join(folder, `sandbox.config.${ending}`);
      writeFileSync(file, write(seedOf('one')));
      const sandbox = await start(seedOf('one'));
      const told: string[] = [];
      const stop = watchSeed(file, sandbox, { write: (text: string) => told.push(text) });
      writeFileSync(file, write(seedOf('second')));
      await expect.poll(() => contentOf(sandbox)).toEqual(expected('second'));
      await expect.poll(() => told.at(-1)).toContain('1 mail, 1 contact, 1 template, 1 fault.');
      writeFileSync(file, '{ not a configuration');
      await expect.poll(() => told.at(-1)).toContain('The sandbox stays as it is.');
      expect(contentOf(sandbox)).toEqual(expected('second'));
      writeFileSync(file, write({ contacts: [{ email: 'a@b.dev' }, { email: 'c@d.dev' }] }));
      await expect.poll(() => told.at(-1)).toContain('0 mails, 2 contacts');
      await stop();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    [['--no-config'], '--watch needs a configuration file'],
    [['--config', 'sandbox.config.json', '-d'], 'cannot be combined with --detach'],
  ] as const)('refuses %j', async (args, problem) => {
    const told: string[] = [];
    const code = await runProgram({
      args: ['up', '--watch', ...args],
      stdout: { write() {} },
      stderr: { write: (text: string) => told.push(text) },
      version: '',
      signal: new AbortController().signal,
    });
    expect([code, told.join('')]).toEqual([2, expect.stringContaining(problem)]);
  });
});
