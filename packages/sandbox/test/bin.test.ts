import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parseCommandLine } from '../src/cli/command-line.ts';
import { commands } from '../src/cli/command-table.ts';
import { runProgram } from '../src/cli/run.ts';
import { toSandboxOptions } from '../src/cli/start-options.ts';
import { UsageError } from '../src/cli/usage-error.ts';

const program = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
// Other sandboxes of this machine may have the default ports.
const freePorts = ['page', 'mail', 'smtp', 'routing', 'realtime'].map((name) => `--${name}-port=0`);
const freeExceptRouting = freePorts.filter((option) => !option.includes('routing'));
const runtimeFolder = mkdtempSync(join(tmpdir(), 'sandbox-bin-'));
afterAll(() => rmSync(runtimeFolder, { recursive: true, force: true }));
const running = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  running.clear();
});

interface Run {
  readonly child: ChildProcess;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves once the output holds the text. */
  printed(text: string): Promise<string>;
  readonly exit: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

function start(...args: string[]): Run {
  const child = spawn(process.execPath, ['--conditions=@org/source', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', XDG_RUNTIME_DIR: runtimeFolder },
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  const printed = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => stdout.includes(text) && resolve(stdout);
      child.stdout?.on('data', look);
      void exit.then(() => reject(new Error(`ended before "${text}" was printed: ${stdout}${stderr}`)));
      look();
    });
  return { child, output: () => ({ stdout, stderr }), printed, exit };
}

async function startJson(...args: string[]) {
  const run = start('--json', '--no-routing', ...freeExceptRouting, ...args);
  const parts = JSON.parse(await run.printed('\n'));
  return { ...run, parts };
}

describe('S6: the program', () => {
  it('starts everything, prints where it is, and stops cleanly at SIGTERM', async () => {
    const run = start('up', ...freePorts);
    const text = await run.printed('Ctrl+C');
    const page = /Page\s+(http:\/\/127\.0\.0\.1:\d+\/)/.exec(text)?.[1] ?? '';
    expect(await (await fetch(page)).text()).toContain('<title>Sandbox</title>');
    for (const part of ['Mail', 'smtp://127.0.0.1:', 'Routing', '/ors', 'Realtime'])
      expect(text).toContain(part);
    expect(text).toContain('the newest 10,000 mails in 256 MiB; 60,000 requests a minute');
    expect(run.output().stderr).toBe(''); // quiet in a pipe
    run.child.kill('SIGTERM');
    expect((await run.exit).code).toBe(0);
    await expect(fetch(page)).rejects.toThrow();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it with 0 although clients are connected',
    async (signal) => {
      const { child, parts, exit } = await startJson();
      const news = await fetch(`${parts.page.url}api/live`);
      const reader = news.body?.getReader();
      await reader?.read();
      const socket = new WebSocket(
        `${parts.realtime.url.replace('http', 'ws')}/app/${parts.realtime.app.key}?protocol=7`,
      );
      await once(socket, 'open');
      const { host, port } = parts.mail.smtp;
      const mailClient = connect({ host, port, allowHalfOpen: true }); // it never closes its side
      mailClient.on('error', () => {});
      await once(mailClient, 'data');
      const closed = once(socket, 'close');
      child.kill(signal);
      expect((await exit).code).toBe(0);
      await closed;
      mailClient.destroy();
      await reader?.cancel().catch(() => {});
    },
  );

  it('names the port in use and its option, and exits with 1', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const options = ['--mail-port', '--smtp-port', '--realtime-port', '--page-port'];
    const ends = await Promise.all(
      options.map((option) => start('--no-routing', ...freeExceptRouting, option, port).exit),
    );
    ends.forEach(({ code, stdout, stderr }, index) => {
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(new RegExp(`^sandbox: ${options[index]}: Port ${port} .*in use.*\n$`));
    });
    const twice = ['--page-port', port, '--smtp-port', port];
    const { code, stderr } = await start('--no-routing', ...freeExceptRouting, ...twice).exit;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `sandbox: --page-port and --smtp-port name the same port, ${port}.\n`,
    });
    blocker.close();
  });

