import type { CallOptions } from '@org/core';
import { createFakeTransport, type FakeRule } from '@org/core/testing';
import { createRoutingClient, type Position } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { describe, expect, it } from 'vitest';

const places = Array.from({ length: 100 }, (_, index) => [8.6 + index / 1e4, 49.4] as const);
const matrix = { profile: 'driving', origins: places, destinations: places } as const;

type Routing = ReturnType<typeof start>['routing'];

/** A matrix of several requests, of which all but those of `rules` have no response. */
function start(rules: readonly FakeRule[]) {
  const transport = createFakeTransport([...rules, { answer: 'never' }]);
  const driver = openrouteservice({ apiKey: 'a_key' });
  const routing = createRoutingClient({ driver, transport, limiter: false, retry: false });
  const controller = new AbortController();
  const proven: unknown[] = [];
  const onAborted = (outcome: unknown) => void proven.push(outcome);
  const options = { signal: controller.signal, onAborted };
  return { routing, transport, controller, proven, options };
}

describe('P10: a call of several requests', () => {
  it.each(['matrix', 'stream'] as const)('that is aborted (%s) reports it once', async (kind) => {
    const { routing, transport, controller, proven, options } = start([]);
    const call =
      kind === 'matrix'
        ? routing.matrix(matrix, options)
        : routing.matrix.stream(matrix, options)[Symbol.asyncIterator]().next();
    const ended = call.catch((error: unknown) => error);
    await expect.poll(() => transport.requests.length).toBeGreaterThan(1);
    controller.abort('enough');
    expect(await ended).toBe('enough');
    expect(proven).toEqual(['unknown']);
  });

  it('of which one fails reports no abort for the others', async () => {
    const { routing, transport, proven, options } = start([{ when: { nth: 2 }, answer: { status: 403 } }]);
    const ended = await routing.matrix(matrix, options).catch((error: unknown) => error);
    expect(transport.requests.length).toBeGreaterThan(1);
    expect(ended).toMatchObject({ status: 403 });
    expect(proven).toEqual([]);
  });
});

describe('a call whose request is not split', () => {
  const [place, other] = places as unknown as readonly [Position, Position];
  const calls = {
    matrix: (routing, options) =>
      routing.matrix({ profile: 'driving', origins: [place], destinations: [other] }, options),
    isochrones: (routing, options) =>
      routing.isochrones({ profile: 'driving', locations: [place], ranges: [60] }, options),
    snap: (routing, options) => routing.snap({ profile: 'driving', positions: [place] }, options),
    elevation: (routing, options) => routing.elevation({ positions: [place] }, options),
    directions: (routing, options) =>
      routing.directions({ profile: 'driving', waypoints: [place, other] }, options),
  } satisfies Record<string, (routing: Routing, options: CallOptions) => Promise<unknown>>;
  const names = Object.keys(calls) as (keyof typeof calls)[];

  it.each(names)('%s is aborted once, with the reason', async (name) => {
    const { routing, transport, controller, proven, options } = start([]);
    const ended = calls[name](routing, options).catch((error: unknown) => error);
    await expect.poll(() => transport.requests.length).toBe(1);
    controller.abort('enough');
    expect(await ended).toBe('enough');
    expect(proven).toHaveLength(1);
  });

  it.each(names)('%s sends nothing after an abort', async (name) => {
    const { routing, transport, controller, options } = start([]);
    controller.abort('too late');
    await expect(calls[name](routing, options)).rejects.toBe('too late');
    expect(transport.requests).toEqual([]);
  });

  it.each(names)('%s with partial and onProgress reports its failure once', async (name) => {
    const { routing, options } = start([{ answer: { status: 403 } }]);
    const done: unknown[] = [];
    const given = { ...options, partial: true, onProgress: (counts: unknown) => void done.push(counts) };
    const takesParts = name !== 'directions';
    const more = takesParts ? given : options;
    await expect(calls[name](routing, more)).rejects.toMatchObject({ status: 403 });
    expect(done).toEqual(takesParts ? [{ done: 1, total: 1, restored: 0, failed: 1 }] : []);
  });
});
