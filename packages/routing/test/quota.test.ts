import { createLimiter, perWindow, QuotaExceededError } from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createRoutingClient, isOrgError, ServerError } from '../src/index.ts';
import { httpRuler, startRuler } from './http-ruler.ts';
import { failureOf } from './scripted-fetch.ts';

const waypoints = [
  [8, 49],
  [9, 50],
] as const;
const drive = { profile: 'driving', waypoints } as const;
const hourMs = 3_600_000;

const quotaError = (reset?: Date) => ({
  answer: {
    status: 403,
    json: { code: 'quota' },
    ...(reset === undefined ? {} : { headers: { 'x-reset': reset.toISOString() } }),
  },
});

describe('quota()', () => {
  it('is empty before the first call, and has one entry for each operation after it', async () => {
    const service = await startRuler();
    const routing = createRoutingClient({ driver: httpRuler('acme', service) });
    expect(routing.quota()).toEqual([]);
    await routing.directions(drive);
    await routing.directions(drive);
    await routing.matrix({ profile: 'driving', origins: [...waypoints] });
    const since = expect.any(Date);
    const quota = { limit: 10, remaining: 7 };
    expect(routing.quota()).toEqual([
      { provider: 'acme', operation: 'directions', requests: 2, since, quota },
      { provider: 'acme', operation: 'matrix', requests: 1, since, quota },
    ]);
  });

  it('counts credits in one account, where the driver reports them', async () => {
    const service = await startRuler();
    const driver = httpRuler('acme', service, { creditsOf: (name) => (name === 'matrix' ? 2.5 : 1) });
    const routing = createRoutingClient({ driver });
    await routing.directions(drive);
    await routing.matrix({ profile: 'driving', origins: [...waypoints] });
    expect(routing.quota()).toMatchObject([{ operation: 'all', requests: 2, credits: 3.5 }]);
  });

  it('counts the attempts of calls that failed', async () => {
    const service = await startRuler([() => ({ answer: { status: 503 } })]);
    const routing = createRoutingClient({ driver: httpRuler('acme', service), retry: { baseMs: 1 } });
    await expect(routing.directions(drive)).rejects.toMatchObject({ attempts: 3 });
    expect(routing.quota()).toMatchObject([{ requests: 3 }]);
  });

  it('starts again a day after the first request', async () => {
    const service = await startRuler();
    const runtime = createManualRuntime();
    const routing = createRoutingClient({ driver: httpRuler('acme', service), runtime });
    await routing.directions(drive);
    await runtime.advance(24 * hourMs);
    expect(routing.quota()).toEqual([
      { provider: 'acme', operation: 'directions', requests: 0, quota: { limit: 10, remaining: 7 } },
    ]);
    await routing.directions(drive);
    expect(routing.quota()).toMatchObject([{ requests: 1, since: new Date(runtime.now()) }]);
  });
});

describe('a used-up quota', () => {
  it('R3: fails fast until the service renews it, for this operation alone', async () => {
    const runtime = createManualRuntime();
    const resetAt = new Date(runtime.now() + 2 * hourMs);
    let isUsedUp = true;
    const service = await startRuler([
      ({ path }) => (isUsedUp && path === '/directions' ? quotaError(resetAt) : undefined),
    ]);
    const routing = createRoutingClient({ driver: httpRuler('acme', service), runtime });
    await expect(routing.directions(drive)).rejects.toMatchObject({ code: 'quota-exceeded', resetAt });
    const second = await failureOf(routing.directions(drive));
    expect(QuotaExceededError.isInstance(second)).toBe(true);
    expect(second).toMatchObject({ outcome: 'not-sent', resetAt, retryAfterMs: 2 * hourMs, attempts: 0 });
    await routing.matrix({ profile: 'driving', origins: [...waypoints] });
    expect(service.requested()).toEqual(['directions', 'matrix']);
    expect(routing.quota()).toMatchObject([
      { operation: 'directions', pausedUntil: resetAt, quota: { remaining: 0, resetAt } },
      { operation: 'matrix', quota: { remaining: 7 } },
    ]);
    isUsedUp = false;
    await runtime.advance(2 * hourMs);
    await routing.directions(drive);
    expect(routing.quota()[0]).not.toHaveProperty('pausedUntil');
  });

  it('R3: fails fast for 15 minutes without a stated time, for all that share credits', async () => {
    const runtime = createManualRuntime();
    const service = await startRuler([({ path }) => (path === '/directions' ? quotaError() : undefined)]);
    const driver = httpRuler('acme', service, { creditsOf: () => 1 });
    const routing = createRoutingClient({ driver, runtime });
    await failureOf(routing.directions(drive));
    const origins = [...waypoints];
    await expect(routing.matrix({ profile: 'driving', origins })).rejects.toMatchObject({
      retryAfterMs: hourMs / 4,
    });
    expect(service.requested()).toEqual(['directions']);
    await runtime.advance(hourMs / 4);
    await routing.matrix({ profile: 'driving', origins });
  });
});

