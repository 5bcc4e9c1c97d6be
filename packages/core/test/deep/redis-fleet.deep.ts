import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenBucket } from '../../src/limits/kinds/bucket.ts';
import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import { perWindow } from '../../src/limits/kinds/window.ts';
import { type FleetRecord, runFleet } from '../redis/fleet.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from '../redis/server.ts';
import { mostWithin } from '../redis/traffic.ts';

let server: RedisServer;
beforeAll(async () => {
  if (hasRedisServer) server = await startRedisServer();
});
afterAll(() => server?.stop());

// The promise and its measurement are for five minutes. CI runs less: both suites take under half an hour.
const minutes = Number(process.env['FLEET_MINUTES'] ?? 2);

const clockSkewMs = (index: number) => [0, 300_000, -300_000][index % 3] ?? 0;

function report(name: string, { at, counts }: FleetRecord, forMs: number): number {
  const share = Math.max(...counts) / Math.min(...counts);
  console.log(
    `${name}: ${at.length} calls, ${(at.length / (forMs / 1_000)).toFixed(1)}/s, ` +
      `most in a second ${mostWithin(at, 1_000)}, max/min ${share.toFixed(2)}`,
  );
  return share;
}

// Two fleets at a time, each with its own key and service: they keep a third of a core busy.
const options = { concurrent: true, skip: !hasRedisServer };

describe(`C6: eight processes${redisNote}`, options, () => {
  it(`100 a second for ${minutes} minutes: at most 102 in any second, equal shares, all used`, async () => {
    const forMs = minutes * 60_000;
    const plan = { path: server.path, key: 'minutes', processes: 8, callers: 20, forMs, clockSkewMs };
    const record = await runFleet({ ...plan, limits: [perWindow(100, 1_000)] });
    const share = report('perWindow(100, 1000)', record, forMs);
    expect(mostWithin(record.at, 1_000)).toBeLessThanOrEqual(102);
    expect(share).toBeLessThanOrEqual(1.3);
    // What a process could not take before its window ended, because the machine held it, is gone.
    expect(record.at.length).toBeGreaterThan(0.75 * 100 * (forMs / 1_000));
  });

  it('with a bucket: its burst and its rate, equal parts', async () => {
    const forMs = 30_000;
    const plan = { path: server.path, key: 'bucket', processes: 8, callers: 20, forMs };
    const record = await runFleet({ ...plan, limits: [tokenBucket(100, 10)] });
    const share = report('tokenBucket(100, 10)', record, forMs);
    expect(mostWithin(record.at, 1_000)).toBeLessThanOrEqual(112);
    expect(share).toBeLessThanOrEqual(1.3);
    // What nobody asks for within a tenth of a second is gone, so a busy machine does not get all of it.
    expect(record.at.length).toBeGreaterThan(0.7 * 100 * (forMs / 1_000));
  });

  it('with leases: never more at once, equal parts', async () => {
    const forMs = 30_000;
    const plan = { path: server.path, key: 'leases', processes: 8, callers: 20, forMs };
    const record = await runFleet({ ...plan, limits: [maxConcurrency(10)] }, 50);
    const share = report('maxConcurrency(10), 50 ms a call', record, forMs);
    expect(record.mostAtOnce).toBeLessThanOrEqual(10);
    expect(share).toBeLessThanOrEqual(1.3);
  });
});
