import { distanceBetween } from '../model/geometry/position.ts';
import type { Route } from '../model/routes/route.ts';
import type { Profile } from '../model/travel/profile.ts';
import type { AddContractTest } from './contract-test.ts';
import type { TestApi } from './test-api.ts';

export function testDirections(api: TestApi, add: AddContractTest, profile: Profile): void {
  testLegs(api, add, profile);
  testLine(api, add, profile);
}

function testLegs({ expect }: TestApi, add: AddContractTest, profile: Profile): void {
  add('a route has a leg between every two waypoints, and the legs add up', async ({ routing, places }) => {
    const [a, b, c] = places.connected;
    const { routes, waypoints } = await routing.directions({ profile, waypoints: [a, b, c] });
    const [route] = routes;
    expect(route.legs.length).toBe(2);
    expect(waypoints.length).toBe(3);
    expect(Math.abs(total(route.legs, 'distanceMeters') - route.distanceMeters)).toBeLessThanOrEqual(2);
    expect(Math.abs(total(route.legs, 'durationSeconds') - route.durationSeconds)).toBeLessThanOrEqual(1);
    expect(route.distanceMeters).toBeGreaterThan(0);
  });

  add('geometry ranges of legs and steps are contiguous', async ({ routing, places }) => {
    const [a, b, c] = places.connected;
    const { routes } = await routing.directions({ profile, waypoints: [a, b, c] });
    const [route] = routes;
    const last = route.geometry.coordinates.length - 1;
    expectContiguous(expect, route.legs, 0, last);
    for (const leg of route.legs) expectContiguous(expect, leg.steps, ...leg.geometryRange);
  });

  add('every leg ends with the arrival, and its steps add up', async ({ routing, places }) => {
    const [a, b, c] = places.connected;
    const { routes } = await routing.directions({ profile, waypoints: [a, b, c] });
    for (const leg of routes[0].legs) {
      expect(leg.steps[0]?.maneuver.kind).toBe('depart');
      expect(leg.steps.at(-1)?.maneuver.kind).toBe('arrive');
      expect(leg.steps.at(-1)?.distanceMeters).toBe(0);
      const rounding = leg.steps.length;
      expect(Math.abs(total(leg.steps, 'distanceMeters') - leg.distanceMeters)).toBeLessThanOrEqual(rounding);
    }
  });

  add('steps can be left out', async ({ routing, places }) => {
    const [a, b] = places.connected;
    const [route] = (await routing.directions({ profile, waypoints: [a, b], steps: false })).routes;
    expect(route.legs[0]?.steps).toEqual([]);
  });
}

function testLine({ expect }: TestApi, add: AddContractTest, profile: Profile): void {
  add(
    '[lon, lat]: the line runs from the first waypoint to the last, inside its box',
    async ({ routing, places }) => {
      const [a, , , d] = places.connected;
      const { routes, waypoints } = await routing.directions({ profile, waypoints: [a, d] });
      const { coordinates } = routes[0].geometry;
      expect(distanceBetween(coordinates[0] ?? [0, 0], a)).toBeLessThan(100);
      expect(distanceBetween(coordinates.at(-1) ?? [0, 0], d)).toBeLessThan(100);
      expect(waypoints[0]?.position).toEqual(coordinates[0]);
      const [west, south, east, north] = routes[0].boundingBox;
      for (const [longitude, latitude] of coordinates) {
        expect(longitude >= west && longitude <= east && latitude >= south && latitude <= north).toBe(true);
      }
    },
  );

  add('the length of the line is the distance of the route', async ({ routing, places }) => {
    const [a, , , d] = places.connected;
    const [route] = (await routing.directions({ profile, waypoints: [a, d] })).routes;
    expect(Math.abs(lengthOf(route) - route.distanceMeters)).toBeLessThan(0.02 * route.distanceMeters + 5);
  });

  add(
    'a route from a waypoint to itself has length 0 and a line of two points',
    async ({ routing, places }) => {
      const [a] = places.connected;
      const [route] = (await routing.directions({ profile, waypoints: [a, a] })).routes;
      expect(route.distanceMeters).toBe(0);
      expect(route.durationSeconds).toBe(0);
      expect(route.geometry.coordinates.length).toBeGreaterThanOrEqual(2);
    },
  );

  add(
    'a result has its provider and attribution; raw responses only with includeRaw',
    async ({ routing, places }) => {
      const [a, b] = places.connected;
      const result = await routing.directions({ profile, waypoints: [a, b] });
      expect(result.meta.provider).toBe(routing.provider);
      expect(result.meta.attribution.length).toBeGreaterThan(0);
      expect(result.meta.requests).toBe(1);
      expect('raw' in result).toBe(false);
      const withRaw = await routing.directions({ profile, waypoints: [a, b] }, { includeRaw: true });
      expect(withRaw.raw?.length).toBe(1);
    },
  );
}

type Measured = { readonly distanceMeters: number; readonly durationSeconds: number };

function total(parts: readonly Measured[], name: keyof Measured): number {
  return parts.reduce((sum, part) => sum + part[name], 0);
}

function lengthOf({ geometry }: Route): number {
  return geometry.coordinates.reduce(
    (sum, at, index, all) => sum + distanceBetween(all[index - 1] ?? at, at),
    0,
  );
}

function expectContiguous(
  expect: TestApi['expect'],
  parts: readonly { readonly geometryRange: readonly [number, number] }[],
  first: number,
  last: number,
): void {
  let at = first;
  for (const { geometryRange } of parts) {
    expect(geometryRange[0]).toBe(at);
    expect(geometryRange[1]).toBeGreaterThanOrEqual(geometryRange[0]);
    at = geometryRange[1];
  }
  expect(at).toBe(last);
}
