// Values of segments, in every way that a server leaves some out: each stands where its segment is.
import { encodePolyline } from '@org/routing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { open } from './open.ts';

type Place = readonly [number, number];

const at = (index: number): Place => [10 + index / 1000, 50];

/** The speeds of a leg from place 0 to the last one, and the line that has them. */
async function speedsOf(steps: readonly (readonly number[])[], speed: readonly number[]) {
  const [start, end] = [at(0), at(steps.at(-1)?.at(-1) ?? 0)];
  const totals = { distance: 71.6 * Math.round((end[0] - 10) * 1000), duration: 60 };
  const wireSteps = [...steps, [steps.at(-1)?.at(-1) ?? 0]].map((indexes, index) => ({
    ...totals,
    geometry: encodePolyline(indexes.map(at), { precision: 6 }),
    maneuver: { type: index === 0 ? 'depart' : index === steps.length ? 'arrive' : 'turn' },
  }));
  const waypoints = [start, end].map((location) => ({ location, distance: 0, name: '' }));
  const routes = [{ ...totals, legs: [{ ...totals, steps: wireSteps, annotation: { speed } }] }];
  const { routing } = open([{ body: { routes, waypoints } }]);
  const request = { profile: 'driving', waypoints: [start, end], attributes: ['averageSpeed'] } as const;
  const [{ geometry, attributes }] = (await routing.directions(request)).routes;
  const along = (attributes?.averageSpeed ?? []).flatMap(({ geometryRange: [from, to], value }) =>
    Array.from({ length: to - from }, () => value),
  );
  return { line: geometry.coordinates.map(([x]) => Math.round((x - 10) * 1000)), along };
}

/** Steps along places that may repeat, and may not begin where the one before ended. */
const drawnSteps = fc
  .array(
    fc.record({
      isApart: fc.boolean(),
      moves: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((drawn) => {
    let place = 0;
    return drawn.map(({ isApart, moves }, index) => {
      if (isApart && index > 0) place += 1;
      const first = place;
      return [first, ...moves.map((move) => (place += move))];
    });
  })
  .filter((steps) => (steps.at(-1)?.at(-1) ?? 0) > 1);

it.each(['all segments', 'segments of steps', 'segments of steps with a length'])('%s', async (kind) => {
  const property = fc.asyncProperty(drawnSteps, async (steps) => {
    // The value of a segment is the place where it begins.
    const values = steps.flatMap((step, index) => {
      const own = step.slice(1).map((to, from) => ({ from: step[from] ?? 0, to }));
      const before = steps[index - 1]?.at(-1);
      const joint = before === undefined || before === step[0] ? [] : [{ from: before, to: step[0] ?? 0 }];
      return [...(kind === 'all segments' ? joint : []), ...own];
    });
    const given = values.filter(({ from, to }) => kind !== 'segments of steps with a length' || from !== to);
    if (given.length === 0) return;
    const { line, along } = await speedsOf(
      steps,
      given.map(({ from }) => from),
    );
    for (const [index, value] of along.entries())
      if (value !== null) expect(value, `${line} ${along}`).toBeCloseTo((line[index] ?? 0) * 3.6, 1);
    expect(along.filter((value) => value !== null)).toHaveLength(given.length);
  });
  await fc.assert(property, { numRuns: 100 });
});

it('another number of values is an error', async () => {
  await expect(speedsOf([[0, 1, 2, 3]], [1, 2])).rejects.toThrow('annotation');
  await expect(speedsOf([[0, 1, 2, 3]], [1, 2, 3, 4])).rejects.toThrow('annotation');
});
