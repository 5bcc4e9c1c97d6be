import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../../test/support/free-port.ts';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';

const apiKey = 'api-key';
const tokenKey = 'token-key';

/** The program that CENTRIFUGO_PATH names. A build of it takes ten minutes, too long for each run. */
export async function findCentrifugo(): Promise<string> {
  const path = process.env['CENTRIFUGO_PATH'];
  if (path) return path;
  throw new Error(
    'set CENTRIFUGO_PATH to its program, v6.9.1: go install github.com/centrifugal/centrifugo/v6@v6.9.1',
  );
}

/** The part of the official JavaScript client that a test uses. */
interface OfficialPackage {
  readonly Centrifuge: new (
    url: string,
    options: object,
  ) => {
    connect(): void;
    disconnect(): void;
    newSubscription(channel: string): OfficialSubscription;
  };
}

interface OfficialSubscription {
  on(type: 'publication', listener: (event: { readonly data: { readonly data: unknown } }) => void): void;
  subscribe(): void;
  ready(timeoutMs: number): Promise<void>;
  publish(data: unknown): Promise<void>;
}

/** The official JavaScript client. */
export async function installCentrifuge(): Promise<OfficialPackage> {
  const directory = await cached('centrifuge-5.8.0', (folder) =>
    npmInstall(folder, { dependencies: { centrifuge: '5.8.0', ws: '8.18.3' } }),
  );
  return createRequire(join(directory, 'package.json'))('centrifuge');
}

/** A JSON Web Token as an application's server signs it. */
export function signToken(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', tokenKey).update(text).digest('base64url')}`;
}

const channel = { allow_subscribe_for_client: true, allow_publish_for_subscriber: true };
const configuration = (port: number) => ({
  http_server: { address: '127.0.0.1', port: String(port) },
  client: {
    allowed_origins: ['*'],
    token: { hmac_secret_key: tokenKey },
    ping_interval: '2s',
    pong_timeout: '1s',
    expired_close_delay: '1s',
    expired_sub_close_delay: '1s',
  },
  http_api: { key: apiKey },
  health: { enabled: true },
  log: { level: 'error' },
  channel: {
    without_namespace: channel,
    namespaces: [
      { name: 'news', ...channel, history_size: 5, history_ttl: '60s', force_recovery: true },
      { name: 'chat', ...channel, presence: true, join_leave: true, allow_presence_for_subscriber: true },
      { name: 'closed' },
    ],
  },
});

/** Starts Centrifugo on loopback. `restart` keeps the port, and loses what the memory had. */
export async function startCentrifugo(program: string) {
  const workspace = await mkdtemp(join(tmpdir(), 'centrifugo-'));
  const port = await freePort();
  const file = join(workspace, 'config.json');
  writeFileSync(file, JSON.stringify(configuration(port)));
  let child = await start(program, file, port);
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  return {
    port,
    /** A call of the server's API. */
    async call(method: string, parameters: object): Promise<unknown> {
      const response = await fetch(`http://127.0.0.1:${port}/api/${method}`, {
        method: 'POST',
        headers: { 'X-API-Key': apiKey },
        body: JSON.stringify(parameters),
        signal: AbortSignal.timeout(5_000),
      });
      return response.json();
    },
    async restart(): Promise<void> {
      await end(child);
      child = await start(program, file, port);
    },
    async close(): Promise<void> {
      process.removeListener('exit', killNow);
      await end(child);
      await rm(workspace, { recursive: true, force: true });
    },
  };
}

async function start(program: string, file: string, port: number): Promise<ChildProcess> {
  const child = spawn(program, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-2_000);
  });
  for (let attempt = 0; attempt < 400 && child.exitCode === null; attempt += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return child;
    await sleep(50);
  }
  await end(child);
  throw new Error(`Centrifugo did not start: ${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}
