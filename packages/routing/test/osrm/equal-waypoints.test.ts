// Legs between equal places, in the form of OSRM 26.10: the first step of such a leg has its place twice, and
// its annotation has one value. `peers/osrm.peer.ts` asks the engine itself.
import { encodePolyline } from '@org/routing';
import { distanceBetween } from '@org/routing/results';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { open } from './open.ts';

type Place = readonly [number, number];

const places: readonly Place[] = [
  [10, 50],
  [10.01, 50],
  [10.02, 50.01],
];

function step(type: string, line: readonly Place[]) {
  const geometry = encodePolyline(line, { precision: 6 });
  return { distance: 1, duration: 1, geometry, maneuver: { type, location: line[0] } };
}

function leg(from: Place, to: Place) {
  const meters = distanceBetween(from, to);
  const steps = [step('depart', [from, to]), step('arrive', [to])];
  return { distance: meters, duration: meters, steps, annotation: { speed: [from === to ? 0 : 12.5] } };
}

it('attributes cover the whole line, whichever neighbouring waypoints are equal', async () => {
  const drawn = fc.array(fc.constantFrom(...places), { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(drawn, async (waypoints) => {
    const legs = waypoints.slice(1).map((to, index) => leg(waypoints[index] as Place, to));
    const total = legs.reduce((sum, { distance }) => sum + distance, 0);
    const totals = { distance: total, duration: total };
    const snapped = waypoints.map((location) => ({ location, distance: 0, name: '' }));
    const { routing } = open([{ body: { routes: [{ ...totals, legs }], waypoints: snapped } }]);
    const attributes = ['averageSpeed'] as const;
    const { routes } = await routing.directions({ profile: 'driving', waypoints, attributes });
    const [{ geometry, legs: found, attributes: along }] = routes;
    const runs = along?.averageSpeed ?? [];
    const ends = (of: readonly { geometryRange: readonly [number, number] }[]) =>
      of.map(({ geometryRange }) => geometryRange);
    for (const ranges of [ends(runs), ends(found)]) {
      expect(ranges.map(([from]) => from)).toEqual([0, ...ranges.slice(0, -1).map(([, to]) => to)]);
      expect(ranges.at(-1)?.[1]).toBe(geometry.coordinates.length - 1);
    }
    expect(runs.every(({ value }) => value === 0 || value === 45)).toBe(true);
  });
  await fc.assert(property, { numRuns: 60 });
});
