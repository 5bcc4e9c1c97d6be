import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import { perWindow } from '../../src/limits/kinds/window.ts';
import { createRedisLimiter, fromIoredis, type RedisStore } from '../../src/redis/index.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { connect, hasRedisServer, type RedisServer, redisNote, startRedisServer } from './server.ts';
import { mostWithin } from './traffic.ts';

let server: RedisServer;
beforeAll(async () => {
  if (hasRedisServer) server = await startRedisServer();
});
afterAll(() => server?.stop());

/** A lossy connection to the store: a script may never run, run without a reply, run twice, or run late. */
function lossy(store: RedisStore, random: () => number): RedisStore {
  const disturbed = (run: () => Promise<unknown>) => async () => {
    const fate = random();
    if (fate < 0.02) throw new Error('LOST before the store');
    if (fate < 0.04) {
      await run();
      throw new Error('LOST on the way back');
    }
    if (fate < 0.2) await run();
    if (fate < 0.4)
      void sleep(30 * random())
        .then(run)
        .catch(() => undefined);
    if (fate < 0.6) await sleep(10 * random());
    return run();
  };
  return {
    eval: (...args) => disturbed(() => store.eval(...args))(),
    evalsha: (...args) => disturbed(() => store.evalsha(...args))(),
  };
}

describe.skipIf(!hasRedisServer)(
  `C20: calls to the store that get lost, doubled and late${redisNote}`,
  () => {
    it.each([1, 2, 3])('never let more start than the limits (seed %i)', async (seed) => {
      const client = connect(server);
      const random = seededRandom(seed);
      const [limit, windowMs, most] = [12, 80, 5];
      const limiters = Array.from({ length: 4 }, () =>
        createRedisLimiter({
          store: lossy(fromIoredis(client), random),
          key: `lossy ${seed}`,
          limits: [perWindow(limit, windowMs), maxConcurrency(most)],
          onStoreError: 'closed',
        }),
      );
      const starts: number[] = [];
      let running = 0;
      let mostRunning = 0;
      const until = performance.now() + 1_200;
      // A machine that stands still that long has started nothing yet.
      const isOver = () => performance.now() >= until && starts.length > 50;
      const call = async (index: number) => {
        while (!isOver()) {
          const cost = 1 + Math.floor(random() * 2);
          const signal = AbortSignal.timeout(5 + Math.floor(200 * random()));
          const permit = await limiters[index % limiters.length]
            ?.acquire({ cost, signal })
            .catch(() => sleep(5));
          if (permit === undefined) continue;
          for (let unit = 0; unit < cost; unit += 1) starts.push(performance.now());
          running += cost;
          mostRunning = Math.max(mostRunning, running);
          await sleep(10 * random());
          running -= cost;
          permit.release();
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, index) => call(index)));
      await Promise.all(limiters.map((limiter) => limiter.close()));
      client.disconnect();
      expect(mostWithin(starts, windowMs)).toBeLessThanOrEqual(limit);
      expect(mostRunning).toBeLessThanOrEqual(most);
    });
  },
);