  it('can start again on the same ports after kill -9', async () => {
    const first = await startJson();
    const port = new URL(first.parts.page.url).port;
    first.child.kill('SIGKILL');
    await first.exit;
    const second = await startJson('--page-port', port);
    expect(new URL(second.parts.page.url).port).toBe(port);
  });

  it('continues when the reader of its output closes the pipe', async () => {
    const { child, parts, exit } = await startJson();
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect((await fetch(parts.page.url)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await exit).code).toBe(0);
  });

  it('explains an invalid command line in one line, and exits with 2', async () => {
    const { code, stdout, stderr } = await start('--mail-prot', '1').exit;
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe('sandbox: Unknown option --mail-prot. Did you mean --mail-port?\n');
  });
});

describe('sandbox exec', () => {
  const exec = (...program: string[]) =>
    start(
      'exec',
      '--no-routing',
      '--no-page',
      '--mail-port=0',
      '--smtp-port=0',
      '--realtime-port=0',
      '--',
      ...program,
    );
  const node = process.execPath;

  it('runs a program with the environment that points to the sandbox, and ends with its code', async () => {
    const script = `
      const { PLUNK_BASE_URL, SMTP_HOST, SMTP_PORT, REALTIME_HOST, REALTIME_PORT } = process.env;
      const answer = await fetch(PLUNK_BASE_URL + '/contacts');
      console.log(answer.status, SMTP_HOST, Number(SMTP_PORT) > 0, REALTIME_HOST, Number(REALTIME_PORT) > 0);
      console.error(process.argv.at(-1));
      process.exitCode = 7;`;
    const { code, stdout, stderr } = await exec(node, '--input-type=module', '-e', script, '--', '--help')
      .exit;
    expect({ code, stdout, stderr }).toEqual({
      code: 7,
      stdout: '401 127.0.0.1 true 127.0.0.1 true\n',
      stderr: '--help\n',
    });
  });

  it('reports a missing program, and exits with 127', async () => {
    const { code, stderr } = await exec('no-such-program').exit;
    expect(code).toBe(127);
    expect(stderr).toMatch(/^sandbox: no-such-program could not start: .*ENOENT.*\n$/);
  });

  it('SIGTERM ends the program too', async () => {
    const run = exec(node, '-e', "console.log('ready'); setInterval(() => {}, 1e6)");
    await run.printed('ready');
    run.child.kill('SIGTERM');
    expect((await run.exit).code).toBe(143);
  });

  it('passes on the exit code of a program that is asked to stop', async () => {
    const script =
      "process.on('SIGTERM', () => process.exit(0)); console.log('ready'); setInterval(() => {}, 1e6)";
    const run = exec(node, '-e', script);
    await run.printed('ready');
    run.child.kill('SIGTERM');
    expect((await run.exit).code).toBe(0);
  });
});

