import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../src/cli/command-table.ts';
import { chooseDefaultPorts, defaultPorts } from '../src/cli/default-ports.ts';
import { runProgram } from '../src/cli/run.ts';
import { noteRunning } from '../src/cli/running.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { startMailService } from '../src/mail/service/service.ts';
import type { PageService } from '../src/page/page-service.ts';

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sandbox-cli-'));
const { argv, execArgv } = process;
beforeAll(() => {
  vi.stubEnv('XDG_RUNTIME_DIR', folder);
  vi.stubEnv('SANDBOX_URL', undefined);
});
afterAll(() => {
  vi.unstubAllEnvs();
  Object.assign(process, { argv, execArgv });
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command in this process. */
async function sandbox(...args: string[]) {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof texts) => ({
    write: (text: string) => {
      texts[name] += text;
    },
  });
  const code = await runProgram({
    args,
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    version: '1.2.3',
    signal: new AbortController().signal,
  });
  return { code, ...texts, json: () => JSON.parse(texts.stdout) };
}

describe('commands without a sandbox', () => {
  it('say that none runs, and how to start one', async () => {
    for (const command of ['status', 'env', 'reset', 'open', 'stop'])
      expect(await sandbox(command)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'sandbox: No sandbox is running. Start one: sandbox up -d\n',
        json: expect.anything(),
      });
  });

  it('refuse a URL that is none, and report one where nobody answers', async () => {
    expect(await sandbox('status', '--url', 'nowhere')).toMatchObject({ code: 2 });
    const { code, stderr } = await sandbox('status', '--url', 'http://127.0.0.1:9');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^sandbox: No sandbox answers at http:\/\/127\.0\.0\.1:9\. .*\n$/);
  });

  it('print a help of their own, and the program prints the list of them', async () => {
    const { stdout } = await sandbox('--help');
    for (const { name, summary } of commands) {
      expect(stdout).toContain(summary);
      const help = await sandbox(...name.split(' '), '--help');
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toMatch(new RegExp(`^Usage: sandbox ${name}`));
      expect(help.stdout).toContain('--json');
    }
    expect(await sandbox('--version')).toMatchObject({ code: 0, stdout: '1.2.3\n' });
  });

  it('are in the guide, with every option', () => {
    const guide = readFileSync(new URL('../docs/commands.md', import.meta.url), 'utf8');
    // These have guides of their own.
    const own = commands.filter(({ name }) => !/^(?:mcp|webhook)/.test(name));
    for (const { name, options } of own) {
      expect(guide).toContain(`sandbox ${name}`);
      for (const option of Object.keys(options)) expect(guide, name).toContain(`--${option}`);
    }
    for (const port of Object.values(defaultPorts)) expect(guide).toContain(`(${port})`);
  });

  it('forget a sandbox whose process was killed', async () => {
    const note = { url: 'http://127.0.0.1:9/', hasPage: true, startedAt: 'x', directory: '/' };
    await noteRunning({ ...note, pid: 2 ** 22 + 1 });
    expect((await sandbox('status')).stderr).toContain('No sandbox is running');
    expect(readdirSync(join(folder, 'org-sandbox'))).toEqual([]);
  });
});

