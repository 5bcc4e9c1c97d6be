import { createLimiter, perMinute } from '@org/core';
import { describe, expect, it } from 'vitest';
import {
  firstFailures,
  recordWaits,
  startFailing,
  type startService,
} from '../../core/test/takeover-stage.ts';
import { failover } from '../src/failover/index.ts';
import { createRoutingClient, type Position } from '../src/index.ts';
import { httpRuler, type RulerService, startRuler } from './http-ruler.ts';

const drive = {
  profile: 'driving',
  waypoints: [
    [8, 49],
    [9, 50],
  ],
} as const;
const origins = Array.from({ length: 4 }, (_, index): Position => [index, 10]);

const rulerOf = async (server: ReturnType<typeof startService>): Promise<RulerService> => ({
  server: await server,
  requested: () => [],
});

const caps = { matrixCells: 4 };
const alpha = (first: RulerService) => httpRuler('alpha', first, { caps });
const beta = (last: RulerService) => httpRuler('beta', last, { caps });

const compositions = {
  'a whole call': (first: RulerService, last: RulerService) => failover([alpha(first), beta(last)]),
  'single parts': (first: RulerService, last: RulerService) =>
    failover([alpha(first), beta(last)], { mix: true }),
  'a fail-over inside': (first: RulerService, last: RulerService) =>
    failover([failover([alpha(first), alpha(first)]), beta(last)], { mix: true }),
};

// Every call only reads: it may be repeated elsewhere whatever became of it.
describe.each(Object.entries(compositions))('a fail-over of %s', (_, compose) => {
  it.each(firstFailures)('R7: asks the next service at once when the first $name', async (failure) => {
    const [first, last] = [await rulerOf(startFailing(failure)), await startRuler()];
    const { runtime, options, waitsMs } = recordWaits();
    const routing = createRoutingClient({ driver: compose(first, last), ...options });
    expect((await routing.directions(drive)).meta.provider).toBe('beta');
    expect((await routing.matrix({ profile: 'driving', origins })).meta.provider).toBe('beta');
    expect([waitsMs, runtime.monotonic()]).toEqual([[], 0]);
    // One for each entry, which is then left out. A 421 is repeated at once on another connection.
    expect(first.server.requests.length).toBeLessThanOrEqual(failure.name.includes('421') ? 4 : 2);
    await routing.close();
  });
});

it('comes back when the time that the first service asked for is over', async () => {
  let requests = 0;
  const busyOnce = () => {
    requests += 1;
    return requests === 1 ? { answer: { status: 503, headers: { 'retry-after': '5' } } } : undefined;
  };
  const [first, last] = [await startRuler([busyOnce]), await startRuler()];
  const { runtime, options } = recordWaits();
  const routing = createRoutingClient({ driver: failover([alpha(first), beta(last)]), ...options });
  const providers: string[] = [];
  for (const waitMs of [0, 4_999, 1]) {
    await runtime.advance(waitMs);
    providers.push((await routing.directions(drive)).meta.provider);
  }
  expect(providers).toEqual(['beta', 'beta', 'alpha']);
  await routing.close();
});

it('a full window of the first service moves a call; with a checkpoint the call waits', async () => {
  const [first, last] = [await startRuler(), await startRuler()];
  const { runtime, options } = recordWaits();
  const limiter = createLimiter({ limits: [perMinute(1)], runtime });
  const driver = failover([{ driver: alpha(first), limiter }, beta(last)]);
  const routing = createRoutingClient({ driver, ...options });
  const parts = new Map<string, string>();
  const checkpoint = {
    load: async (key: string, part: number) => parts.get(`${key}:${part}`),
    save: async (key: string, part: number, content: string) => void parts.set(`${key}:${part}`, content),
  };
  const matrix = { profile: 'driving', origins: origins.slice(0, 2) } as const;
  const providers = [
    await routing.directions(drive),
    await routing.directions(drive),
    await routing.matrix(matrix, { checkpoint }),
  ].map(({ meta }) => meta.provider);
  expect(providers).toEqual(['alpha', 'beta', 'alpha']);
  expect(runtime.monotonic()).toBe(60_000);
  await routing.close();
});
