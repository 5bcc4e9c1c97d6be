import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noAuth } from '../../src/auth/no-auth.ts';
import { createServiceClient } from '../../src/client.ts';
import { tokenBucket } from '../../src/limits/kinds/bucket.ts';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import type { Constraint } from '../../src/limits/kinds/constraint.ts';
import { perMinute, perWindow } from '../../src/limits/kinds/window.ts';
import { createRedisLimiter, fromIoredis, type RedisLimiter } from '../../src/redis/index.ts';
import { startFaultServer } from '../../src/testing/index.ts';
import { createRuntime } from '../../src/time/runtime.ts';
import {
  connect,
  hasRedisServer,
  patienceMs,
  type RedisServer,
  redisNote,
  startRedisServer,
} from './server.ts';

describe.skipIf(!hasRedisServer)(`in the store${redisNote}`, () => {
  let server: RedisServer;
  let client: ReturnType<typeof connect>;
  const opened: RedisLimiter[] = [];

  beforeAll(async () => {
    server = await startRedisServer();
    client = connect(server);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((limiter) => limiter.close()));
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  function open(key: string, limits: readonly Constraint[], reasons: unknown[] = []): RedisLimiter {
    const onModeChange = (_: unknown, reason: unknown) => reasons.push(reason);
    const limiter = createRedisLimiter({
      store: fromIoredis(client),
      key,
      limits,
      onModeChange,
      storeTimeoutMs: patienceMs,
    });
    opened.push(limiter);
    return limiter;
  }

  it('keys begin with the prefix and the name of the limit, and every one of them runs out', async () => {
    const limits = [perMinute(5), maxConcurrency(2), tokenBucket(10, 2)];
    const limiter = open('names', limits);
    const held = await limiter.acquire();
    (await limiter.acquire()).release();
    const waiting = limiter.acquire({ cost: 2 });
    const names = ['accounts', 'all/window-60000', 'leases', 'numbers', 'waiters'];
    const found = async () => (await server.admin.keys('*{names}*')).sort();
    await expect.poll(found).toEqual(names.map((name) => `org-limit:v1:{names}:${name}`));
    for (const name of await found()) {
      const ttl = await server.admin.pttl(name);
      expect(ttl).toBeGreaterThan(120_000);
      expect(ttl).toBeLessThanOrEqual(180_000);
    }
    held.release();
    await waiting;
  });

  it('keys of a release with another format are neither read nor written', async () => {
    const others = ['org-limit:{two}:numbers', 'org-limit:v2:{two}:numbers', 'org-limit:v2:{two}:leases'];
    for (const name of others) await server.admin.set(name, 'of another release');
    const limiter = open('two', [perMinute(5)]);
    for (let index = 0; index < 5; index += 1) (await limiter.acquire()).release();
    expect(limiter.mode).toBe('fleet');
    expect(await server.admin.mget(others)).toEqual(others.map(() => 'of another release'));
    expect(await server.admin.hget('org-limit:v1:{two}:numbers', 'epoch')).not.toBeNull();
  });

  it('an account that expired between calls is not missed: the next call waits for no report', async () => {
    let idleMs = 0;
    const runtime = createRuntime({ monotonic: () => performance.now() + idleMs });
    const limiter = createRedisLimiter({
      store: fromIoredis(client),
      key: 'idle',
      limits: [perMinute(5)],
      runtime,
      storeTimeoutMs: patienceMs,
    });
    opened.push(limiter);
    (await limiter.acquire()).release();
    const told = async () => (await server.admin.hvals('org-limit:v1:{idle}:accounts')).join();
    await expect.poll(told).toContain('"total":{"all\\/window-60000":1}');
    const settled = () => server.admin.hget('org-limit:v1:{idle}:numbers', 'settled');
    idleMs = 180_000;
    await server.admin.flushall();
    (await limiter.acquire()).release();
    expect(await settled()).toBeNull();
    // What is forgotten before its time is missed.
    await server.admin.flushall();
    (await limiter.acquire()).release();
    expect(await settled()).not.toBeNull();
  });

  it('after a reset by a new process, the others report their calls before any starts', async () => {
    const [one, other, newcomer] = ['one', 'other', 'newcomer'].map(() => open('anew', [perMinute(10)]));
    for (let call = 0; call < 4; call += 1) await Promise.all([one?.acquire(), other?.acquire()]);
    await server.admin.flushall();
    let started = 8;
    const end = new AbortController();
    const start = (limiter: RedisLimiter | undefined, count: number) =>
      Array.from({ length: count }, () =>
        limiter?.acquire({ signal: end.signal }).then(
          () => {
            started += 1;
          },
          () => undefined,
        ),
      );
    await Promise.all(start(newcomer, 1));
    const [known] = start(one, 1);
    // It is told to wait, or may start.
    await Promise.race([known, new Promise((resolve) => setTimeout(resolve, 50))]);
    const waiting = start(newcomer, 5);
    await Promise.race([Promise.all(waiting), new Promise((resolve) => setTimeout(resolve, 50))]);
    start(other, 1);
    await expect.poll(() => started).toBeGreaterThanOrEqual(10);
    await new Promise((resolve) => setTimeout(resolve, 100));
    end.abort();
    expect(started).toBe(10);
  });

  it('a user needs the commands that the guide lists, and no more', async () => {
    const commands =
      'evalsha eval time exists del pexpire hget hset hdel hgetall ' +
      'lindex lrange lpop lset rpush zadd zrem zrangebyscore';
    const rules = commands.split(' ').map((command) => `+${command}`);
    await server.admin.acl('SETUSER', 'limiter', 'reset', 'on', '>secret', '~org-limit:*', ...rules);
    const restricted = client.duplicate({ username: 'limiter', password: 'secret', enableReadyCheck: false });
    const reasons: unknown[] = [];
    const limiter = createRedisLimiter({
      store: fromIoredis(restricted),
      key: 'restricted',
      limits: [perWindow(4, 20), tokenBucket(500, 4), maxConcurrency(2)],
      leaseMs: 50,
      storeTimeoutMs: patienceMs,
      onModeChange: (_, reason) => reasons.push(reason),
    });
    // Finishes close together share an entry, and those of windows gone by leave.
    for (let round = 0; round < 5; round += 1) {
      const permits = await Promise.all([limiter.acquire(), limiter.acquire()]);
      for (const permit of permits)
        permit.release({ throttled: round === 2, retryAfterMs: round === 2 ? 10 : undefined });
    }
    await limiter.close();
    restricted.disconnect();
    expect(reasons).toEqual([]);
  });

  it('a clock that goes back a little stands still until it has caught up; the limit holds', async () => {
    const limiter = open('slightly back', [perWindow(1, 100)]);
    (await limiter.acquire()).release();
    await limiter.close();
    const ahead = (await server.now()) + 400;
    await server.admin.hset('org-limit:v1:{slightly back}:numbers', 'at', `${Math.round(ahead * 1_000)}`);
    const other = open('slightly back', [perWindow(1, 100)]);
    (await other.acquire()).release();
    (await other.acquire()).release();
    expect(await server.now()).toBeGreaterThanOrEqual(ahead);
  });

  it('a clock that jumps far back resets the store, and no call waits for the old time', async () => {
    const reasons: unknown[] = [];
    const limiter = open('far back', [perWindow(2, 50)], reasons);
    (await limiter.acquire()).release();
    const anHourAhead = `${Math.round(((await server.now()) + 3_600_000) * 1_000)}`;
    await server.admin.hset('org-limit:v1:{far back}:numbers', 'at', anHourAhead);
    for (let call = 0; call < 4; call += 1) (await limiter.acquire()).release();
    expect(reasons).toEqual([]);
  });

  it.each(['leases', 'accounts', 'waiters', 'numbers', 'all/window-60'])(
    'when it evicts %s, what is held is counted again and nobody waits for ever',
    async (name) => {
      const key = `without ${name}`;
      const [limiter, other] = [
        open(key, [perWindow(3, 60), maxConcurrency(2)]),
        open(key, [perWindow(3, 60), maxConcurrency(2)]),
      ];
      const held = await limiter.acquire();
      (await other.acquire()).release();
      await server.admin.del(`org-limit:v1:{${key}}:${name}`);
      for (let call = 0; call < 4; call += 1) (await limiter.acquire()).release();
      const second = await limiter.acquire();
      await expect(other.acquire({ maxWaitMs: 100 })).rejects.toThrow(/cannot start this call/);
      held.release();
      second.release();
      (await other.acquire()).release();
    },
  );

  it('starts no call after an outage for all, until every process has reported its calls', async () => {
    const away = [true, true];
    let started = 0;
    const end = new AbortController();
    const store = fromIoredis(client);
    const fleet = away.map((_, index) =>
      createRedisLimiter({
        store: {
          eval: (...args) => (away[index] ? Promise.reject(new Error('AWAY')) : store.eval(...args)),
          evalsha: (...args) => (away[index] ? Promise.reject(new Error('AWAY')) : store.evalsha(...args)),
        },
        key: 'away for all',
        limits: [perMinute(10)],
        localShare: 0.4,
        storeTimeoutMs: patienceMs,
      }),
    );
    opened.push(...fleet);
    // The store has known both.
    away.fill(false);
    for (const limiter of fleet) (await limiter.acquire()).release();
    started += 2;
    away.fill(true);
    const waiting = fleet.flatMap((limiter) =>
      Array.from({ length: 10 }, async () => {
        await limiter.acquire({ signal: end.signal });
        started += 1;
      }),
    );
    // A share is four, and one was used before.
    await expect.poll(() => started).toBe(8);
    await expect.poll(() => fleet.map(({ mode }) => mode)).toEqual(['local', 'local']);
    away[0] = false;
    await expect.poll(() => fleet[0]?.mode).toBe('fleet');
    away[1] = false;
    await expect.poll(() => started).toBe(10);
    await expect.poll(() => fleet[1]?.mode).toBe('fleet');
    await new Promise((resolve) => setTimeout(resolve, 100));
    end.abort();
    await Promise.allSettled(waiting);
    expect(started).toBe(10);
  });

  it('a client uses it like any limiter, a permit for each attempt', async () => {
    const service = await startFaultServer({
      rules: [{ when: { nth: 1 }, answer: { status: 429, headers: { 'retry-after': '1' } } }],
    });
    const limits = [perMinute(100)];
    const limiter = open('client', limits);
    const definition = { name: 'acme', baseUrl: service.url, auth: noAuth() };
    const api = createServiceClient(definition, { limiter });
    const answer = await api.request({ method: 'GET', path: '/' });
    expect(answer.status).toBe(200);
    expect(limiter.snapshot()).toMatchObject({ inFlight: 0, limits: [{ used: 2 }] });
    expect(service.requests).toHaveLength(2);
    await api.close();
    await service.close();
  });
});