describe('dailyCap', () => {
  it('R6: counts every attempt, and refuses before anything is sent, with the time of the next', async () => {
    const runtime = createManualRuntime();
    const service = await startRuler();
    const driver = httpRuler('acme', service);
    const routing = createRoutingClient({ driver, dailyCap: 2, runtime });
    await routing.directions(drive);
    await runtime.advance(hourMs);
    await routing.directions(drive);
    const third = await failureOf(routing.directions(drive));
    expect(third).toMatchObject({
      code: 'quota-exceeded',
      outcome: 'not-sent',
      provider: 'acme',
      operation: 'directions',
      attempts: 0,
      resetAt: new Date(runtime.now() + 23 * hourMs),
    });
    expect(service.requested()).toHaveLength(2);
    await runtime.advance(23 * hourMs);
    await routing.directions(drive);
    await failureOf(routing.directions(drive));
    expect(service.requested()).toHaveLength(3);
    // It is a cap of this program: nothing is wrong with the service.
    expect(routing.quota()[0]).not.toHaveProperty('pausedUntil');
  });

  it.each([1, 2, 3, 4])('with %i retries left sends no more than that', async (cap) => {
    const service = await startRuler([() => ({ answer: { status: 503 } })]);
    const driver = httpRuler('acme', service);
    const routing = createRoutingClient({ driver, dailyCap: cap, retry: { baseMs: 1 } });
    const error = await failureOf(routing.directions(drive));
    const isCapped = cap < 3;
    expect(QuotaExceededError.isInstance(error)).toBe(isCapped);
    expect(ServerError.isInstance(error)).toBe(!isCapped);
    expect(service.requested()).toHaveLength(Math.min(cap, 3));
    expect(routing.quota()).toMatchObject([{ requests: Math.min(cap, 3) }]);
  });

  it('caps single operations, and credits', async () => {
    const service = await startRuler();
    const origins = [...waypoints];
    const single = createRoutingClient({
      driver: httpRuler('acme', service),
      dailyCap: { limit: 3, operations: { matrix: 1 } },
    });
    await single.matrix({ profile: 'driving', origins });
    await expect(single.matrix({ profile: 'driving', origins })).rejects.toMatchObject({
      code: 'quota-exceeded',
    });
    await single.directions(drive);
    const credits = createRoutingClient({
      driver: httpRuler('acme', service, { creditsOf: (name) => (name === 'matrix' ? 2.5 : 1) }),
      dailyCap: { limit: 4, unit: 'credits' },
    });
    await credits.matrix({ profile: 'driving', origins });
    await credits.directions(drive);
    await expect(credits.directions(drive)).rejects.toMatchObject({ code: 'quota-exceeded' });
    expect(service.requested()).toEqual(['matrix', 'directions', 'matrix', 'directions']);
  });

  it('is refused where one call costs more than the cap, without a time', async () => {
    const service = await startRuler();
    const driver = httpRuler('acme', service, { creditsOf: () => 9 });
    const routing = createRoutingClient({ driver, dailyCap: { limit: 4, unit: 'credits' } });
    const error = await failureOf(routing.directions(drive));
    expect(QuotaExceededError.isInstance(error) && error.resetAt).toBe(undefined);
    expect(service.requested()).toEqual([]);
  });

  it('is shared by clients with one limiter', async () => {
    const service = await startRuler();
    const limiter = createLimiter({ limits: [perWindow(3, 24 * hourMs)] });
    const clients = ['a', 'b'].map((name) =>
      createRoutingClient({ driver: httpRuler(name, service), dailyCap: { limiter } }),
    );
    const calls = clients.flatMap((routing) => [1, 2, 3].map(() => routing.directions(drive)));
    const settled = await Promise.allSettled(calls);
    const errors = settled.map((each) => each.status === 'rejected' && each.reason).filter(isOrgError);
    expect(errors.map(({ code }) => code)).toEqual(Array(3).fill('quota-exceeded'));
    expect(service.requested()).toHaveLength(3);
  });

  it('the hooks of the call and of the client still run, once for each attempt', async () => {
    const service = await startRuler();
    const driver = httpRuler('acme', service);
    let runs = 0;
    const hooks = {
      beforeRequest() {
        runs += 1;
      },
    };
    const routing = createRoutingClient({ driver, dailyCap: 9, hooks });
    await routing.directions(drive, { hooks });
    await routing.directions(drive, { hooks: [hooks, hooks] });
    expect(runs).toBe(5);
  });

  it.each([
    [{ dailyCap: 0 }, /limit/],
    [{ dailyCap: { unit: 'credits', limit: 5 } }, /no credits/],
    [{ dailyCap: { unit: 'euros', limit: 5 } }, /dailyCap.unit/],
    [{ dailyCap: {} }, /limit, operations or limiter/],
    [{ dailyCap: { limit: 5, limiter: createLimiter({ limits: [] }) } }, /leave out limit/],
    [{ cache: {} }, /memoryCache/],
  ])('refuses %o', async (options, message) => {
    const service = await startRuler();
    const driver = httpRuler('acme', service);
    expect(() => createRoutingClient({ driver, ...(options as object) })).toThrow(message);
  });
});
