import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import { createCluster } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../test/support/free-port.ts';
import { tokenBucket } from '../../src/limits/kinds/bucket.ts';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import { perMinute, perWindow } from '../../src/limits/kinds/window.ts';
import {
  createRedisLimiter,
  fromIoredis,
  fromNodeRedis,
  type RedisStore,
  redisReplayStore,
} from '../../src/redis/index.ts';
import { connect, hasRedisServer, program, redisNote } from './server.ts';

/** A cluster of one node: it refuses keys of different slots in one script as any cluster does. */
async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'redis-cluster-'));
  const port = await freePort();
  const fixed = ['--bind', '127.0.0.1', '--save', '', '--dir', folder, '--cluster-enabled', 'yes'];
  const announced = ['--cluster-announce-ip', '127.0.0.1'];
  const child = spawn(program, ['--port', `${port}`, ...fixed, ...announced], { stdio: 'ignore' });
  const admin = connect({ port });
  await admin.call('CLUSTER', 'ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => `${slot}`));
  while (!String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await sleep(20);
  return {
    port,
    flush: () => admin.flushall(),
    async stop() {
      admin.disconnect();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe.skipIf(!hasRedisServer)(`on a cluster${redisNote}`, () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.stop());

  async function expectSharedLimit(store: RedisStore) {
    const reasons: unknown[] = [];
    const options = {
      store,
      storeTimeoutMs: 10_000,
      onModeChange: (_: unknown, reason: unknown) => reasons.push(reason),
      key: `of ${Math.random()}`,
      limits: [perMinute(2), perWindow(50, 10), tokenBucket(1_000, 50), maxConcurrency(20)],
      groups: { slow: [perMinute(1)] },
    };
    const [one, other] = [createRedisLimiter(options), createRedisLimiter(options)];
    await one.acquire({ group: 'slow' });
    (await other.acquire()).release();
    await expect(other.acquire({ maxWaitMs: 50 })).rejects.toThrow(/cannot start this call/);
    expect(reasons).toEqual([]);
    await Promise.all([one.close(), other.close()]);
  }

  async function expectReplayStore(store: RedisStore) {
    const replayStore = redisReplayStore({ store, storeTimeoutMs: 10_000 });
    for (const id of ['{a}', 'b']) {
      await replayStore.claim(id, 'me', 60_000);
      await replayStore.settle(id, 'me', 60_000);
      expect(await replayStore.claim(id, 'other', 60_000)).toBe('handled');
    }
    await cluster.flush();
  }

  it('all keys of a limiter lie in one slot, and so does a webhook, through ioredis', async () => {
    const client = new Cluster([{ host: '127.0.0.1', port: cluster.port }]);
    await expectSharedLimit(fromIoredis(client));
    await expectReplayStore(fromIoredis(client));
    client.disconnect();
  });

  it('all keys of a limiter lie in one slot, and so does a webhook, through redis', async () => {
    const client = createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${cluster.port}` }] });
    client.on('error', () => undefined);
    await client.connect();
    await expectSharedLimit(fromNodeRedis(client));
    await expectReplayStore(fromNodeRedis(client));
    client.destroy();
  });
});
