import type { ClientEvent } from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryCache, type ResponseCache } from '../src/cache/index.ts';
import { createRoutingClient, type MatrixTable, type Position, withResponse } from '../src/index.ts';
import { httpRuler, startRuler } from './http-ruler.ts';
import { rulerEngine } from './ruler-engine.ts';
import { runFor } from './run-for.ts';
import { failureOf } from './scripted-fetch.ts';

const waypoints = [
  [8.123456, 49],
  [9, 50],
] as const;
const drive = { profile: 'driving', waypoints } as const;

/** A cache that shows what is in it. */
function openCache() {
  const texts = new Map<string, string>();
  const cache: ResponseCache = { get: (key) => texts.get(key), set: (key, text) => texts.set(key, text) };
  return { texts, cache };
}

/** Holds back the service until it opens. */
function createGate() {
  let open: () => void = () => {};
  const gate = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  return { gate, open: () => open() };
}

const settings = { maxEntries: 100, ttlMs: 60_000 };

describe('a cache of answers', () => {
  it('is off by default', async () => {
    const service = await startRuler();
    const routing = createRoutingClient({ driver: httpRuler('acme', service) });
    await routing.directions(drive);
    await routing.directions(drive);
    expect(service.requested()).toHaveLength(2);
  });

  it('answers an equal request without the service, and says so', async () => {
    const service = await startRuler();
    const driver = httpRuler('acme', service);
    const routing = createRoutingClient({ driver, cache: memoryCache(settings) });
    const first = await routing.directions(drive);
    expect(first.meta).toMatchObject({ requests: 1, quota: { remaining: 7 } });
    expect(first.meta).not.toHaveProperty('cachedRequests');
    const second = await routing.directions(drive);
    expect(second.meta).toEqual({
      provider: 'acme',
      attribution: ['ruler'],
      requests: 0,
      cachedRequests: 1,
    });
    expect({ ...second, meta: 0 }).toEqual({ ...first, meta: 0 });
    expect(service.requested()).toHaveLength(1);
    await routing.directions({ ...drive, profile: 'walking' });
    await routing.directions(drive, { headers: { 'x-region': 'south' } });
    expect(service.requested()).toHaveLength(3);
  });

  it('keeps the parts of a split request one by one: equal parts are reused', async () => {
    const service = await startRuler();
    const driver = httpRuler('acme', service, { caps: { matrixCells: 4 } });
    const routing = createRoutingClient({ driver, cache: memoryCache(settings) });
    const places = Array.from({ length: 4 }, (_, index): Position => [index, 10]);
    const small = await routing.matrix({ profile: 'driving', origins: places.slice(0, 2) });
    expect(small.meta.requests).toBe(1);
    const large = await routing.matrix({ profile: 'driving', origins: places });
    expect(large.meta).toMatchObject({ requests: 3, cachedRequests: 1 });
    const again = await routing.matrix({ profile: 'driving', origins: places });
    expect(again.meta).toMatchObject({ requests: 0, cachedRequests: 4 });
    const plain = createRoutingClient({ driver: rulerEngine() });
    const expected = await plain.matrix({ profile: 'driving', origins: places });
    expect(again.durationsSeconds).toEqual(expected.durationsSeconds);
    expect(large.distancesMeters).toEqual(expected.distancesMeters);
  });

  it('has keys without coordinates, and values without what was true once', async () => {
    const service = await startRuler();
    const { cache, texts } = openCache();
    const routing = createRoutingClient({ driver: httpRuler('acme', service), cache });
    await routing.directions(drive);
    expect([...texts.keys()]).toEqual([expect.stringMatching(/^org-routing:acme:directions:[0-9a-f]{64}$/)]);
    expect(JSON.parse([...texts.values()][0] ?? '')).not.toHaveProperty('quota');
  });

  it('has one key for an equal query, in whatever order its fields are', async () => {
    const service = await startRuler();
    const { cache, texts } = openCache();
    const routing = createRoutingClient({ driver: httpRuler('acme', service), cache });
    await routing.directions({ ...drive, providerOptions: { a: 1, b: { c: 2, d: [1, 2] } } });
    await routing.directions({ providerOptions: { b: { d: [1, 2], c: 2 }, a: 1 }, ...drive });
    await routing.directions({ ...drive, providerOptions: { a: 1, b: { c: 2, d: [2, 1] } } });
    expect(texts.size).toBe(2);
  });

  it('keeps no errors, and is skipped by a call that asks for the response', async () => {
    const service = await startRuler();
    const { cache, texts } = openCache();
    const routing = createRoutingClient({ driver: httpRuler('acme', service, { snap: false }), cache });
    const remote = [[8, 49] as const, [150, 49] as const] as const;
    for (const _ of [1, 2]) {
      const call = routing.directions({ profile: 'driving', waypoints: remote });
      await expect(call).rejects.toMatchObject({ code: 'point-not-found' });
    }
    const { meta } = await routing.directions(drive, { includeRaw: true });
    expect(meta.requests).toBe(1);
    const { response } = await withResponse((options) => routing.directions(drive, options));
    expect(response?.status).toBe(200);
    expect(texts.size).toBe(0);
    expect(service.requested()).toHaveLength(4);
  });

  it('sends equal requests in flight once; no two callers share a result', async () => {
    const service = await startRuler();
    const driver = httpRuler('acme', service);
    const routing = createRoutingClient({ driver, cache: memoryCache(settings) });
    const origins = [...waypoints];
    const results = await Promise.all(
      Array.from({ length: 20 }, () => routing.matrix({ profile: 'driving', origins })),
    );
    expect(service.requested()).toHaveLength(1);
    expect(results.map(({ meta }) => meta.requests).sort()).toEqual([...Array(19).fill(0), 1]);
    const tables = new Set<MatrixTable>(results.map(({ durationsSeconds }) => durationsSeconds));
    expect(tables.size).toBe(20);
    const [first = []] = (results[0]?.durationsSeconds ?? []) as (number | null)[][];
    first.fill(-1);
    expect((await routing.matrix({ profile: 'driving', origins })).durationsSeconds[0]?.[1]).not.toBe(-1);
  });

  it('a caller that aborts leaves the others their request; the last one ends it', async () => {
    const { gate, open } = createGate();
    const service = await startRuler([() => gate]);
    const driver = httpRuler('acme', service);
    const routing = createRoutingClient({ driver, cache: memoryCache(settings) });
    const leader = new AbortController();
    const first = failureOf(routing.directions(drive, { signal: leader.signal }));
    await service.server.waitUntil(({ requests }) => requests.length === 1);
    const second = routing.directions(drive);
    // The second call joins once its key is computed.
    await runFor(100);
    const reason = new Error('enough');
    leader.abort(reason);
    expect(await first).toBe(reason);
    open();
    expect((await second).meta).toMatchObject({ requests: 0, cachedRequests: 1 });
    expect(service.requested()).toHaveLength(1);
  });

  it('the abort of the only caller ends the request', async () => {
    const service = await startRuler([() => new Promise(() => {})]);
    const driver = httpRuler('acme', service);
    const ends: unknown[] = [];
    const onEvent = (event: ClientEvent) => event.type === 'operation-end' && ends.push(event.errorCode);
    const routing = createRoutingClient({ driver, cache: memoryCache(settings), onEvent });
    const caller = new AbortController();
    const call = failureOf(routing.directions(drive, { signal: caller.signal }));
    await service.server.waitUntil(({ requests }) => requests.length === 1);
    caller.abort(new Error('enough'));
    expect(await call).toBe(caller.signal.reason);
    await expect.poll(() => ends).toEqual(['aborted']);
  });

  it('the deadline of one caller is not that of another', async () => {
    const { gate, open } = createGate();
    const service = await startRuler([() => gate]);
    const driver = httpRuler('acme', service);
    const routing = createRoutingClient({ driver, cache: memoryCache(settings) });
    const hasty = failureOf(routing.directions(drive, { deadlineMs: 60 }));
    const patient = routing.directions(drive);
    const late = failureOf(routing.directions(drive, { deadlineMs: 90 }));
    expect(await hasty).toMatchObject({ code: 'timeout', limit: 'deadline' });
    expect(await late).toMatchObject({ code: 'timeout', limit: 'deadline' });
    open();
    expect((await patient).routes).toHaveLength(1);
  });
});

