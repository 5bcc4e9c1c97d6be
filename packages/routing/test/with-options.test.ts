import { startFaultServer } from '@org/core/testing';
import { createRoutingClient } from '@org/routing';
import { osrm } from '@org/routing/osrm';
import { expect, it } from 'vitest';
import { controllers, signalCases } from '../../../test/support/foreign-signal.ts';

const places = [
  [8.681, 49.414],
  [8.687, 49.42],
] as const;

it('withOptions: each method has the options', async () => {
  await using server = await startFaultServer({ rules: [{ when: {}, answer: { status: 503, json: {} } }] });
  await using routing = createRoutingClient({
    driver: osrm({ baseUrl: server.url }),
    retry: { baseMs: 1, throttledBaseMs: 1 },
  });
  const once = routing.withOptions({ maxAttempts: 1, headers: { 'x-shop': 'one' }, strict: true });
  const failed = expect.objectContaining({ code: 'server', attempts: 1 });
  const request = { profile: 'driving', waypoints: places } as const;

  await expect(once.directions(request)).rejects.toEqual(failed);
  await expect(once.matrix({ profile: 'driving', origins: places })).rejects.toEqual(failed);
  const rows = once.matrix.stream({ profile: 'driving', origins: places });
  await expect(rows[Symbol.asyncIterator]().next()).rejects.toEqual(failed);
  await expect(once.request({ method: 'GET', path: '/' })).rejects.toEqual(failed);
  expect(server.requests.map(({ headers }) => headers.get('x-shop'))).toEqual(Array(4).fill('one'));

  await expect(routing.directions(request)).rejects.toMatchObject({ attempts: 3 });
  await expect(once.withOptions({ maxAttempts: 2 }).directions(request)).rejects.toMatchObject({
    attempts: 2,
  });
  expect(() => routing.withOptions({ strct: true } as object)).toThrow('Did you mean "strict"?');
  expect(once.provider).toBe('osrm');
  await once.close();
  await expect(routing.directions(request)).rejects.toMatchObject({ code: 'closed' });
});

it.each(signalCases)(
  'withOptions: the $ending of signals $usual and $own ends each method',
  async (kinds) => {
    await using server = await startFaultServer({ rules: [{ when: {}, answer: { delayMs: 5_000 } }] });
    await using routing = createRoutingClient({ driver: osrm({ baseUrl: server.url }) });
    const [usual, own] = [controllers[kinds.usual](), controllers[kinds.own]()];
    const scoped = routing.withOptions({ signal: usual.signal });
    const [request, options] = [{ profile: 'driving', waypoints: places } as const, { signal: own.signal }];
    const rows = scoped.matrix.stream({ profile: 'driving', origins: places }, options);
    const calls = [
      scoped.directions(request, options),
      scoped.matrix({ profile: 'driving', origins: places }, options),
      rows[Symbol.asyncIterator]().next(),
    ];
    const reason = new Error('enough');
    ({ usual, own })[kinds.ending].abort(reason);
    for (const call of calls) {
      const error = await Promise.resolve<unknown>(call).catch((thrown: unknown) => thrown);
      expect([error, (error as Error).cause]).toContain(reason);
    }
  },
);
