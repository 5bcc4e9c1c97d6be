import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ClosedError } from '../../src/errors/caller-errors.ts';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import type { Constraint } from '../../src/limits/kinds/constraint.ts';
import { perMinute } from '../../src/limits/kinds/window.ts';
import type { Permit } from '../../src/limits/limiter.ts';
import {
  createRedisLimiter,
  fromIoredis,
  type RedisLimiter,
  type RedisLimiterOptions,
} from '../../src/redis/index.ts';
import { createRuntime } from '../../src/time/runtime.ts';
import {
  connect,
  hasRedisServer,
  patienceMs,
  type RedisServer,
  redisNote,
  startRedisServer,
} from './server.ts';

describe.skipIf(!hasRedisServer)(`what a process holds of a fleet's limit${redisNote}`, () => {
  let server: RedisServer;
  let client: { readonly store: ReturnType<typeof fromIoredis>; disconnect(): void };
  const opened: RedisLimiter[] = [];
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `lease-${keys}`;
  };

  beforeAll(async () => {
    server = await startRedisServer();
    const connection = connect(server);
    client = { store: fromIoredis(connection), disconnect: () => connection.disconnect() };
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((limiter) => limiter.close()));
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  function open(limits: readonly Constraint[], options: Partial<RedisLimiterOptions> = {}): RedisLimiter {
    const limiter = createRedisLimiter({
      store: client.store,
      key: newKey(),
      limits,
      storeTimeoutMs: patienceMs,
      ...options,
    });
    opened.push(limiter);
    return limiter;
  }

  it('gives the places of a process that crashed to others when its lease has run out', async () => {
    const key = newKey();
    let isDead = false;
    const dying = {
      eval: (...args: Parameters<typeof client.store.eval>) => client.store.eval(...args),
      evalsha: (...args: Parameters<typeof client.store.evalsha>) =>
        isDead ? new Promise<never>(() => {}) : client.store.evalsha(...args),
    };
    const options = { key, leaseMs: 200 };
    const askedAt = await server.now();
    await open([maxConcurrency(1)], { ...options, store: dying, storeTimeoutMs: 1_000 }).acquire();
    isDead = true;
    const permit = await open([maxConcurrency(1)], options).acquire();
    expect((await server.now()) - askedAt).toBeGreaterThanOrEqual(200);
    permit.release();
  });

  it('keeps what it holds for longer than a lease, by saying so', async () => {
    const key = newKey();
    // A third of the lease to say so, and two thirds of patience with the machine.
    const options = { key, leaseMs: 1_500 };
    const held = await open([maxConcurrency(1)], options).acquire();
    const from = await server.now();
    const waiting = open([maxConcurrency(1)], options).acquire();
    let permit: Permit | undefined;
    waiting.then((given) => {
      permit = given;
    });
    while ((await server.now()) < from + 2_200) {
      expect(permit).toBeUndefined();
      await sleep(20);
    }
    held.release();
    (await waiting).release();
  });

  it('holds nothing after close(), and rejects present and later waiters', async () => {
    const key = newKey();
    // Its clock shows a time before its own beginning.
    const runtime = createRuntime({ monotonic: () => performance.now() - 300_000 });
    const limiter = open([perMinute(1)], { key, runtime });
    (await limiter.acquire()).release();
    const waiting = limiter.acquire();
    const closing = limiter.close();
    const isClosed = { asymmetricMatch: (error: unknown) => ClosedError.isInstance(error) };
    await expect(waiting).rejects.toEqual(isClosed);
    await closing;
    await expect(limiter.acquire()).rejects.toEqual(isClosed);
    expect(await server.admin.exists(`org-limit:v1:{${key}}:leases`, `org-limit:v1:{${key}}:waiters`)).toBe(
      0,
    );
    // What the minute has seen, it has seen.
    await expect(open([perMinute(1)], { key }).acquire({ maxWaitMs: 50 })).rejects.toThrow(
      /cannot start this call/,
    );
  });
});