describe('a bad cache never fails a call', () => {
  const bad: Record<string, ResponseCache> = {
    'throws in get': {
      get() {
        throw new Error('down');
      },
      set() {},
    },
    'throws in set': {
      get: () => undefined,
      set() {
        throw new Error('down');
      },
    },
    'rejects both': {
      get: async () => Promise.reject(new Error('down')),
      set: async () => Promise.reject(new Error('down')),
    },
    'has no JSON': { get: () => 'no JSON {', set() {} },
    'has other JSON': { get: () => '{"routes":[]}', set() {} },
    'has null': { get: () => null, set() {} },
    'has no text': { get: () => ({ warnings: [] }) as never, set() {} },
  };

  it.each(Object.entries(bad))('that %s', async (_what, cache) => {
    const service = await startRuler();
    const routing = createRoutingClient({ driver: httpRuler('acme', service), cache });
    for (const _ of [1, 2]) expect((await routing.directions(drive)).meta.requests).toBe(1);
    expect(service.requested()).toHaveLength(2);
  });

  it('that hangs: it delays one call by half a second, and is then left alone', async () => {
    const service = await startRuler();
    const runtime = createManualRuntime();
    let asked = 0;
    const cache: ResponseCache = {
      get: () => {
        asked += 1;
        return new Promise(() => {});
      },
      set: () => new Promise(() => {}),
    };
    const routing = createRoutingClient({ driver: httpRuler('acme', service), cache, runtime });
    const first = routing.directions(drive);
    await expect.poll(() => runtime.pendingSleeps).toEqual([500]);
    await runtime.advance(500);
    await first;
    for (const _ of Array(100).keys()) await routing.directions(drive);
    expect(asked).toBe(1);
    expect(runtime.pendingSleeps).toEqual([]);
    await runtime.advance(5_000);
    const later = routing.directions(drive);
    await expect.poll(() => runtime.pendingSleeps).toEqual([500]);
    await runtime.advance(500);
    await later;
    expect(asked).toBe(2);
  });
});

