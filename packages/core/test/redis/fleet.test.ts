import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import { perWindow } from '../../src/limits/kinds/window.ts';
import { runFleet } from './fleet.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from './server.ts';
import { mostWithin } from './traffic.ts';

let server: RedisServer;
beforeAll(async () => {
  if (hasRedisServer) server = await startRedisServer();
});
afterAll(() => server?.stop());

// The count is exact on any machine: the service sees a call before the process sees its response.
describe.skipIf(!hasRedisServer)(`C6: eight processes${redisNote}`, () => {
  it('hold one limit together, with clocks that are minutes apart, and all get a part of it', async () => {
    const record = await runFleet({
      path: server.path,
      key: 'fleet',
      limits: [perWindow(100, 1_000), maxConcurrency(30)],
      processes: 8,
      callers: 20,
      forMs: 3_000,
      leastCallsEach: 13,
      clockSkewMs: (index) => [0, 300_000, -300_000][index % 3] ?? 0,
    });
    expect(mostWithin(record.at, 1_000)).toBeLessThanOrEqual(100);
    expect(record.mostAtOnce).toBeLessThanOrEqual(30);
    expect(record.at.length).toBeGreaterThan(100);
    expect(Math.min(...record.counts)).toBeGreaterThan(0);
    // A busy machine may take its time to start eight processes.
  }, 90_000);
});
