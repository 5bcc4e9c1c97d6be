import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** The Redis of `REDIS_URL`: an address, or the path of a socket. */
export const connectRedis = (url = process.env['REDIS_URL'] ?? '') =>
  new Redis(url, { maxRetriesPerRequest: null }); // as BullMQ needs it

/** Starts a Redis for this run. Its commands are in a file before it replies: a queue must survive. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  const url = join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', url, '--dir', folder, '--appendonly', 'yes', '--save', ''];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  await new Promise((resolve, reject) => server.once('spawn', resolve).once('error', reject));
  const stop = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}
