import { startFaultServer } from '@org/core/testing';
import { createRoutingClient } from '@org/routing';
import { osrm } from '@org/routing/osrm';
import { expect, it } from 'vitest';

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
