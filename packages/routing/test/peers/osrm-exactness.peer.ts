import { createRoutingClient, type Position } from '@org/routing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OsrmCaps, osrm } from '../../src/drivers/osrm/index.ts';
import { corner } from '../town.ts';
import { extract, type PeerMap, townMap } from './support/maps.ts';
import { obtain } from './support/obtain.ts';
import { installOsrm, startOsrm } from './support/osrm.ts';
import type { PeerServer } from './support/process.ts';

const engine = await obtain('OSRM', installOsrm);
const profile = 'driving';

interface Scene {
  readonly name: string;
  readonly map: PeerMap | undefined;
  readonly places: readonly Position[];
}

const scenes: readonly Scene[] = [
  {
    name: 'the made-up town',
    map: townMap(),
    places: Array.from({ length: 20 }, (_, index) => corner((index * 5) % 12, (index * 7) % 12)),
  },
  {
    name: 'Andorra',
    map: extract('andorra'),
    places: Array.from(
      { length: 20 },
      (_, index) => [1.49 + 0.003 * ((index * 5) % 20), 42.49 + 0.002 * ((index * 7) % 20)] as const,
    ),
  },
];

describe.each(scenes)('OSRM on $name: several requests against one', ({ map, places }) => {
  const isThere = engine !== undefined && map !== undefined;
  let server: PeerServer;
  beforeAll(async () => {
    if (engine && map) server = await startOsrm(engine, map, { profile: 'car' });
  });
  afterAll(() => server?.close());

  const open = (caps: Partial<OsrmCaps>) =>
    createRoutingClient({ driver: osrm({ baseUrl: server.url, limits: [], caps }), retry: false });

  it.skipIf(!isThere)('every cell of a matrix in tiles is the same', async () => {
    const [one, tiles] = await Promise.all(
      [100, 11].map((matrixPlaces) => open({ matrixPlaces }).matrix({ profile, origins: places })),
    );
    expect(tiles?.meta.requests).toBeGreaterThan(one?.meta.requests ?? Infinity);
    expect(tiles?.durationsSeconds).toEqual(one?.durationsSeconds);
    expect(tiles?.distancesMeters).toEqual(one?.distancesMeters);
    const numbers = one?.distancesMeters.flat().filter((cell) => cell !== null) ?? [];
    expect(numbers.length).toBeGreaterThan(places.length);
  });

  it.skipIf(!isThere)('a route in chunks is the same, but for the rounding of each', async () => {
    const table = await open({}).matrix({ profile, origins: places });
    const reached = places.filter((_, index) => table.durationsSeconds[0]?.[index] !== null).slice(0, 8);
    const [one, chunks] = await Promise.all(
      [250, 2].map((waypoints) => open({ waypoints }).directions({ profile, waypoints: reached as never })),
    );
    const difference = (one?.routes[0].distanceMeters ?? 0) - (chunks?.routes[0].distanceMeters ?? 0);
    expect(Math.abs(difference)).toBeLessThanOrEqual(0.1 * reached.length);
    expect(chunks?.routes[0].legs.length).toBe(one?.routes[0].legs.length);
    expect(chunks?.routes[0].geometry).toEqual(one?.routes[0].geometry);
  });
});
