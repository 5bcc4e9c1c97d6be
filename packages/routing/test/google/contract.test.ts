import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as light from '../../src/drivers/google/directions.ts';
import * as full from '../../src/drivers/google/index.ts';
import { google } from '../../src/drivers/google/index.ts';
import { createRoutingClient, type Position } from '../../src/index.ts';
import { testEntries } from '../contract-of-entries.ts';
import { failureOf } from '../scripted-fetch.ts';
import { corner } from '../town.ts';
import { startGoogle } from './stand-in.ts';
import { withoutPlaces } from './without-places.ts';

const key = 'key.1';
const remote: Position = [10.3, 50.3];
let standIn: Awaited<ReturnType<typeof startGoogle>>;

beforeAll(async () => {
  standIn = await startGoogle(key, remote);
});
afterAll(() => standIn?.close());

const left = new Set<string>();
const itOfGoogle: typeof it = ((name: string, test: () => Promise<void>) => {
  if (withoutPlaces.includes(name)) left.add(name);
  else it(name, test);
}) as never;

testEntries(
  { describe, it: itOfGoogle, expect },
  {
    name: 'google',
    full,
    light,
    createDriver: (entry, caps) => entry.google({ apiKey: key, baseUrl: standIn.url, caps }),
    places: () => ({
      connected: [corner(0, 0), corner(5, 5), corner(11, 11), corner(8, 3), corner(2, 9)],
      remote,
    }),
  },
);

describe('google, beside the contract', () => {
  const open = () =>
    createRoutingClient({ driver: google({ apiKey: key, baseUrl: standIn.url }), limiter: false });
  const [a, b] = [corner(0, 0), corner(5, 5)];
  const profile = 'driving';

  it('leaves no test of the contract out that is not there', () => {
    expect([...left].sort()).toEqual([...withoutPlaces].sort());
  });

  it('R3: a place without a road is no route, and cells of null', async () => {
    await using routing = open();
    const error = await failureOf(routing.directions({ profile, waypoints: [a, remote] }));
    expect(error).toMatchObject({ code: 'no-route' });
    const table = await routing.matrix({ profile, origins: [a, remote], destinations: [b, remote] });
    expect(table.distancesMeters.map((row) => row.map((cell) => cell === null))).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  it('R3: ranges are requests of their own, with `approximate`', async () => {
    await using routing = open();
    const request = { profile, locations: [a, b], ranges: [120, 60] } as const;
    expect(await failureOf(routing.isochrones(request))).toMatchObject({ code: 'limit-exceeded' });
    const { isochrones, meta } = await routing.isochrones({ ...request, approximate: true });
    expect(isochrones.map(({ locationIndex, range }) => [locationIndex, range])).toEqual([
      [0, 60],
      [0, 120],
      [1, 60],
      [1, 120],
    ]);
    expect(meta.requests).toBe(4);
    // @ts-expect-error Google's ranges are times.
    const distance = routing.isochrones({ profile, locations: [a], ranges: [300], rangeType: 'distance' });
    expect(await failureOf(distance)).toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
  });

  it('R2: a matrix above 625 cells is split, and complete', async () => {
    await using routing = open();
    const origins = Array.from({ length: 26 }, (_, index) => corner(index % 12, index >> 2));
    const { durationsSeconds, meta } = await routing.matrix({ profile, origins });
    expect(meta.requests).toBeGreaterThan(1);
    expect(durationsSeconds.flat().filter((cell) => typeof cell === 'number').length).toBe(676);
    expect(durationsSeconds[3]?.[3]).toBe(0);
  });
});
