import { boxAround, distanceToBox } from '../model/geometry/box.ts';
import type { Position } from '../model/geometry/position.ts';
import type { Isochrone } from '../model/reach/isochrones.ts';
import type { Profile } from '../model/travel/profile.ts';
import type { AddContractTest } from './contract-test.ts';
import type { TestApi } from './test-api.ts';

export function testIsochrones({ expect }: TestApi, add: AddContractTest, profile: Profile): void {
  add('isochrones are ordered by location, then range', async ({ routing, places }) => {
    const [a, b] = places.connected;
    const { isochrones, missing } = await routing.isochrones({
      profile,
      locations: [a, b],
      ranges: [120, 60],
    });
    expect(isochrones.map(({ locationIndex, range }) => [locationIndex, range])).toEqual([
      [0, 60],
      [0, 120],
      [1, 60],
      [1, 120],
    ]);
    expect(missing).toEqual([]);
  });

  add('a larger range is a larger area, and both contain their location', async ({ routing, places }) => {
    const [a] = places.connected;
    const { isochrones } = await routing.isochrones({
      profile,
      locations: [a],
      ranges: [60, 180],
      rangeType: 'time',
    });
    const [small, large] = isochrones;
    expect(small?.areaSquareMeters ?? 0).toBeGreaterThan(0);
    expect(large?.areaSquareMeters ?? 0).toBeGreaterThan(small?.areaSquareMeters ?? 0);
    for (const isochrone of isochrones) expect(boxContains(isochrone, a)).toBe(true);
  });

  add('ranges can be distances', async ({ routing, places }) => {
    const [a] = places.connected;
    const { isochrones } = await routing.isochrones({
      profile,
      locations: [a],
      ranges: [300],
      rangeType: 'distance',
    });
    expect(isochrones.map(({ range }) => range)).toEqual([300]);
  });

  add('a location without a road near is missing, and the others are not', async ({ routing, places }) => {
    const [a, b] = places.connected;
    const result = await routing.isochrones({ profile, locations: [a, places.remote, b], ranges: [60] });
    expect(result.missing).toEqual([1]);
    expect(result.isochrones.map(({ locationIndex }) => locationIndex)).toEqual([0, 2]);
  });

  add(
    'more locations than one request accepts give the same result in several requests',
    async ({ routing, places }) => {
      const { connected: locations } = places;
      const { isochrones, meta } = await routing.isochrones({ profile, locations, ranges: [60] });
      expect(isochrones.map(({ locationIndex }) => locationIndex)).toEqual(
        locations.map((_, index) => index),
      );
      expect(meta.requests).toBe(locations.length);
      const [alone] = (await routing.isochrones({ profile, locations: locations.slice(1, 2), ranges: [60] }))
        .isochrones;
      expect(isochrones[1]?.geometry).toEqual(alone?.geometry);
    },
    { isochroneLocations: 1 },
  );
}

function boxContains({ geometry }: Isochrone, place: Position): boolean {
  const points = geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates.flat(2);
  return distanceToBox(boxAround(points), place) === 0;
}
