import {
  AuthenticationError,
  BadRequestError,
  CircuitOpenError,
  InvalidInputError,
  NetworkError,
  type OrgError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ResponseFormatError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
  UnsupportedError,
} from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { memoryCache } from '../src/cache/index.ts';
import type { RoutingSession } from '../src/driver/routing-driver.ts';
import { type FailoverOptions, failover } from '../src/failover/index.ts';
import {
  type Checkpoint,
  createRoutingClient,
  LimitExceededError,
  NoRouteError,
  PointNotFoundError,
  type Position,
  partialOf,
} from '../src/index.ts';
import { rulerEngine } from './ruler-engine.ts';
import { failureOf } from './scripted-fetch.ts';

const waypoints = [
  [8, 49],
  [9, 50],
] as const;
const drive = { profile: 'driving', waypoints } as const;
const fields = { message: 'no', provider: 'alpha', attempts: 1 } as const;

type Answer = (name: string, count: number) => void | Promise<void>;

/** A ruler engine of another name that may fail, and counts. */
function member(name: string, onRequest: Answer = () => {}, caps = {}) {
  const requests: string[] = [];
  const deadlines: (number | undefined)[] = [];
  const budgets: (number | undefined)[] = [];
  const engine = rulerEngine({
    caps,
    async onRequest(operation, _query, options) {
      requests.push(operation);
      deadlines.push(options?.deadlineMs);
      budgets.push(options?.maxAttempts);
      await onRequest(operation, requests.length);
    },
  });
  return { driver: { ...engine, name }, requests, deadlines, budgets };
}

const failing =
  (error: unknown): Answer =>
  () => {
    throw error;
  };

function open(first: Answer, second: Answer = () => {}, options?: FailoverOptions, caps = {}) {
  const a = member('alpha', first, caps);
  const b = member('beta', second, caps);
  const runtime = createManualRuntime();
  const driver = failover([a.driver, b.driver], options);
  const routing = createRoutingClient({ driver, runtime, maxParallelParts: 1 });
  return { a, b, routing, runtime, driver, counts: () => [a.requests.length, b.requests.length] };
}

