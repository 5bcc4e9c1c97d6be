import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perWindow } from '../../src/limits/kinds/window.ts';
import {
  createRedisLimiter,
  fromIoredis,
  type RedisLimiterMode,
  type RedisLimiterOptions,
} from '../../src/redis/index.ts';
import { type BadWay, startBadWay } from './bad-way.ts';
import {
  connect,
  hasRedisServer,
  patienceMs,
  type RedisServer,
  redisNote,
  startRedisServer,
} from './server.ts';
import { mostWithin, startTraffic } from './traffic.ts';

const limit = 20;
const windowMs = 100;
const localShare = 0.2;

let server: RedisServer;
let proxy: BadWay;

beforeAll(async () => {
  if (!hasRedisServer) return;
  server = await startRedisServer();
  proxy = await startBadWay(server.path);
});
afterAll(async () => {
  await proxy?.stop();
  await server?.stop();
});

let keys = 0;
const newKey = () => {
  keys += 1;
  return `fault-${keys}`;
};

/** Two busy processes of one fleet, each with a connection of its own through the proxy. */
function openPair(options: Partial<RedisLimiterOptions> = {}) {
  const key = newKey();
  const reasons = new Set<string>();
  const connections = [connect(proxy), connect(proxy)];
  const limiters = connections.map((connection) =>
    createRedisLimiter({
      store: fromIoredis(connection),
      key,
      limits: [perWindow(limit, windowMs)],
      localShare,
      storeTimeoutMs: 150,
      onModeChange: (_, reason) => reason !== undefined && reasons.add(reason),
      ...options,
    }),
  );
  return {
    limiters,
    reasons,
    async areIn(mode: RedisLimiterMode) {
      await expect
        .poll(() => limiters.map((limiter) => limiter.mode), { timeout: 10_000 })
        .toEqual([mode, mode]);
    },
    async close() {
      await Promise.all(limiters.map((limiter) => limiter.close()));
      for (const connection of connections) connection.disconnect();
    },
  };
}

interface Fault {
  readonly begin: () => unknown;
  readonly end: () => unknown;
  readonly reason: RegExp;
}

const faults: Record<string, Fault> = {
  'is killed, and comes back empty': {
    begin: () => server.kill(),
    end: () => server.restart(),
    reason: /timeout|ECONN|ENOENT/,
  },
  'stands still': { begin: () => server.pause(), end: () => server.resume(), reason: /timeout/ },
  'becomes a replica': {
    begin: () => server.admin.replicaof('127.0.0.1', '1'),
    end: () => server.admin.replicaof('NO', 'ONE'),
    reason: /READONLY/,
  },
  'has no memory left': {
    begin: () => server.admin.config('SET', 'maxmemory', '1'),
    end: () => server.admin.config('SET', 'maxmemory', '0'),
    reason: /OOM/,
  },
  'has another password': {
    async begin() {
      await server.admin.config('SET', 'requirepass', 'changed');
      await server.admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    },
    end: () => server.admin.config('SET', 'requirepass', ''),
    reason: /NOAUTH|timeout/,
  },
  'does not allow scripts any more': {
    begin: () => server.admin.acl('SETUSER', 'default', '-evalsha', '-eval'),
    end: () => server.admin.acl('SETUSER', 'default', '+@all'),
    reason: /NOPERM/,
  },
  'cannot be heard, though the connection stands': {
    begin() {
      proxy.isHalfOpen = true;
    },
    end() {
      proxy.isHalfOpen = false;
      proxy.cut();
    },
    reason: /timeout/,
  },
};

describe.skipIf(!hasRedisServer)(`C7: while the store is away${redisNote}`, () => {
  it.each(Object.entries(faults))(
    'goes on with its share when the store %s, and back to all of it afterwards',
    async (_, { begin, end, reason }) => {
      const pair = openPair();
      const traffic = startTraffic(pair.limiters);
      await traffic.more(limit);
      try {
        await begin();
        await pair.areIn('local');
        const before = traffic.starts.length;
        await traffic.more(6);
        // What began in the fleet's last window may count beside the first of the share.
        const alone = traffic.starts.slice(before + limit);
        expect(mostWithin(alone, windowMs)).toBeLessThanOrEqual(2 * localShare * limit);
      } finally {
        await end();
      }
      await pair.areIn('fleet');
      await traffic.more(2 * limit);
      await traffic.stop();
      await pair.close();
      expect([...pair.reasons].join()).toMatch(reason);
      expect(mostWithin(traffic.starts, windowMs)).toBeLessThanOrEqual(limit * (1 + 2 * localShare));
    },
  );

  it('reports calls that started without the store: the fleet keeps its limit afterwards', async () => {
    const { limiters, areIn, close } = openPair({ limits: [perWindow(10, 60_000)], localShare: 0.5 });
    const [one, other] = limiters;
    await one?.acquire();
    await server.kill();
    const started = Promise.all([...Array(4)].map(() => one?.acquire()));
    await started;
    expect(one?.mode).toBe('local');
    await server.restart();
    await expect.poll(() => one?.mode).toBe('fleet');
    for (let call = 0; call < 5; call += 1) await other?.acquire();
    await areIn('fleet');
    const end = new AbortController();
    const eleventh = Promise.race(limiters.map((limiter) => limiter.acquire({ signal: end.signal })));
    setTimeout(() => end.abort(new Error('nobody may')), 300);
    await expect(eleventh).rejects.toThrow('nobody may');
    await close();
  });

  it('notices nothing when the scripts are flushed', async () => {
    const pair = openPair({ storeTimeoutMs: patienceMs });
    const traffic = startTraffic(pair.limiters);
    for (let time = 0; time < 3; time += 1) {
      await traffic.more(limit);
      await server.admin.script('FLUSH');
    }
    await traffic.more(limit);
    await traffic.stop();
    await pair.close();
    expect([...pair.reasons]).toEqual([]);
    expect(mostWithin(traffic.starts, windowMs)).toBeLessThanOrEqual(limit);
  });

  it('keeps the limit when the store loses its data in between', async () => {
    const pair = openPair({ storeTimeoutMs: patienceMs });
    const traffic = startTraffic(pair.limiters);
    await traffic.more(limit);
    await server.admin.flushall();
    await traffic.more(limit);
    await traffic.stop();
    await pair.close();
    expect(mostWithin(traffic.starts, windowMs)).toBeLessThanOrEqual(limit);
  });

  it('stays with a store whose answers take 200 ms', async () => {
    proxy.delayMs = 100;
    const pair = openPair({ storeTimeoutMs: 2_000 });
    const traffic = startTraffic(pair.limiters);
    await traffic.more(2 * limit);
    await traffic.stop();
    await pair.close();
    proxy.delayMs = 0;
    expect([...pair.reasons]).toEqual([]);
    expect(mostWithin(traffic.starts, windowMs)).toBeLessThanOrEqual(limit);
  });
});
