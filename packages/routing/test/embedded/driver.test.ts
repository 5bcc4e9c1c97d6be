import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoutingClient, type Position } from '@org/routing';
import { embedded, platformSupport, type ValhallaAvoidFeature } from '@org/routing/embedded';
import { maxConcurrency } from '@org/routing/engine';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { failureOf } from '../scripted-fetch.ts';
import { corner } from '../town.ts';

describe.skipIf(!platformSupport().supported)('embedded() on the made-up town', () => {
  let tilesDirectory: string;
  const open = () => createRoutingClient({ driver: embedded({ tilesDirectory }) });
  const namesOf = async (
    profile: 'driving' | 'walking' | 'truck',
    waypoints: Position[],
    more: object = {},
  ) => {
    const { routes } = await open().directions({ profile, waypoints, ...more });
    return routes[0].legs.flatMap(({ steps }) => steps.map(({ name }) => name));
  };

  beforeAll(async () => {
    ({ tilesDirectory } = await prepareTown());
  });

  it('cars, walkers and heavy trucks cross the river each on their own bridge', async () => {
    const across = [corner(5, 5), corner(5, 6)];
    expect(await namesOf('driving', across)).toContain('Old Bridge');
    expect(await namesOf('walking', across)).toContain('Foot Bridge');
    expect(await namesOf('truck', across, { vehicle: { weightTonnes: 10 } })).toContain('New Bridge');
    expect(await namesOf('truck', across, { vehicle: { weightTonnes: 2 } })).toContain('Old Bridge');
  });

  it.each(['process', 'none'] as const)(
    'takes all options together, with isolation: %s',
    async (isolation) => {
      const options = {
        tilesDirectory,
        isolation,
        threads: 1,
        matrixThreads: 2,
        limits: [maxConcurrency(3)],
      };
      const driver = embedded({ ...options, engineLimits: { maxMatrixCells: 100 } });
      await using routing = createRoutingClient({ driver });
      const { routes } = await routing.directions({
        profile: 'driving',
        waypoints: [corner(5, 5), corner(5, 6)],
      });
      expect(routes).toHaveLength(1);
    },
  );

  it('avoids tolls and areas', async () => {
    const overNewBridge = [corner(7, 5), corner(7, 6)];
    expect(await namesOf('driving', overNewBridge)).toContain('New Bridge');
    expect(await namesOf('driving', overNewBridge, { avoid: { features: ['tolls'] } })).not.toContain(
      'New Bridge',
    );
    const oldBridge = [corner(2.5, 5.2), corner(3.5, 5.2), corner(3.5, 5.8), corner(2.5, 5.8)];
    const across = [corner(5, 5), corner(5, 6)];
    expect(await namesOf('driving', across, { avoid: { areas: [oldBridge] } })).not.toContain('Old Bridge');
  });

  it.each(['walking', 'hiking', 'wheelchair', 'cycling'] as const)(
    '%s avoids bridges and toll roads on request',
    async (profile) => {
      const waypoints = [corner(7, 5), corner(7, 6)];
      const go = (features: ValhallaAvoidFeature[]) =>
        open().directions({ profile, waypoints, avoid: { features } });
      const error = await failureOf(go(['bridges']));
      expect(error).toMatchObject({ code: 'no-route' });
      const { routes } = await go(['tolls']);
      const names = routes[0].legs.flatMap(({ steps }) => steps.map(({ name }) => name));
      expect(names).not.toContain('New Bridge');
    },
  );

  it('an island without a bridge has no route, and null in a matrix', async () => {
    const island = corner(20.5, 20);
    const error = await failureOf(
      open().directions({ profile: 'walking', waypoints: [corner(0, 0), island] }),
    );
    expect(error).toMatchObject({ code: 'no-route', provider: 'embedded' });
    const { durationsSeconds } = await open().matrix({ profile: 'driving', origins: [corner(0, 0), island] });
    expect(durationsSeconds).toEqual([
      [0, null],
      [null, 0],
    ]);
  });

  const nullIsland = [0, 0] as const;
  const swapped = ([longitude, latitude]: Position) => [latitude, longitude] as const;

  it('null island, or a place off the map, is a row and a column of null', async () => {
    const places = [corner(0, 0), nullIsland, corner(5, 5)];
    const { durationsSeconds, origins } = await open().matrix({ profile: 'driving', origins: places });
    expect(durationsSeconds.map((row) => row.map((cell) => cell === null))).toEqual([
      [false, true, false],
      [true, true, true],
      [false, true, false],
    ]);
    expect(origins.map(({ position }) => position === null)).toEqual([false, true, false]);
  });

  it.each([
    ['off the road', [10.3, 50.3]],
    ['on null island', nullIsland],
  ] as const)('a waypoint %s is named by its index', async (_name, place) => {
    const waypoints = [corner(0, 0), corner(5, 5), place, corner(11, 11)];
    const error = await failureOf(open().directions({ profile: 'driving', waypoints }));
    expect(error).toMatchObject({ code: 'point-not-found', pointIndex: 2 });
    expect(String(error)).not.toContain('swapped');
  });

  it('places with swapped axes get a hint if the other order has a road', async () => {
    const waypoints = [swapped(corner(0, 0)), swapped(corner(5, 5))];
    const hint = /swapped.*longitude comes first/;
    const directions = await failureOf(open().directions({ profile: 'driving', waypoints }));
    expect(directions).toMatchObject({ code: 'point-not-found', pointIndex: 0 });
    expect(String(directions)).toMatch(hint);
    const isochrones = await failureOf(
      open().isochrones({ profile: 'driving', locations: waypoints, ranges: [60] }),
    );
    expect(String(isochrones)).toMatch(hint);
    const { warnings } = await open().matrix({ profile: 'driving', origins: waypoints });
    expect(warnings).toMatchObject([{ kind: 'notice', message: expect.stringMatching(hint) }]);
  });

  it('has other languages, and a warning for a missing one', async () => {
    const waypoints = [corner(5, 5), corner(5, 6)];
    const german = await open().directions({ profile: 'driving', waypoints, language: 'de' });
    expect(german.routes[0].legs[0]?.steps[0]?.instruction).toMatch(/fahren/i);
    expect(german.warnings).toEqual([]);
    const latin = await open().directions({ profile: 'driving', waypoints, language: 'la' });
    expect(latin.warnings).toMatchObject([{ kind: 'not-honoured' }]);
  });

  it('lists the roads near a place, the nearest first, each place once', async () => {
    const position = corner(5.3, 5.02);
    const near = { profile: 'driving', position } as const;
    const [only, ...others] = (await open().nearest(near)).points;
    expect(only).toMatchObject({ name: 'South Quay', position: [10.00742, 50.0045] });
    expect(others).toEqual([]);
    const { points, warnings } = await open().nearest({ ...near, limit: 4 });
    const distances = points.map(({ distanceMeters = -1 }) => distanceMeters);
    expect(new Set(points.map((point) => String(point.position))).size).toBe(4);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(warnings).toEqual([]);
    expect((await open().nearest({ ...near, position: [10.3, 50.3] })).points).toEqual([]);
    const all = await open().nearest({ ...near, limit: 1000 });
    expect(all.points.every(({ distanceMeters = 0 }) => distanceMeters < 205)).toBe(true);
    expect(all.warnings).toMatchObject([{ kind: 'notice', message: expect.stringContaining('200 m') }]);
  });

  it('has no height where it has no data', async () => {
    const positions = [corner(0, 0), corner(5, 5)];
    expect((await open().elevation({ positions })).heightsMeters).toEqual([null, null]);
  });

  it('the parts of a stream are the matrix', async () => {
    const origins = [corner(0, 0), corner(5, 5), corner(11, 11), corner(2, 9)];
    const routing = open();
    const whole = await routing.matrix({ profile: 'walking', origins, metrics: ['duration'] });
    const rows: unknown[] = [];
    for await (const part of routing.matrix.stream({ profile: 'walking', origins, metrics: ['duration'] })) {
      expect(part.columns).toEqual([0, 4]);
      expect(part.rows).toEqual([rows.length, rows.length + 1]);
      rows.push(...part.durationsSeconds);
    }
    expect(rows).toEqual(whole.durationsSeconds);
  });

  it('an aborted call rejects at once, and the client stays usable', async () => {
    const routing = open();
    const origins = Array.from({ length: 30 }, (_, at) => corner(at % 12, Math.floor(at / 12)));
    const stop = new AbortController();
    const reason = new Error('no longer wanted');
    const pending = failureOf(routing.matrix({ profile: 'driving', origins }, { signal: stop.signal }));
    await new Promise(setImmediate);
    stop.abort(reason);
    expect(await pending).toBe(reason);
    const { points } = await routing.snap({ profile: 'driving', positions: [corner(0, 0)] });
    expect(points[0]?.position).toEqual(corner(0, 0));
  });

  it('a folder without tiles is a configuration error that says what to do', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'no-tiles-'));
    const routing = createRoutingClient({ driver: embedded({ tilesDirectory: empty }) });
    const error = await failureOf(routing.snap({ profile: 'driving', positions: [corner(0, 0)] }));
    await rm(empty, { recursive: true });
    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('buildTiles') });
  });
});
