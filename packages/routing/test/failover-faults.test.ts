import { createLimiter, perWindow, type RetryOptions } from '@org/core';
import { createRedisLimiter, fromIoredis } from '@org/core/redis';
import { type Fault, faultPhases, startFaultServer } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, hasRedisServer, redisNote, startRedisServer } from '../../core/test/redis/server.ts';
import { failover } from '../src/failover/index.ts';
import { createRoutingClient, isOrgError } from '../src/index.ts';
import { httpRuler, startRuler } from './http-ruler.ts';

const drive = {
  profile: 'driving',
  waypoints: [
    [8, 49],
    [9, 50],
  ],
} as const;
const retry: RetryOptions = { baseMs: 1, throttledBaseMs: 1, maxBackoffMs: 5 };
const origins = Array.from({ length: 6 }, (_, index): [number, number] => [index, 10]);

const kinds = [
  { kind: 'reset-peer' },
  { kind: 'limit-data' },
  { kind: 'timeout' },
  { kind: 'slow-close', delayMs: 20 },
] as const;
const faults = kinds.flatMap((kind) =>
  faultPhases.filter((phase) => phase !== 'after-body').map((phase): Fault => ({ ...kind, phase })),
);

describe('fail-over between services on loopback', () => {
  it.each(faults)(
    'R7: moves on after $kind $phase, and sends the first one request at most',
    async (fault) => {
      const broken = await brokenRuler(fault);
      const second = await startRuler();
      const driver = failover([
        { driver: httpRuler('alpha', broken), timeoutMs: 100 },
        httpRuler('beta', second),
      ]);
      const routing = createRoutingClient({ driver, retry });
      const { meta, routes } = await routing.directions(drive);
      expect(meta.provider).toBe('beta');
      expect(routes).toHaveLength(1);
      expect(second.requested()).toEqual(['directions']);
      expect(broken.requested().length).toBeLessThanOrEqual(1);
    },
  );

  it.each([500, 502, 503, 504, 429])('moves on after status %i, with one attempt', async (status) => {
    const first = await startRuler([() => ({ answer: { status } })]);
    const second = await startRuler();
    const driver = failover([httpRuler('alpha', first), httpRuler('beta', second)]);
    const routing = createRoutingClient({ driver, retry });
    expect((await routing.directions(drive)).meta.provider).toBe('beta');
    expect(first.requested()).toHaveLength(1);
    expect(second.requested()).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 413, 422])('stays after status %i', async (status) => {
    const first = await startRuler([() => ({ answer: { status } })]);
    const second = await startRuler();
    const driver = failover([httpRuler('alpha', first), httpRuler('beta', second)]);
    const routing = createRoutingClient({ driver, retry });
    await expect(routing.directions(drive)).rejects.toMatchObject({ provider: 'alpha', status });
    expect(second.requested()).toEqual([]);
  });

  it('R7: never multiplies retries; two dead services get at most four requests of one call', async () => {
    const services = await Promise.all([1, 2].map(() => startRuler([() => ({ answer: { status: 503 } })])));
    const driver = failover(services.map((service, index) => httpRuler(`s${index}`, service)));
    const routing = createRoutingClient({ driver, retry });
    const call = routing.directions(drive);
    await expect(call).rejects.toMatchObject({ code: 'server', provider: 's1', attempts: 4 });
    expect(services.map((service) => service.requested().length)).toEqual([1, 3]);
  });

  it('R6: in a long outage of the first, each call costs about one request of the second', async () => {
    const first = await startRuler([() => ({ answer: { status: 503 } })]);
    const second = await startRuler();
    const driver = failover([httpRuler('alpha', first), httpRuler('beta', second)]);
    const routing = createRoutingClient({ driver, retry });
    for (const _ of Array(200).keys()) await routing.directions(drive);
    expect(second.requested()).toHaveLength(200);
    expect(first.requested().length + second.requested().length).toBeLessThanOrEqual(200 * 1.25);
  });

  it('a service that fails amid a matrix: the whole matrix is that of the other', async () => {
    let answered = 0;
    const dies = () => {
      answered += 1;
      return answered > 4
        ? { fault: { kind: 'reset-peer', phase: 'after-status-line' } as const }
        : undefined;
    };
    const first = await startRuler([dies]);
    const second = await startRuler([], 3);
    const caps = { matrixCells: 4 };
    const routing = createRoutingClient({
      driver: failover([httpRuler('alpha', first, { caps }), httpRuler('beta', second, { caps })]),
      retry,
    });
    const alone = createRoutingClient({ driver: httpRuler('beta', second) });
    const { durationsSeconds, meta } = await routing.matrix({ profile: 'driving', origins });
    const expected = await alone.matrix({ profile: 'driving', origins });
    expect(meta.provider).toBe('beta');
    expect(durationsSeconds).toEqual(expected.durationsSeconds);
  });
});