describe('the command line', () => {
  const bad: readonly (readonly string[])[] = [
    ['--nope'],
    ['extra'],
    ['--mail-port'],
    ['--mail-port', '65536'],
    ['--mail-port=-1'],
    ['--mail-port', '1.5'],
    ['--mail-port', ''],
    ['--page-port', '0x50'],
    ['--rate-limit', '0/minute'],
    ['--rate-limit', '100'],
    ['--rate-limit', '100/day'],
    ['--rate-limit', '-5/minute'],
    ['--osm', ''],
    ['--no-mail', '--mail-port', '1'],
    ['--no-mail', '--smtp-port', '1'],
    ['--no-routing', '--osm', 'x.osm.pbf'],
    ['--no-routing', '--routing-port', '1'],
    ['--no-realtime', '--realtime-port', '1'],
    ['--no-page', '--page-port', '1'],
    ['--no-mail', '--no-routing', '--no-realtime'],
    ['--no-mail=yes'],
    ['exec'],
    ['exec', '--'],
    ['exec', 'node', 'app.ts'],
    ['run', '--', 'node'],
    ['--', 'node'],
    ['--json', 'exec', '--', 'node'],
    ['exec', 'more', '--', 'node'],
    ['status', 'more'],
    ['--mail-port', '--json'],
  ];
  const read = (...args: string[]) => {
    const { options } = parseCommandLine(args, commands);
    return toSandboxOptions(options);
  };
  it.each(bad.map((args) => [args.join(' '), args] as const))('refuses %s', (_, args) => {
    expect(() => read(...args)).toThrow(expect.toSatisfy(UsageError.isInstance));
  });

  it('turns options into those of startSandbox', () => {
    const ports = ['page', 'mail', 'smtp', 'routing', 'realtime'].map(
      (name, at) => `--${name}-port=${at + 1}`,
    );
    const rateLimit = { limit: 7, windowMs: 1000 };
    expect(read(...ports, '--osm', 'a.osm.pbf', '--rate-limit', '7/second', '--json')).toEqual({
      page: { port: 1 },
      mail: { port: 2, smtp: { port: 3 }, rateLimit },
      routing: { port: 4, osmFile: 'a.osm.pbf', rateLimit },
      realtime: { port: 5, rateLimit },
    });
  });

  it('leaves the arguments of a program alone', () => {
    const args = ['exec', '--no-page', '--', 'node', '--help', '--', 'x'];
    expect(parseCommandLine(args, commands)).toMatchObject({
      command: { name: 'exec' },
      options: { 'no-page': true },
      program: ['node', '--help', '--', 'x'],
    });
  });

  it('leaves parts out', () => {
    expect(read('--no-mail', '--no-routing', '--no-page')).toMatchObject({
      mail: false,
      routing: false,
      page: false,
      realtime: {},
    });
  });

  const mistakes = [
    ['statsu', '"statsu" is not a command. Did you mean "status"?'],
    ['xyz', '"xyz" is not a command. See "sandbox --help".'],
    ['stop --jsn', 'Unknown option --jsn. Did you mean --json?'],
    ['exec node app.ts', '"node" is one argument too many. A program follows after "--". Use: sandbox exec'],
    ['--page-port', '--page-port needs a value: --page-port <port>.'],
    ['--no-mail=yes', '--no-mail takes no value.'],
  ] as const;
  it.each(mistakes)('explains the mistake in "%s"', (line, message) => {
    expect(() => parseCommandLine(line.split(' '), commands)).toThrow(message);
  });
});

describe('the program on a terminal', () => {
  const sink = (isTTY: boolean, onWrite: (text: string) => void = () => {}) => {
    const texts: string[] = [];
    const write = (text: string): void => {
      texts.push(text);
      onWrite(text);
    };
    return { isTTY, columns: 40, texts, write };
  };

  it('clears its progress line; a stop during the start exits with 0 and leaves nothing', async () => {
    const stop = new AbortController();
    const stderr = sink(true, () => stop.abort());
    const stdout = sink(true);
    const code = await runProgram({ args: freePorts, stdout, stderr, version: '1', signal: stop.signal });
    expect(code).toBe(0);
    expect(stdout.texts).toEqual([]);
    expect(stderr.texts[0]).toBe('\r\u001B[2Kpreparing the map');
    expect(stderr.texts.at(-1)).toBe('\r\u001B[2K');
  });

  it('reports an invalid map file, and exits with 1', async () => {
    const stderr = sink(false);
    const args = [...freePorts, '--osm', '/nowhere/at-all.osm.pbf'];
    const code = await runProgram({
      args,
      stdout: sink(false),
      stderr,
      version: '1',
      signal: new AbortController().signal,
    });
    expect(code).toBe(1);
    expect(stderr.texts.join('')).toMatch(/^sandbox: .*\/nowhere\/at-all\.osm\.pbf.*\n$/);
  });
});
