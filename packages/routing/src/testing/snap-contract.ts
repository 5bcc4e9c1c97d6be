import type { Profile } from '../model/travel/profile.ts';
import type { AddContractTest } from './contract-test.ts';
import type { TestApi } from './test-api.ts';

export function testSnap({ expect }: TestApi, add: AddContractTest, profile: Profile): void {
  add('snapping gives the place on the road, and null if no road is near', async ({ routing, places }) => {
    const [a] = places.connected;
    const { points } = await routing.snap({ profile, positions: [a, places.remote] });
    expect(points[0]?.position?.length).toBe(2);
    expect(points[0]?.distanceMeters ?? Number.NaN).toBeLessThan(350);
    expect(points[1]).toEqual({ position: null });
  });
}