/** A service with a fault in every request. */
async function brokenRuler(fault: Fault) {
  const server = await startFaultServer({ rules: [{ fault }] });
  onTestFinished(() => server.close());
  return { server, requested: () => server.requests.map(({ path }) => path.slice(1)) };
}

describe('paid requests under faults', () => {
  it('R6: stay at 1.25 for each call, and below the cap', async () => {
    let count = 0;
    const flaky = () => {
      count += 1;
      return count % 5 === 0 ? { answer: { status: 503 } } : undefined;
    };
    const service = await startRuler([flaky]);
    const driver = httpRuler('acme', service, { creditsOf: () => 1 });
    const routing = createRoutingClient({ driver, retry, dailyCap: { limit: 90, unit: 'credits' } });
    let calls = 0;
    let refused = 0;
    for (const _ of Array(100).keys()) {
      try {
        await routing.directions(drive);
        calls += 1;
      } catch (error) {
        if (isOrgError(error) && error.code === 'quota-exceeded') refused += 1;
      }
    }
    expect(service.requested()).toHaveLength(90);
    expect(90 / calls).toBeLessThanOrEqual(1.25);
    expect(calls + refused).toBe(100);
    expect(routing.quota()).toMatchObject([{ requests: 90, credits: 90 }]);
  });

  it.skipIf(!hasRedisServer)(`one cap for several processes, through Redis${redisNote}`, async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const service = await startRuler();
    const clients = ['a', 'b', 'c'].map((name) => {
      const connection = connect({ path: redis.path });
      const limits = [perWindow(20, 24 * 3_600_000)];
      const limiter = createRedisLimiter({
        store: fromIoredis(connection),
        key: 'routing:acme',
        limits,
        // A busy machine may reply late.
        storeTimeoutMs: 10_000,
      });
      onTestFinished(async () => {
        await limiter.close();
        connection.disconnect();
      });
      return createRoutingClient({ driver: httpRuler(name, service), dailyCap: { limiter } });
    });
    const calls = clients.flatMap((routing) => Array.from({ length: 15 }, () => routing.directions(drive)));
    const settled = await Promise.allSettled(calls);
    const errors = settled.map((each) => each.status === 'rejected' && each.reason).filter(isOrgError);
    expect(errors).toHaveLength(25);
    for (const error of errors) {
      expect(error.code).toBe('quota-exceeded');
      expect(error.retryAfterMs).toBeGreaterThan(23 * 3_600_000);
    }
    expect(service.requested()).toHaveLength(20);
  });

  it('the same limiter in two clients counts calls of both', async () => {
    const limiter = createLimiter({ limits: [], groups: { matrix: [perWindow(1, 3_600_000)] } });
    const service = await startRuler();
    const [a, b] = [1, 2].map(() =>
      createRoutingClient({ driver: httpRuler('acme', service), dailyCap: { limiter } }),
    );
    await a?.matrix({ profile: 'driving', origins });
    await expect(b?.matrix({ profile: 'driving', origins })).rejects.toMatchObject({
      code: 'quota-exceeded',
    });
    await b?.directions(drive);
  });
});
