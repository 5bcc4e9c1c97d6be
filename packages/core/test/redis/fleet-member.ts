// One process of a fleet: calls the service of its parent as often as it may.
import { request } from 'node:http';
import type { Constraint } from '../../src/limits/kinds/constraint.ts';
import { createRedisLimiter, fromIoredis } from '../../src/redis/index.ts';
import { createRuntime } from '../../src/time/runtime.ts';
import { connect, patienceMs } from './server.ts';

interface Orders {
  readonly name: string;
  readonly path: string;
  readonly port: number;
  readonly key: string;
  readonly limits: readonly Constraint[];
  readonly callers: number;
  readonly skewMs: number;
}

const { name, path, port, key, limits, callers, skewMs } = JSON.parse(process.argv[2] ?? '{}') as Orders;
const client = connect({ path });
const runtime = createRuntime({
  now: () => Date.now() + skewMs,
  monotonic: () => performance.now() + skewMs,
});
const limiter = createRedisLimiter({
  store: fromIoredis(client),
  key,
  limits,
  runtime,
  storeTimeoutMs: patienceMs,
});
let isOver = false;

function callService(): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: `/${name}` }, (response) => {
      response.resume();
      response.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

async function keepCalling(): Promise<void> {
  while (!isOver) {
    const permit = await limiter.acquire().catch(() => undefined);
    if (permit === undefined) return;
    await callService().catch(() => undefined);
    permit.release();
  }
}

process.on('message', async (message) => {
  if (message === 'go') for (let index = 0; index < callers; index += 1) void keepCalling();
  if (message !== 'stop') return;
  isOver = true;
  await limiter.close();
  client.disconnect();
  process.disconnect();
});
client.once('ready', () => process.send?.('ready'));
// A test that was cut short takes its fleet along.
process.once('disconnect', () => process.exit());
