import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../../../test/support/run-program.ts';
import { startService } from '../realtime-fixtures.ts';

const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const secret = 'secret-5b1c0e2f7a9d4e63';

/** The program as a process: of the machine's environment it has only what a process needs. */
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startProgram(program, args, { env }).exit;

async function environment() {
  const { host, port, app } = await startService();
  return {
    REALTIME_HOST: host,
    REALTIME_PORT: String(port),
    REALTIME_APP_ID: app.id,
    REALTIME_APP_KEY: app.key,
    REALTIME_APP_SECRET: app.secret,
  };
}

it.each([
  [[], 'The command is "doctor"'],
  [['doktor'], 'The command is "doctor"'],
  [['doctor', '--nope'], '--nope'],
  [['doctor', `--app-secret=${secret}`], '--app-secret is refused'],
  [['doctor', '--secret', secret], '--secret is refused'],
  [['doctor', secret], 'An argument is not an option'],
  [['doctor', '--port', 'abc'], '--port must be a number'],
  [['doctor', '--port', '65536'], '--port must be a number'],
  [['doctor', '--timeout-ms', 'abc'], '--timeout-ms must be a number'],
  [['doctor', '--timeout-ms', ''], '--timeout-ms must be a number'],
  [['doctor', '--timeout-ms', '0'], '--timeout-ms must be a number'],
  [['doctor', '--host', 'a.dev', '--cluster', 'eu'], 'exclude each other'],
  [['doctor', '--channel', 'orders', '--endpoint', 'https://a.dev/auth'], 'a private or presence channel'],
  [['doctor', '--channel', 'private-orders'], 'need each other'],
  [['doctor', '--endpoint', 'https://a.dev/auth'], 'need each other'],
])('a wrong command line is exit code 2 and one line: %j', async (args, text) => {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^realtime: [^\n]+\n$/);
  expect(stderr).toContain(text);
  expect(stderr).not.toContain(secret);
});

it('--help and --version', async () => {
  const help = await run(['doctor', '--help']);
  expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: npx @org\/realtime/) });
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/) });
});

describe('doctor', () => {
  it('checks both halves, and prints neither key nor secret', async () => {
    const env = await environment();
    const json = await run(['doctor', '--json'], env);
    const { client, server } = JSON.parse(json.stdout);
    const found = client.checks.map(({ name, outcome }: Record<string, string>) => `${name} ${outcome}`);
    expect(found).toEqual(
      expect.arrayContaining(['dns ok', 'tcp ok', 'websocket ok', 'app-key ok', 'ping ok']),
    );
    expect({ code: json.code, outcome: server.outcome }).toEqual({ code: 0, outcome: 'ok' });
    const text = await run(['doctor'], env);
    expect(text).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Server\n {2}ok /m) });
    for (const value of [env.REALTIME_APP_KEY, env.REALTIME_APP_SECRET])
      expect(json.stdout + text.stdout).not.toContain(value);
  });

  it('takes the address, the key and the secret of REALTIME_URL', async () => {
    const { host, port, app } = await startService();
    const url = (secret: string) => `http://${app.key}:${secret}@${host}:${port}/apps/${app.id}`;
    const right = await run(['doctor'], { REALTIME_URL: url(app.secret) });
    expect(right).toMatchObject({ code: 0, stdout: expect.stringMatching(/ok +app-key/) });
    expect(right.stdout).toMatch(/^Server\n {2}ok REALTIME_URL/m);
    const wrong = await run(['doctor'], { REALTIME_URL: url(secret) });
    expect(wrong).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Server\n {2}failed /m) });
    const other = await run(['doctor', '--app-key', 'another-key'], { REALTIME_URL: url(app.secret) });
    expect(other).toMatchObject({ code: 1, stdout: expect.stringMatching(/FAILED +websocket/) });
    for (const { stdout } of [right, wrong, other])
      expect(stdout).not.toMatch(new RegExp(`${app.key}|${app.secret}|${secret}`));
  });

  it('--timeout-ms is the limit of both halves', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const REALTIME_URL = `http://some-app:${secret}@127.0.0.1:${port}/apps/1`;
    const { code, stdout } = await run(['doctor', '--json', '--timeout-ms', '700'], { REALTIME_URL });
    const { client, server } = JSON.parse(stdout);
    expect(code).toBe(1);
    // The default would have five digits.
    const detail = expect.stringMatching(/took \d{1,4} ms, which is its limit/);
    expect(server).toMatchObject({ outcome: 'failed', detail });
    expect(client.checks).toContainEqual(expect.objectContaining({ name: 'websocket', outcome: 'failed' }));
  });

  it('names a wrong key, a wrong secret and an address that nobody listens at', async () => {
    const env = await environment();
    const key = await run(['doctor', '--app-key', 'another-key'], env);
    const line = /FAILED +websocket .*no such app: check the key/;
    expect(key).toMatchObject({ code: 1, stdout: expect.stringMatching(line) });
    expect(key.stdout).toMatch(/^Server\n {2}skipped /m);
    const wrong = await run(['doctor'], { ...env, REALTIME_APP_SECRET: secret });
    expect(wrong).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Server\n {2}failed /m) });
    expect(wrong.stdout).not.toContain(secret);
    const closed = await run(['doctor', '--host', '127.0.0.1', '--port', '9'], env);
    expect(closed).toMatchObject({ code: 1, stdout: expect.stringMatching(/FAILED +tcp/) });
  });

  it('without an app key is one line', async () => {
    const { code, stderr } = await run(['doctor', '--host', '127.0.0.1']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^realtime: .*REALTIME_APP_KEY/),
    });
  });
});
