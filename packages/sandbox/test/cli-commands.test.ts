import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../src/cli/command-table.ts';
import { chooseDefaultPorts, defaultPorts } from '../src/cli/default-ports.ts';
import { runProgram } from '../src/cli/run.ts';
import { noteRunning } from '../src/cli/running.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sandbox-cli-'));
const before = { ...process.env };
const { argv, execArgv } = process;
beforeAll(() => {
  process.env['XDG_RUNTIME_DIR'] = folder;
  delete process.env['SANDBOX_URL'];
});
afterAll(() => {
  process.env = before;
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

  it('forget a sandbox whose process was killed', async () => {
    await noteRunning({ pid: 2 ** 22 + 1, url: 'http://127.0.0.1:9/', startedAt: 'x', directory: '/' });
    expect((await sandbox('status')).stderr).toContain('No sandbox is running');
    expect(readdirSync(join(folder, 'org-sandbox'))).toEqual([]);
  });
});

describe('commands of a running sandbox', () => {
  let running: Sandbox;
  beforeAll(async () => {
    running = await startSandbox({ routing: false });
    process.env['SANDBOX_URL'] = running.page?.url;
  });
  afterAll(async () => {
    delete process.env['SANDBOX_URL'];
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
    for (const line of lines) expect(line).toMatch(/^export [A-Z_]+=[\w./:+=-]+$/);
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