describe('failover', () => {
  it('uses the first driver while it responds, and names it', async () => {
    const { routing, counts } = open(() => {});
    const { meta } = await routing.directions(drive);
    expect(meta).toMatchObject({ provider: 'alpha', requests: 1 });
    expect(counts()).toEqual([1, 0]);
  });

  it.each<[string, OrgError]>([
    ['unreachable', new NetworkError(fields)],
    ['too slow', new TimeoutError(fields)],
    ['throttled', new RateLimitError({ ...fields, retryAfterMs: 90_000 })],
    ['throttled here', new ThrottleRejectedError(fields)],
    ['over its quota', new QuotaExceededError(fields)],
    ['down', new ServerError(fields)],
    ['behind an open circuit', new CircuitOpenError(fields)],
  ])('R7: asks the next driver when the first is %s', async (_why, error) => {
    const { routing, counts } = open(failing(error));
    expect((await routing.directions(drive)).meta.provider).toBe('beta');
    expect(counts()).toEqual([1, 1]);
  });

  it.each<[string, unknown]>([
    ['finds no route', new NoRouteError(fields)],
    ['finds no road', new PointNotFoundError({ ...fields, pointIndex: 0 })],
    ['refuses the size', new LimitExceededError(fields)],
    ['refuses the input', new InvalidInputError(fields)],
    ['refuses the request', new BadRequestError(fields)],
    ['refuses the key', new AuthenticationError(fields)],
    ['refuses the endpoint', new PermissionError(fields)],
    ['does not support it', new UnsupportedError(fields)],
    ['answers with something else', new ResponseFormatError(fields)],
    ['throws a foreign error', new TypeError('no')],
  ])('R7: does not when the first %s', async (_why, error) => {
    const { routing, b } = open(failing(error), undefined);
    const found = await failureOf(routing.directions(drive));
    expect((found as Error).name).toBe((error as Error).name);
    expect(b.requests).toEqual([]);
    // It answered: nothing is wrong with it.
    await failureOf(routing.directions(drive));
    expect(routing.quota().some(({ pausedUntil }) => pausedUntil)).toBe(false);
  });

  it('does not after an abort', async () => {
    const stop = new AbortController();
    const { routing, b } = open(() => {
      stop.abort(new NetworkError(fields));
      throw stop.signal.reason;
    });
    const error = await failureOf(routing.directions(drive, { signal: stop.signal }));
    expect(error).toBe(stop.signal.reason);
    expect(b.requests).toEqual([]);
  });

  it('moves the whole split call: no result has parts of two engines', async () => {
    const down: Answer = (_name, count) => {
      if (count === 3) throw new ServerError(fields);
    };
    const { routing, counts } = open(down, undefined, {}, { matrixCells: 4 });
    const origins = Array.from({ length: 4 }, (_, index): Position => [index, 10]);
    const result = await routing.matrix({ profile: 'driving', origins });
    expect(counts()).toEqual([3, 4]);
    expect(result.meta).toMatchObject({ provider: 'beta', requests: 4 });
  });

  it('moves single parts with mix', async () => {
    const down: Answer = (_name, count) => {
      if (count === 3) throw new ServerError(fields);
    };
    const { routing, counts } = open(down, undefined, { mix: true }, { matrixCells: 4 });
    const origins = Array.from({ length: 4 }, (_, index): Position => [index, 10]);
    const result = await routing.matrix({ profile: 'driving', origins });
    expect(counts()).toEqual([3, 2]);
    expect(result.meta.provider).toBe('beta');
    const notice = result.warnings.find(({ kind }) => kind === 'notice');
    expect(notice?.message).toMatch(/alpha.*beta/);
  });

  it('moves a stream before its first part, and not later', async () => {
    const origins = Array.from({ length: 4 }, (_, index): Position => [index, 10]);
    const read = async ({ routing }: ReturnType<typeof open>) => {
      const rows: unknown[] = [];
      for await (const part of routing.matrix.stream({ profile: 'driving', origins })) rows.push(part.rows);
      return rows.length;
    };
    const early = open(failing(new ServerError(fields)), undefined, {}, { matrixCells: 4 });
    expect(await read(early)).toBe(4);
    expect(early.counts()).toEqual([1, 4]);
    const fails: Answer = (_name, count) => {
      if (count === 3) throw new ServerError(fields);
    };
    const late = open(fails, undefined, {}, { matrixCells: 4 });
    await expect(read(late)).rejects.toMatchObject({ code: 'server' });
    expect(late.counts()).toEqual([3, 0]);
  });

  it('does not move a call with a checkpoint, which has the answers of one engine', async () => {
    const parts = new Map<string, string>();
    const checkpoint: Checkpoint = {
      load: async (key, part) => parts.get(`${key}:${part}`),
      save: async (key, part, content) => void parts.set(`${key}:${part}`, content),
    };
    let isDown = false;
    const down: Answer = (_name, count) => {
      isDown ||= count === 3;
      if (isDown) throw new ServerError(fields);
    };
    const stage = open(down, undefined, {}, { matrixCells: 4 });
    const origins = Array.from({ length: 4 }, (_, index): Position => [index, 10]);
    const call = () => stage.routing.matrix({ profile: 'driving', origins }, { checkpoint });
    await expect(call()).rejects.toMatchObject({ code: 'server', provider: 'alpha' });
    await expect(call()).rejects.toMatchObject({ code: 'server', provider: 'alpha' });
    expect(stage.counts()).toEqual([4, 0]);
  });

  it('keeps the partial result of the last driver', async () => {
    const fails =
      (error: OrgError): Answer =>
      (_name, count) => {
        if (count === 2) throw error;
      };
    const stage = open(
      fails(new ServerError({ ...fields, attempts: 2 })),
      fails(new ServerError({ ...fields, provider: 'beta' })),
      {},
      { matrixCells: 4 },
    );
    const origins = Array.from({ length: 4 }, (_, index): Position => [index, 10]);
    const error = await failureOf(stage.routing.matrix({ profile: 'driving', origins }));
    expect(error).toMatchObject({ provider: 'beta', attempts: 3 });
    const partial = partialOf(error, 'matrix');
    expect([partial?.meta.provider, partial?.failures.length]).toEqual(['beta', 3]);
  });

  it('rejects with the error of the last driver, and the attempts of all', async () => {
    const { routing } = open(
      failing(new ServerError({ ...fields, attempts: 3 })),
      failing(new NetworkError({ ...fields, provider: 'beta', attempts: 2 })),
    );
    await expect(routing.directions(drive)).rejects.toMatchObject({
      code: 'network',
      provider: 'beta',
      attempts: 5,
    });
  });

  it.each([
    { used: 3, options: {}, left: 1 },
    { used: 1, options: {}, left: 3 },
    { used: 2, options: {}, left: 2 },
    { used: 0, options: {}, left: 3 },
    { used: 1, options: { maxAttempts: 1 }, left: 1 },
    { used: 2, options: { maxAttempts: 5 }, left: 4 },
  ])('R7: shares the retries of a call, with %o', async ({ used, options, left }) => {
    const { routing, a, b } = open(failing(new ServerError({ ...fields, attempts: used })));
    await routing.directions(drive, options);
    expect([a.budgets, b.budgets]).toEqual([[options.maxAttempts ?? 3], [left]]);
  });

  it('R7: shares the deadline of a call', async () => {
    const { routing, a, b, runtime } = open(async () => {
      await runtime.advance(600);
      throw new ServerError(fields);
    });
    await routing.directions(drive, { deadlineMs: 1000 });
    expect([a.deadlines, b.deadlines]).toEqual([[750], [400]]);
    const over = open(async () => {
      await over.runtime.advance(1001);
      throw new TimeoutError(fields);
    });
    const error = await failureOf(over.routing.directions(drive, { deadlineMs: 1000 }));
    expect(error).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/1000 ms \(deadlineMs\)/),
    });
    expect(over.counts()).toEqual([1, 0]);
  });

  it('leaves a driver out for a while after a failure, and shows it; then one call tries it', async () => {
    let isDown = true;
    const { routing, runtime, counts } = open(() => {
      if (isDown) throw new ServerError(fields);
    });
    for (const _ of [1, 2, 3]) await routing.directions(drive);
    expect(counts()).toEqual([1, 3]);
    expect(routing.quota()).toContainEqual({
      provider: 'alpha',
      operation: 'all',
      requests: 0,
      pausedUntil: new Date(runtime.now() + 30_000),
    });
    await runtime.advance(30_000);
    await Promise.all([1, 2, 3].map(() => routing.directions(drive)));
    expect(counts()).toEqual([2, 6]);
    isDown = false;
    await runtime.advance(30_000);
    await routing.directions(drive);
    await routing.directions(drive);
    expect(counts()).toEqual([4, 6]);
    expect(routing.quota().some(({ pausedUntil }) => pausedUntil)).toBe(false);
  });

  it('leaves a throttled driver out for as long as the service asks', async () => {
    const { routing, runtime, counts } = open(
      failing(new RateLimitError({ ...fields, retryAfterMs: 90_000 })),
    );
    await routing.directions(drive);
    await runtime.advance(89_999);
    await routing.directions(drive);
    expect(counts()).toEqual([1, 2]);
    await runtime.advance(1);
    await routing.directions(drive);
    expect(counts()).toEqual([2, 3]);
  });

  it('an abort of the trial call lets the next call try', async () => {
    const stop = new AbortController();
    const { routing, runtime, counts } = open((_name, count) => {
      if (count === 1) throw new ServerError(fields);
      if (count > 2) return;
      stop.abort(new Error('enough'));
      throw stop.signal.reason;
    });
    await routing.directions(drive);
    await runtime.advance(30_000);
    await failureOf(routing.directions(drive, { signal: stop.signal }));
    expect((await routing.directions(drive)).meta.provider).toBe('alpha');
    expect(counts()).toEqual([3, 1]);
  });

  it('tries them all again if each is left out', async () => {
    const down = failing(new ServerError(fields));
    const { routing, counts } = open(down, down);
    await failureOf(routing.directions(drive));
    await failureOf(routing.directions(drive));
    expect(counts()).toEqual([2, 2]);
  });

  it('asks no driver whose quota is used up until it renews', async () => {
    const { routing, runtime, counts } = open(
      failing(new QuotaExceededError({ ...fields, resetAt: new Date(Date.UTC(2030, 0, 1, 1)) })),
    );
    for (const _ of [1, 2, 3]) await routing.directions(drive);
    expect(counts()).toEqual([1, 3]);
    expect(routing.quota()[0]).toMatchObject({ provider: 'alpha', operation: 'directions', requests: 1 });
    await runtime.advance(3_600_000);
    await routing.directions(drive);
    expect(counts()).toEqual([2, 4]);
  });

  it('moves on when the cap of a driver is reached', async () => {
    const a = member('alpha');
    const b = member('beta');
    const driver = failover([{ driver: a.driver, dailyCap: 2 }, b.driver]);
    const routing = createRoutingClient({ driver });
    for (const _ of [1, 2, 3]) await routing.directions(drive);
    expect([a.requests.length, b.requests.length]).toEqual([2, 1]);
  });

  it('counts for a cap of its own what all drivers send', async () => {
    const a = member('alpha', failing(new NetworkError({ ...fields, attempts: 0 })));
    const b = member('beta');
    const routing = createRoutingClient({ driver: failover([a.driver, b.driver]), dailyCap: 3 });
    await routing.directions(drive);
    await routing.directions(drive);
    await expect(routing.directions(drive)).rejects.toMatchObject({
      code: 'quota-exceeded',
      provider: 'failover',
    });
  });

  it('composes with another fail-over, and with a cache that keeps engines apart', async () => {
    const down = failing(new ServerError(fields));
    const [a, b, c] = [member('alpha', down), member('beta', down), member('gamma')];
    const driver = failover([failover([a.driver, b.driver]), c.driver]);
    const routing = createRoutingClient({ driver, cache: memoryCache({ maxEntries: 9, ttlMs: 1e6 }) });
    expect((await routing.directions(drive)).meta).toMatchObject({ provider: 'gamma', requests: 1 });
    expect((await routing.directions(drive)).meta).toMatchObject({ provider: 'gamma', cachedRequests: 1 });
    expect([a, b, c].map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
  });

  it('gives each driver its own engine options, and closes all', async () => {
    const opened: unknown[] = [];
    const closed: string[] = [];
    const watch = (name: string) => {
      const { driver } = member(name);
      return {
        ...driver,
        open(options: Parameters<typeof driver.open>[0]) {
          opened.push(options.timeoutMs);
          return { ...driver.open(options), close: async () => void closed.push(name) };
        },
      };
    };
    const driver = failover([{ driver: watch('alpha'), timeoutMs: 5 }, watch('beta')]);
    const routing = createRoutingClient({ driver, timeoutMs: 7 });
    const { request } = routing as unknown as { request(raw: unknown): Promise<unknown> };
    await expect(request({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'unsupported' });
    await routing.directions(drive);
    await routing.close();
    expect([opened, closed]).toEqual([
      [5, 7],
      ['alpha', 'beta'],
    ]);
  });

  it('passes on warnings, and honours strict', async () => {
    const { driver } = member('alpha');
    const warnings = [{ kind: 'not-honoured', message: 'The engine ignores it.' }] as const;
    const lossy = {
      ...driver,
      open: (options: Parameters<typeof driver.open>[0]) => {
        const session = driver.open(options) as unknown as RoutingSession;
        return {
          ...session,
          execute: (async (name: 'directions', query: never) => ({
            ...(await session.execute(name, query)),
            warnings,
          })) as never,
        };
      },
    };
    const b = member('beta');
    const routing = createRoutingClient({ driver: failover([lossy, b.driver]) });
    expect((await routing.directions(drive)).warnings).toEqual(warnings);
    await expect(routing.directions(drive, { strict: true })).rejects.toMatchObject({ code: 'unsupported' });
    expect(b.requests).toEqual([]);
  });

  it('refuses an empty list, and a wrong option', () => {
    expect(() => failover([])).toThrow(/at least one driver/);
    expect(() => failover([rulerEngine()], { leaveOutMs: 0 })).toThrow(/leaveOutMs/);
  });
});
