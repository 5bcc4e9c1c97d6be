import { createRoutingClient, type Position } from '@org/routing';
import { valhalla } from '@org/routing/valhalla';
import { expect, it } from 'vitest';
import { failureOf } from '../scripted-fetch.ts';

interface Place {
  readonly lat: number;
  readonly lon: number;
}

// A map of two islands, west and east of 10°, and no road north of 60°. As a server with its stock
// configuration: it refuses a matrix over both islands, and one with a place without a road, with 170.
function twoIslands() {
  const regionOf = ({ lat, lon }: Place) => (lat > 60 ? 'none' : lon < 10 ? 'west' : 'east');
  const sent: string[] = [];
  const answer = (path: string, body: Record<string, readonly Place[]>) => {
    const { sources = [], targets = [], locations = [] } = body;
    if (path === '/locate')
      return locations.map((place) => ({
        edges: regionOf(place) === 'none' ? null : [{ correlated_lat: place.lat, correlated_lon: place.lon }],
      }));
    const regions = new Set([...sources, ...targets, ...locations].map(regionOf));
    if (regions.size > 1 || regions.has('none')) return undefined;
    const seconds = sources.map((from) =>
      targets.map((to) => Math.round(Math.abs(from.lon - to.lon) * 1000)),
    );
    return { sources_to_targets: { durations: seconds, distances: seconds } };
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    sent.push(pathname);
    const body = answer(pathname, await request.json());
    const refusal = { error_code: 170, error: 'Locations are in unconnected regions.' };
    return Response.json(body ?? refusal, { status: body ? 200 : 400 });
  };
  const driver = valhalla({ baseUrl: 'https://valhalla.example.com' });
  return { routing: createRoutingClient({ driver, limiter: false, runtime: { fetch } }), sent };
}

const west: Position[] = [
  [9, 50],
  [9.1, 50],
  [9.2, 50],
];
const east: Position[] = [
  [11, 50],
  [11.1, 50],
];
const offRoad: Position = [9, 61];

it('a matrix over two islands is null only between them', async () => {
  const origins = [...west, ...east];
  const { routing, sent } = twoIslands();
  const { durationsSeconds, distancesMeters } = await routing.matrix({ profile: 'driving', origins });
  expect(durationsSeconds).toEqual([
    [0, 100, 200, null, null],
    [100, 0, 100, null, null],
    [200, 100, 0, null, null],
    [null, null, null, 0, 100],
    [null, null, null, 100, 0],
  ]);
  expect(distancesMeters[4]?.[3]).toBe(100_000);
  expect(sent.filter((path) => path === '/locate')).toHaveLength(1);
});

it('each cell is that of its places, whatever the order of the islands', async () => {
  const [w1, w2, w3, e1, e2] = [...west, ...east] as [Position, Position, Position, Position, Position];
  const origins = [e1, w1, e2, w2];
  const destinations = [w3, e2, w1, w2, e1, w3];
  const { durationsSeconds } = await twoIslands().routing.matrix({
    profile: 'driving',
    origins,
    destinations,
  });
  const island = (place: Position) => place[0] < 10;
  expect(durationsSeconds).toEqual(
    origins.map((from) =>
      destinations.map((to) =>
        island(from) === island(to) ? Math.round(Math.abs(from[0] - to[0]) * 1000) : null,
      ),
    ),
  );
});

it('one with a place without a road has null in its row and column, and no position for it', async () => {
  const origins = [...west, offRoad];
  const { durationsSeconds, origins: found } = await twoIslands().routing.matrix({
    profile: 'driving',
    origins,
  });
  expect(durationsSeconds).toEqual([
    [0, 100, 200, null],
    [100, 0, 100, null],
    [200, 100, 0, null],
    [null, null, null, null],
  ]);
  expect(found.map(({ position }) => position === null)).toEqual([false, false, false, true]);
});

it('directions between two islands are a NoRouteError that says so', async () => {
  const waypoints = [[9, 50] as const, [11, 50] as const];
  const error = await failureOf(twoIslands().routing.directions({ profile: 'driving', waypoints }));
  expect(error).toMatchObject({ code: 'no-route', regions: 'unconnected', providerCode: '170' });
});
