import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { untilCalm } from '../../../../test/support/calm.ts';
import { lengthOf, noteStandstills } from '../../../../test/support/standstills.ts';
import { perWindow } from '../../src/limits/kinds/window.ts';
import { createRedisLimiter, fromIoredis, type RedisLimiterMode } from '../../src/redis/index.ts';
import { type BadWay, startBadWay } from '../redis/bad-way.ts';
import { connect, hasRedisServer, type RedisServer, redisNote, startRedisServer } from '../redis/server.ts';
import { mostWithin, startTraffic } from '../redis/traffic.ts';

const limit = 100;
const awayMs = 5_000;

interface Store {
  readonly server: RedisServer;
  readonly way: BadWay;
  stop(): Promise<void>;
}

/** A server of its own for each test, and a way to it: the tests wait beside each other. */
async function startStore(): Promise<Store> {
  const server = await startRedisServer();
  const way = await startBadWay(server.path);
  const stop = async () => {
    await way.stop();
    await server.stop();
  };
  return { server, way, stop };
}

const faults: Record<string, { begin(store: Store): unknown; end(store: Store): unknown }> = {
  kill: { begin: ({ server }) => server.kill(), end: ({ server }) => server.restart() },
  pause: { begin: ({ server }) => server.pause(), end: ({ server }) => server.resume() },
  'read-only': {
    begin: ({ server }) => server.admin.replicaof('127.0.0.1', '1'),
    end: ({ server }) => server.admin.replicaof('NO', 'ONE'),
  },
  'out of memory': {
    begin: ({ server }) => server.admin.config('SET', 'maxmemory', '1'),
    end: ({ server }) => server.admin.config('SET', 'maxmemory', '0'),
  },
  'changed password': {
    async begin({ server }) {
      await server.admin.config('SET', 'requirepass', 'changed');
      await server.admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    },
    end: ({ server }) => server.admin.config('SET', 'requirepass', ''),
  },
  'half-open': {
    begin({ way }) {
      way.isHalfOpen = true;
    },
    end({ way }) {
      way.isHalfOpen = false;
      way.cut();
    },
  },
};

// What a busy machine made late is measured again: it only adds time, and a fault of ours stays.
describe(`C7: five seconds without the store, with what is set by default${redisNote}`, {
  skip: !hasRedisServer,
  retry: 2,
}, () => {
  // Of every try, and not of the last one: lateness is the machine's, a call too many is ours.
  const counts: { readonly most: number; readonly pending: number }[] = [];
  afterAll(() => {
    for (const { most, pending } of counts) {
      expect(most).toBeLessThanOrEqual(limit);
      expect(pending).toBeLessThanOrEqual(50);
    }
  });

  it.concurrent.for(Object.entries(faults))(
    '%s: its mode within 1 s, the full rate again within 5 s',
    async ([name, fault], { onTestFinished }) => {
      await untilCalm();
      const store = await startStore();
      onTestFinished(() => store.stop());
      const { way } = store;
      const connections = [connect(way), connect(way)];
      const changes: { readonly mode: RedisLimiterMode; readonly at: number }[] = [];
      const limiters = connections.map((connection) =>
        createRedisLimiter({
          store: fromIoredis(connection),
          key: `recovery ${name}`,
          limits: [perWindow(limit, 1_000)],
          maxQueue: 50,
          onModeChange: (mode) => changes.push({ mode, at: performance.now() }),
        }),
      );
      const traffic = startTraffic(limiters, 60);
      await sleep(2_000);
      // A machine that starts much at once may have held the store's first responses up.
      await expect.poll(() => limiters.map(({ mode }) => mode)).toEqual(['fleet', 'fleet']);
      changes.length = 0;
      const standstills = noteStandstills();
      const beganAt = performance.now();
      await fault.begin(store);
      await sleep(awayMs);
      const stoodMs = lengthOf(standstills());
      const pending = limiters.map((limiter) => limiter.pending);
      const endedAt = performance.now();
      await fault.end(store);
      await sleep(12_000);
      await traffic.stop();
      await Promise.all(limiters.map((limiter) => limiter.close()));
      for (const connection of connections) connection.disconnect();

      const wentMs = changes.filter(({ mode }) => mode === 'local').map(({ at }) => at - beganAt);
      const backMs = changes.filter(({ mode }) => mode === 'fleet').map(({ at }) => at - endedAt);
      // Windows make bursts, a second apart.
      const perSecond =
        traffic.starts.filter((at) => at >= endedAt + 2_000 && at < endedAt + 12_000).length / 10;
      const most = mostWithin(traffic.starts, 1_000);
      counts.push({ most, pending: Math.max(...pending) });
      const round = (list: readonly number[]) => list.map(Math.round).join(', ');
      console.log(
        `${name}: local after ${round(wentMs)} ms, back after ${round(backMs)} ms, ` +
          `then ${perSecond.toFixed(0)} a second, most in a second ${most}`,
      );
      expect(wentMs).toHaveLength(2);
      // What the machine gave to others is not the limiter's.
      expect(Math.max(...wentMs) - stoodMs).toBeLessThan(1_000);
      expect(Math.max(...backMs)).toBeLessThan(5_000);
      expect(perSecond).toBeGreaterThan(0.85 * limit);
    },
  );

  const slow = 'answers that take 200 ms: no change of mode, the limit kept, most of it used';
  it.concurrent(slow, async ({ onTestFinished }) => {
    const { way, stop } = await startStore();
    onTestFinished(stop);
    way.delayMs = 100;
    const connections = [connect(way), connect(way)];
    await Promise.all(connections.map((connection) => connection.ping()));
    const changes: unknown[] = [];
    const limiters = connections.map((connection) =>
      createRedisLimiter({
        store: fromIoredis(connection),
        key: 'recovery slow',
        limits: [perWindow(limit, 1_000)],
        onModeChange: (mode) => changes.push(mode),
      }),
    );
    const traffic = startTraffic(limiters, 60);
    await sleep(20_000);
    await traffic.stop();
    await Promise.all(limiters.map((limiter) => limiter.close()));
    for (const connection of connections) connection.disconnect();
    const perSecond = traffic.starts.length / 20;
    console.log(`200 ms: ${perSecond} a second, most in a second ${mostWithin(traffic.starts, 1_000)}`);
    expect(changes).toEqual([]);
    expect(mostWithin(traffic.starts, 1_000)).toBeLessThanOrEqual(limit);
    expect(perSecond).toBeGreaterThan(0.6 * limit);
  });
});