describe('memoryCache', () => {
  it('drops entries older than ttlMs', async () => {
    const runtime = createManualRuntime();
    const cache = memoryCache({ maxEntries: 2, ttlMs: 100, runtime });
    cache.set('a', '1');
    await runtime.advance(99);
    expect(cache.get('a')).toBe('1');
    await runtime.advance(1);
    expect(cache.get('a')).toBeUndefined();
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  it('drops the least recently used first', () => {
    const cache = memoryCache({ maxEntries: 2, ttlMs: 60_000 });
    cache.set('a', '1');
    cache.set('b', '2');
    cache.get('a');
    cache.set('c', '3');
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['1', undefined, '3']);
    cache.clear();
    expect([cache.size, cache.bytes, cache.get('a')]).toEqual([0, 0, undefined]);
  });

  it('never holds more than its bounds, and what it holds is what was set last', () => {
    const commands = fc.array(
      fc.tuple(
        fc.constantFrom('get', 'set'),
        fc.constantFrom('a', 'b', 'c', 'd'),
        fc.string({ maxLength: 9 }),
      ),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 60 }),
        commands,
        (most, bytes, all) => {
          const cache = memoryCache({ maxEntries: most, maxBytes: bytes, ttlMs: 1e6 });
          const last = new Map<string, string>();
          for (const [command, key, text] of all) {
            if (command === 'set') {
              cache.set(key, text);
              last.set(key, text);
              if (2 * (1 + text.length) <= bytes) expect(cache.get(key)).toBe(text);
            } else expect([undefined, last.get(key)]).toContain(cache.get(key));
            const held = ['a', 'b', 'c', 'd'].filter((name) => cache.get(name) !== undefined);
            expect(cache.size).toBe(held.length);
            expect(cache.size).toBeLessThanOrEqual(most);
            expect(cache.bytes).toBeLessThanOrEqual(bytes);
            expect(cache.bytes).toBe(
              held.reduce((sum, name) => sum + 2 * (1 + (last.get(name)?.length ?? 0)), 0),
            );
          }
        },
      ),
    );
  });

  it.each([
    { maxEntries: 0, ttlMs: 1 },
    { maxEntries: 1, ttlMs: 0 },
    { maxEntries: 1, ttlMs: 1, maxBytes: -1 },
  ])('refuses %o', (options) => expect(() => memoryCache(options)).toThrow(/must be/));
});
