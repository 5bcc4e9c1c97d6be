import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Another engine or release: `REDIS_SERVER=/path/to/valkey-server`. */
export const program = process.env.REDIS_SERVER ?? 'redis-server';

export const hasRedisServer = spawnSync(program, ['--version']).status === 0;
/** Behind the name of a suite that is skipped. */
export const redisNote = hasRedisServer ? '' : ` (skipped: there is no ${program})`;

/** `storeTimeoutMs` of tests with a healthy store: a slow machine must not change the mode. */
export const patienceMs = 10_000;

export interface RedisServer {
  /** Of its socket. */
  readonly path: string;
  /** A plain connection beside the tested ones. */
  readonly admin: Redis;
  /** By its own clock, in milliseconds. */
  now(): Promise<number>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again at the same place, with nothing in it. */
  restart(): Promise<void>;
  /** Stops it in its tracks, as a machine without time for it does; `resume` lets it go on. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** A redis-server of its own on a socket in a new folder, without files. */
export async function startRedisServer(options: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const path = join(folder, 'socket');
  const admin = connect({ path });
  let child: ChildProcess | undefined;
  const restart = async () => {
    const fixed = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder];
    const started = spawn(program, [...fixed, ...options], { stdio: 'ignore' });
    child = started;
    while ((await admin.ping().catch(() => undefined)) !== 'PONG') {
      if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}.`);
      await sleep(10);
    }
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await restart();
  return {
    path,
    admin,
    async now() {
      const [seconds, micros] = await admin.time();
      return Number(seconds) * 1_000 + Number(micros) / 1_000;
    },
    kill,
    restart,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      admin.disconnect();
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A client that reconnects quickly and, like any in use, keeps its commands while it is offline. */
export function connect(place: { readonly path: string } | { readonly port: number }): Redis {
  const client = new Redis({ ...place, retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  return client;
}
