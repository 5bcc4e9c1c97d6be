import { encodePolyline } from '@org/routing';
import { expect, it } from 'vitest';
import { open } from '../osrm/open.ts';

type Place = [number, number];

it('legs and their steps are contiguous, also where a waypoint is on two sides of a road', async () => {
  const [a, b, other, c]: [Place, Place, Place, Place] = [
    [10, 50],
    [10.01, 50],
    [10.01, 50.0001],
    [10.02, 50.0001],
  ];
  const step = (type: string, places: readonly Place[]) => ({
    distance: type === 'arrive' ? 0 : 716,
    duration: type === 'arrive' ? 0 : 60,
    geometry: encodePolyline(places, { precision: 6 }),
    maneuver: { type, location: places[0] },
  });
  const leg = (from: Place, to: Place) => ({
    distance: 716,
    duration: 60,
    steps: [step('depart', [from, to]), step('arrive', [to, to])],
  });
  const routes = [{ distance: 1432, duration: 120, legs: [leg(a, b), leg(other, c)] }];
  const waypoints = [a, b, c].map((location) => ({ location, distance: 0, name: '' }));
  const { routing } = open([{ body: { code: 'Ok', routes, waypoints } }]);
  const result = await routing.directions({ profile: 'driving', waypoints: [a, b, c] });
  const [route] = result.routes;
  let at = 0;
  for (const { geometryRange, steps } of route.legs) {
    expect(geometryRange[0]).toBe(at);
    for (const { geometryRange: own } of steps) {
      expect(own[0]).toBe(at);
      at = own[1];
    }
    expect(geometryRange[1]).toBe(at);
  }
  expect(at).toBe(route.geometry.coordinates.length - 1);
  // The arrivals add no point.
  expect(route.geometry.coordinates).toEqual([a, b, other, c]);
});
