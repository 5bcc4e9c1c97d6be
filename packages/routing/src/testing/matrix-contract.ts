import type { Profile } from '../model/travel/profile.ts';
import type { AddContractTest } from './contract-test.ts';
import type { TestApi } from './test-api.ts';

export function testMatrix(api: TestApi, add: AddContractTest, profile: Profile): void {
  testTables(api, add, profile);
  testSplitMatrix(api, add, profile);
}

function testTables({ expect }: TestApi, add: AddContractTest, profile: Profile): void {
  add('a matrix has a row for each origin and a cell for each destination', async ({ routing, places }) => {
    const [a, b, c, d] = places.connected;
    const result = await routing.matrix({ profile, origins: [a, b, c], destinations: [d, a] });
    for (const table of [result.durationsSeconds, result.distancesMeters]) {
      expect(table.map((row) => row.length)).toEqual([2, 2, 2]);
      expect(table[0]?.[1]).toBe(0);
      expect(table[0]?.[0] ?? 0).toBeGreaterThan(0);
    }
    expect(result.origins.length).toBe(3);
    expect(result.destinations.length).toBe(2);
  });

  add(
    'destinations default to the origins; only the requested metrics are returned',
    async ({ routing, places }) => {
      const origins = places.connected.slice(0, 2);
      const result = await routing.matrix({ profile, origins, metrics: ['duration'] });
      expect(result.durationsSeconds.length).toBe(2);
      expect('distancesMeters' in result).toBe(false);
    },
  );

  add(
    'a place without a road near is a row or column of null, and its position is null',
    async ({ routing, places }) => {
      const [a, b] = places.connected;
      const { durationsSeconds, distancesMeters, origins, destinations } = await routing.matrix({
        profile,
        origins: [a, places.remote],
        destinations: [b, places.remote, a],
      });
      for (const table of [durationsSeconds, distancesMeters]) {
        expect(table.map((row) => row.map((cell) => cell === null))).toEqual([
          [false, true, false],
          [true, true, true],
        ]);
      }
      expect(origins[1]?.position).toBe(null);
      expect(destinations[1]?.position).toBe(null);
    },
  );
}

export function testCells({ expect }: TestApi, add: AddContractTest, profile: Profile): void {
  add('a cell equals the route between its places', async ({ routing, places }) => {
    const [a, b, c] = places.connected;
    const { durationsSeconds, distancesMeters } = await routing.matrix({
      profile,
      origins: [a, b],
      destinations: [c],
    });
    const [route] = (await routing.directions({ profile, waypoints: [a, c] })).routes;
    expect(Math.abs((distancesMeters[0]?.[0] ?? Number.NaN) - route.distanceMeters)).toBeLessThanOrEqual(5);
    expect(Math.abs((durationsSeconds[0]?.[0] ?? Number.NaN) - route.durationSeconds)).toBeLessThanOrEqual(2);
  });
}

function testSplitMatrix({ expect }: TestApi, add: AddContractTest, profile: Profile): void {
  const answers = new Map<string, unknown>();
  for (const [kind, caps] of [
    ['one request', {}],
    ['many requests', { matrixCells: 3 }],
  ] as const) {
    add(
      `a matrix of ${kind} is complete, and every cell equals that of a matrix of its pair`,
      async ({ routing, places }) => {
        const { connected: origins } = places;
        const { durationsSeconds } = await routing.matrix({ profile, origins });
        const pairs = await Promise.all(
          origins.map((origin) =>
            routing.matrix({ profile, origins: [origin], destinations: origins.slice(0, 1) }),
          ),
        );
        expect(durationsSeconds.map((row) => row[0])).toEqual(
          pairs.map((pair) => pair.durationsSeconds[0]?.[0]),
        );
        answers.set(kind, durationsSeconds);
        if (answers.size === 2) expect(answers.get('many requests')).toEqual(answers.get('one request'));
      },
      caps,
    );
  }
}