describe('commands of a running sandbox', () => {
  let running: Sandbox;
  beforeAll(async () => {
    running = await startSandbox({ routing: false });
    vi.stubEnv('SANDBOX_URL', running.page?.url);
  });
  afterAll(async () => {
    vi.stubEnv('SANDBOX_URL', undefined);
    await running.close();
  });
  afterEach(() => running.reset());

  it('status prints the addresses, with --json also keys and environment', async () => {
    expect((await sandbox('status')).stdout).toContain(running.page?.url);
    expect((await sandbox('status', '--json')).json()).toMatchObject({
      pid: process.pid,
      page: { url: running.page?.url },
      mail: { apiKey: running.mail?.apiKey },
      env: running.env,
    });
  });

  it('env prints lines for a shell, or JSON', async () => {
    const lines = (await sandbox('env')).stdout.trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^export [A-Z\d_]+=(?:[\w./:+=@-]+|'[^']+')$/);
    expect(lines).toContain(`export PLUNK_BASE_URL=${running.mail?.apiUrl}`);
    const { SANDBOX_URL, ...env } = (await sandbox('env', '--json')).json();
    expect(SANDBOX_URL).toBe(running.page?.url);
    expect(env).toEqual(running.env);
  });

  it('reset removes mail, requests and faults', async () => {
    running.faults.add({ status: 503, service: 'mail' });
    await fetch(`${running.mail?.apiUrl}/contacts`);
    expect((await sandbox('reset')).code).toBe(0);
    expect([running.faults.list(), running.requests.list()]).toEqual([[], []]);
  });

  it('stop refuses the sandbox of another program', async () => {
    const { code, stderr } = await sandbox('stop');
    expect(code).toBe(1);
    expect(stderr).toContain('was not started by "sandbox up" of this user');
  });

  it('open prints the URL where no browser can be opened', async () => {
    const { DISPLAY, WAYLAND_DISPLAY } = process.env;
    delete process.env['DISPLAY'];
    delete process.env['WAYLAND_DISPLAY'];
    const opened = (await sandbox('open', '--json')).json();
    Object.assign(process.env, { ...(DISPLAY && { DISPLAY }), ...(WAYLAND_DISPLAY && { WAYLAND_DISPLAY }) });
    if (process.platform === 'linux') expect(opened).toEqual({ url: running.page?.url, isOpened: false });
  });

  it('exec runs the program with the environment of the running sandbox', async () => {
    const file = join(folder, 'env.txt');
    const script = `require('fs').writeFileSync(${JSON.stringify(file)}, process.env.PLUNK_BASE_URL)`;
    expect((await sandbox('exec', '--', process.execPath, '-e', script)).code).toBe(0);
    expect(statSync(file).size).toBe(running.mail?.apiUrl.length);
  });
});

describe('exec without a running sandbox', () => {
  it('starts on free ports where others start at the same time', async () => {
    const line = ['exec', '--fresh', '--no-routing', '--', process.execPath, '-e', ''];
    const runs = await Promise.all([sandbox(...line), sandbox(...line), sandbox(...line)]);
    for (const { code, stderr } of runs) expect(code, stderr).toBe(0);
  });
});

describe('mail, faults and the log of a running sandbox', () => {
  let running: Sandbox;
  beforeAll(async () => {
    running = await startSandbox({ routing: false, realtime: false });
    vi.stubEnv('SANDBOX_URL', running.page?.url);
  });
  afterAll(async () => {
    vi.stubEnv('SANDBOX_URL', undefined);
    await running.close();
  });
  beforeEach(() => running.reset());

  const send = (to: string, subject: string) =>
    fetch(`${running.mail?.services['resend']?.url}/emails`, {
      method: 'POST',
      headers: { authorization: 'Bearer any' },
      body: JSON.stringify({ from: 'ann@acme.dev', to, subject, text: 'See https://acme.dev/a' }),
    });

  it('mail list and mail show print what arrived', async () => {
    await send('bob@example.com', 'One');
    await send('carol@example.com', 'Two');
    const listed = await sandbox('mail', 'list');
    expect(listed.stdout).toMatch(/carol@example\.com: Two\n.*bob@example\.com: One\n2 of 2 messages\n$/s);
    expect((await sandbox('mail', 'list', '--query', 'to:bob', '--json')).json()).toMatchObject({
      total: 2,
      messages: [{ subject: 'One' }],
    });
    const shown = await sandbox('mail', 'show', 'latest');
    expect(shown.stdout).toMatch(/^From: ann@acme\.dev\nTo: carol@example\.com\nSubject: Two\n/);
    expect(shown.stdout).toContain('See https://acme.dev/a\n\nLinks:\n  https://acme.dev/a\n');
    expect(await sandbox('mail', 'show', 'nothing')).toMatchObject({ code: 1, stdout: '' });
  });

  it('mail wait resolves with a message that comes later, and fails when its time is over', async () => {
    await send('bob@example.com', 'Other');
    const waiting = sandbox('mail', 'wait', '--to', 'BOB@*', '--subject', '*code', '--json');
    await send('bob@example.com', 'Your code');
    expect((await waiting).json()).toMatchObject({ subject: 'Your code' });
    const late = await sandbox('mail', 'wait', '--subject', 'nothing', '--timeout', '0.05');
    expect(late).toMatchObject({ code: 1, stdout: '' });
    expect(late.stderr).toMatch(
      /^sandbox: No message with subject "nothing" .*The last of 2 messages:\n {2}to bob@/s,
    );
    expect((await sandbox('mail', 'wait', '--timeout', 'x')).code).toBe(2);
  });

  it('mail wait has the rule of waitFor(): whole addresses and subjects, * for any text', async () => {
    await send('bob@example.com', 'Your code');
    const conditions = [
      ['to', 'BOB@example.com', true],
      ['to', 'bob@', false],
      ['to', '*@EXAMPLE.com', true],
      ['from', '*@*', true],
      ['subject', 'Your code', true],
      ['subject', 'code', false],
      ['subject', '*code', true],
      ['text', 'no such text', false],
      ['service', 'smtp', false],
    ] as const;
    for (const [name, value, isMatch] of conditions) {
      const seconds = isMatch ? '30' : '0.05';
      const { code } = await sandbox('mail', 'wait', `--${name}`, value, '--timeout', seconds);
      const found = running.mail?.mailbox.waitFor({ [name]: value }, { timeoutMs: 20 });
      const isFound = await found?.then(
        () => true,
        () => false,
      );
      expect([name, value, code, isFound]).toEqual([name, value, isMatch ? 0 : 1, isMatch]);
    }
  });

  it('fault add, list, remove and clear', async () => {
    const flags = ['--service', 'mail', '--status', '503', '--count', '2', '--path', '/emails'];
    const { id } = (await sandbox('fault', 'add', ...flags, '--json')).json();
    expect((await send('bob@example.com', 'Fails')).status).toBe(503);
    const fault = { service: 'mail', status: 503, count: 2, match: { path: '/emails' } };
    expect((await sandbox('fault', 'list', '--json')).json()).toEqual({ faults: [{ id, fault, hits: 1 }] });
    expect((await sandbox('fault', 'remove', id)).stdout).toBe(`${id} is removed.\n`);
    expect((await sandbox('fault', 'list')).stdout).toBe('No faults.\n');
    await sandbox('fault', 'add', '{"on":"smtp","code":451}');
    expect(running.faults.list()).toMatchObject([{ fault: { on: 'smtp', code: 451 } }]);
    expect((await sandbox('fault', 'clear')).code).toBe(0);
    expect(running.faults.list()).toEqual([]);
    expect((await sandbox('fault', 'add', '--service', 'mail', '--status', '9')).stderr).toContain('status');
    expect((await sandbox('fault', 'add')).code).toBe(2);
    expect((await sandbox('fault', 'add', '[1]')).code).toBe(2);
  });

  it('logs prints requests and mail in their order, and follows them', async () => {
    await send('bob@example.com', 'One');
    const stop = new AbortController();
    const lines: string[] = [];
    const write = (text: string): void => void lines.push(text.trimEnd());
    const stdout = { write };
    const following = runProgram({
      args: ['logs', '-f', '--json'],
      stdout,
      stderr: stdout,
      version: '',
      signal: stop.signal,
    });
    await expect.poll(() => lines.length).toBe(2);
    await send('bob@example.com', 'Two');
    await expect.poll(() => lines.length).toBe(4);
    stop.abort('SIGINT');
    expect(await following).toBe(0);
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries.flatMap(({ mail }) => mail?.subject ?? [])).toEqual(['One', 'Two']);
    expect(entries.flatMap(({ request }) => request?.target ?? [])).toEqual([
      '/resend/emails',
      '/resend/emails',
    ]);
    expect((await sandbox('logs')).stdout).toMatch(/ r\d+ {2}mail POST \/resend\/emails: 200 in [\d.]+ ms\n/);
  });

  const followers = [
    ['logs', '-f'],
    ['webhook', 'listen', '--forward-to', 'http://127.0.0.1:9/hook'],
  ];
  const end = { code: 1, stderr: expect.stringMatching(/^sandbox: .*ended\.\n$/) };

  it.each(followers)('%s says that the sandbox ended', async (...args) => {
    const other = await startSandbox({ routing: false, realtime: false });
    const following = sandbox(...args, '--url', other.page?.url ?? '');
    await expect.poll(() => (other.page as PageService).listeners).toBe(1);
    await other.close();
    expect(await following).toMatchObject(end);
  });

  it.each(followers)('%s says that the sandbox ended before or in an answer', async (...args) => {
    for (const beginning of ['', '{']) {
      let isLive = false;
      const server = http.createServer(({ url }, response) => {
        if (url === '/api/live') {
          isLive = true;
          response.write('retry: 1000\n\n');
        } else if (!isLive) response.end('{"requests":[],"messages":[],"attempts":[],"targets":[]}');
        else if (beginning === '') response.destroy();
        else response.write(beginning, () => response.destroy());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      expect(await sandbox(...args, '--url', `http://127.0.0.1:${port}`)).toMatchObject(end);
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('a sandbox without its page', () => {
  it('reports health to "status", and other commands say that none with a page runs', async () => {
    const mail = await startMailService();
    const url = `${new URL(mail.apiUrl).origin}/`;
    const note = { pid: process.pid, hasPage: false, startedAt: new Date().toISOString(), directory: '' };
    const remove = await noteRunning({ ...note, url });
    try {
      const { code, stdout } = await sandbox('status');
      expect([code, stdout]).toEqual([0, expect.stringContaining('without its page')]);
      expect((await sandbox('env')).stderr).toContain('No sandbox is running');
      await mail.close();
      expect(await sandbox('status')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(url.slice(0, -1)),
      });
    } finally {
      await remove();
      await mail.close();
    }
  });
});

describe('a sandbox in the background', () => {
  it('is ready when "up -d" returns, is found by others, and ends with "stop"', async () => {
    Object.assign(process, { argv: [process.execPath, bin], execArgv: ['--conditions=@org/source'] });
    const ports = ['page', 'mail', 'smtp'].map((name) => `--${name}-port=0`);
    const started = await sandbox('up', '-d', '--json', '--no-routing', '--no-realtime', ...ports);
    expect(started).toMatchObject({ code: 0, stderr: '' });
    const { pid, page } = started.json();
    try {
      expect((await sandbox('status', '--json')).json()).toMatchObject({ pid, page });
      const note = join(folder, 'org-sandbox', `${pid}.json`);
      if (process.platform !== 'win32') expect(statSync(note).mode & 0o777).toBe(0o600);
      const again = await sandbox('up', '-d', '--json');
      expect(again.json()).toMatchObject({ pid });
      expect(again.stderr).toBe(`sandbox: It is running already, with process ${pid}.\n`);
      expect(await sandbox('stop', '--json')).toMatchObject({ code: 0, stdout: `{"pid":${pid}}\n` });
      await expect(fetch(page.url)).rejects.toThrow();
      expect((await sandbox('status')).code).toBe(1);
    } finally {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  });
});

describe('the default ports', () => {
  it('give way when they are in use, which is said', async () => {
    const blocker = createServer();
    // It may be in use already.
    await new Promise<void>((resolve) =>
      blocker.once('error', () => resolve()).listen(defaultPorts.page, '127.0.0.1', resolve),
    );
    const { options, notes } = await chooseDefaultPorts({ mail: { port: 7 }, routing: false });
    if (blocker.listening) await new Promise((resolve) => blocker.close(resolve));
    expect(notes).toContain(`Port ${defaultPorts.page} is in use. The page uses a free port.`);
    expect(options).toMatchObject({ page: { port: 0 }, mail: { port: 7 }, routing: false });
    const { realtime } = options;
    const isNoted = notes.some((note) => note.includes('6001'));
    expect(realtime).toEqual({ port: isNoted ? 0 : 6001 });
  });
});
