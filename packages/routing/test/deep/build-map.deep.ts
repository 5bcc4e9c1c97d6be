import { mkdir, mkdtemp, readdir, readFile, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoutingClient } from '@org/routing';
import {
  type BuildMapOptions,
  buildMap,
  embedded,
  type MapProgress,
  platformSupport,
  removeOldBuilds,
  startEngine,
} from '@org/routing/embedded';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeOsmPbf } from '../../../sandbox/src/map/osm-pbf.ts';
import { createTownMap } from '../../../sandbox/src/map/town-map.ts';
import { headerOnly, withBorder, withName } from '../embedded/extracts.ts';
import { failureOf } from '../scripted-fetch.ts';
import { corner } from '../town.ts';

// Many builds, each a separate process: slow on a busy machine.
describe.skipIf(!platformSupport().supported)('buildMap()', { timeout: 60_000 }, () => {
  let root: string;
  let town: string;
  let directory: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'build-map-'));
    town = await extract('town.osm.pbf', encodeOsmPbf(createTownMap()));
    directory = join(root, 'map');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const extract = async (name: string, bytes: Uint8Array | string) => {
    await writeFile(join(root, name), bytes);
    return join(root, name);
  };
  const build = (options: Partial<BuildMapOptions> = {}) =>
    buildMap({ extracts: [town], directory, ...options });
  const filesOf = async () => (await readdir(directory)).sort();
  const namesOn = async (tilesDirectory: string, engine?: Awaited<ReturnType<typeof startEngine>>) => {
    const started = engine ?? (await startEngine({ tilesDirectory }));
    const body = { locations: [5, 6].map((row) => placeOf(5, row)), costing: 'auto' };
    const answer = (await started.call('route', body)) as {
      trip: { legs: { maneuvers: { street_names?: string[] }[] }[] };
    };
    if (engine === undefined) await started.close();
    return answer.trip.legs.flatMap(({ maneuvers }) => maneuvers.flatMap((each) => each.street_names ?? []));
  };

  it('builds tiles, which a client uses', async () => {
    const { tilesDirectory, buildDirectory, reused } = await build();
    expect(reused).toBe(false);
    expect(JSON.parse(await readFile(join(buildDirectory, 'map.json'), 'utf8'))).toMatchObject({
      extracts: ['town.osm.pbf'],
      engine: platformSupport().version,
    });
    await using routing = createRoutingClient({ driver: embedded({ tilesDirectory }) });
    const { points } = await routing.snap({ profile: 'driving', positions: [corner(0, 0)] });
    expect(points[0]?.position).toEqual(corner(0, 0));
  });

  it('reports its stages, forward only', async () => {
    const events: MapProgress[] = [];
    await build({ onProgress: (event) => events.push(event) });
    const stages = [...new Set(events.map(({ stage }) => stage))];
    expect(stages).toEqual([
      ...['reading', 'ways', 'relations', 'nodes', 'edges', 'tiles', 'enhancing', 'hierarchy'],
      ...['shortcuts', 'restrictions', 'validating', 'done'],
    ]);
    const fractions = events.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(events.at(-1)).toEqual({ stage: 'done', fraction: 1 });
    const again: MapProgress[] = [];
    await build({ onProgress: (event) => again.push(event) });
    expect(new Set(again.map(({ stage }) => stage))).toEqual(new Set(['reading', 'done']));
  });

  it('finds the build of the same content, under any name and with any number of threads', async () => {
    const first = await build();
    const copy = await extract('copy.osm.pbf', await readFile(town));
    const second = await build({ extracts: [copy], threads: 1 });
    expect(second).toEqual({ ...first, reused: true });
  });

  it('builds again for another extract, side of traffic, or elevation', async () => {
    const first = await build();
    const left = await build({ drivingSide: 'left' });
    expect(left).toMatchObject({ reused: false, tilesDirectory: first.tilesDirectory });
    expect(left.buildDirectory).not.toBe(first.buildDirectory);
    await mkdir(join(root, 'hgt'));
    expect(await build({ elevationDirectory: join(root, 'hgt') })).toMatchObject({ reused: true });
    await writeFile(join(root, 'hgt', 'N50E010.hgt'), '');
    expect(await build({ elevationDirectory: join(root, 'hgt') })).toMatchObject({ reused: false });
    const other = await extract('other.osm.pbf', encodeOsmPbf(withName('Old Bridge', 'Third Bridge')));
    expect(await build({ extracts: [other] })).toMatchObject({ reused: false });
    expect(await build()).toMatchObject({ ...first, reused: true });
  });

  it('merges several extracts', async () => {
    const { nodes, ways, relations } = createTownMap();
    const halves = [ways.filter(({ id }) => id % 2 === 0), ways.filter(({ id }) => id % 2 === 1)];
    const files = halves.map((half, index) =>
      extract(`half-${index}.osm.pbf`, encodeOsmPbf({ nodes, ways: half, relations })),
    );
    const whole = await build();
    const names = await namesOn(whole.tilesDirectory);
    const merged = await build({ extracts: await Promise.all(files) });
    expect(merged.reused).toBe(false);
    expect(await namesOn(merged.tilesDirectory)).toEqual(names);
  });

  it('open engines keep the old tiles; engines that open afterwards have the new ones', async () => {
    const { tilesDirectory, buildDirectory } = await build();
    const old = await startEngine({ tilesDirectory });
    expect(await namesOn(tilesDirectory, old)).toContain('Old Bridge');
    let isBuilding = true;
    const load = (async () => {
      let calls = 0;
      for (; isBuilding; calls += 1) expect(await namesOn(tilesDirectory, old)).toContain('Old Bridge');
      return calls;
    })();
    const other = await extract('other.osm.pbf', encodeOsmPbf(withName('Old Bridge', 'Third Bridge')));
    const replaced = await build({ extracts: [other] });
    isBuilding = false;
    expect(await load).toBeGreaterThan(0);
    expect(await namesOn(tilesDirectory)).toContain('Third Bridge');
    process.kill(Number(old.pid), 'SIGKILL');
    // A new process after a crash is on the old tiles too.
    await expect.poll(() => namesOn(tilesDirectory, old).catch(() => [])).toContain('Old Bridge');
    await old.close();
    expect(await removeOldBuilds({ directory })).toEqual([buildDirectory.split('/').at(-1)]);
    expect(await filesOf()).toEqual([replaced.buildDirectory.split('/').at(-1), 'current']);
  });

  it('two maps are used at once', async () => {
    const first = await build();
    const other = await extract('other.osm.pbf', encodeOsmPbf(withName('Old Bridge', 'Third Bridge')));
    const second = await build({ extracts: [other], directory: join(root, 'second') });
    const engines = await Promise.all(
      [first, second].map(({ tilesDirectory }) => startEngine({ tilesDirectory })),
    );
    for (let round = 0; round < 20; round += 1) {
      const names = await Promise.all(engines.map((engine) => namesOn('', engine)));
      expect(names.map((each) => each.includes('Old Bridge'))).toEqual([true, false]);
    }
    expect(new Set(engines.map(({ pid }) => pid)).size).toBe(2);
    await Promise.all(engines.map((engine) => engine.close()));
  });

  it('builds of the same map wait for each other and build once', async () => {
    const maps = await Promise.all([build(), build(), build()]);
    expect(maps.filter(({ reused }) => !reused)).toHaveLength(1);
    expect(new Set(maps.map(({ buildDirectory }) => buildDirectory)).size).toBe(1);
    expect(await filesOf()).toEqual([expect.stringMatching(/^build-/), 'current']);
  });

  it('takes over the lock of a killed process, and waits for a running one until aborted', async () => {
    await mkdir(directory);
    const { hostname } = await import('node:os');
    const space = await readlink('/proc/self/ns/pid').catch(() => undefined);
    const lock = (pid: number) =>
      writeFile(join(directory, '.lock'), JSON.stringify({ host: hostname(), space, pid }));
    // The largest process id of Linux is 2^22.
    await lock(2 ** 22 + 1);
    expect(await build()).toMatchObject({ reused: false });
    await lock(process.ppid);
    const stop = new AbortController();
    const steps: unknown[] = [];
    const onProgress = ({ stage, step }: MapProgress) => {
      if (stage !== 'waiting') return;
      steps.push(step);
      stop.abort('enough');
    };
    const waiting = failureOf(build({ drivingSide: 'left', signal: stop.signal, onProgress }));
    expect(await waiting).toBe('enough');
    expect(steps).toEqual([`process ${process.ppid} on ${hostname()}`]);
    expect(await filesOf()).toEqual(['.lock', expect.stringMatching(/^build-/), 'current']);
  });

  it('takes the side of traffic from the borders in the extract', async () => {
    const malta = await extract('malta.osm.pbf', encodeOsmPbf(withBorder('Malta', 'MT')));
    const side = async (drivingSide: 'right' | 'borders') => {
      const { tilesDirectory } = await build({ extracts: [malta], drivingSide });
      const engine = await startEngine({ tilesDirectory });
      const answer = await engine.call('trace_attributes', {
        shape: [placeOf(5, 5), placeOf(6, 5)],
        costing: 'auto',
        filters: { attributes: ['edge.drive_on_right'], action: 'include' },
      });
      await engine.close();
      return (answer as { edges: { drive_on_right: boolean }[] }).edges[0]?.drive_on_right;
    };
    expect(await side('right')).toBe(true);
    expect(await side('borders')).toBe(false);
  });

  it('refuses borders that are not in the extract: all traffic would be on the left', async () => {
    expect(await failureOf(build({ drivingSide: 'borders' }))).toMatchObject({
      code: 'configuration',
      providerCode: 'map-without-borders',
      message: expect.stringContaining("drivingSide: 'right'"),
    });
    expect(await filesOf()).toEqual([]);
  });

  it.each([
    ['empty', async () => ''],
    ['text', async () => 'not a map'],
    ['XML', async () => '<?xml version="1.0"?><osm version="0.6"/>'],
    ['a header without data', async () => headerOnly()],
    ['a map without roads', async () => encodeOsmPbf({ ...createTownMap(), ways: [], relations: [] })],
  ])('an extract that is %s is an error, and the map stays', async (_, content) => {
    const before = await build();
    const broken = await extract('broken.osm.pbf', await content());
    expect(await failureOf(build({ extracts: [broken] }))).toMatchObject({
      code: 'configuration',
      providerCode: 'map-unreadable',
    });
    expect(await filesOf()).toEqual([before.buildDirectory.split('/').at(-1), 'current']);
    expect(await build()).toMatchObject({ reused: true });
  });

  it('a truncated extract is an error, also with a whole one', async () => {
    const broken = await extract('broken.osm.pbf', await readFile(town));
    await truncate(broken, 1200);
    for (const extracts of [[broken], [town, broken]])
      expect(await failureOf(build({ extracts }))).toMatchObject({ providerCode: 'map-unreadable' });
    expect(await filesOf()).toEqual([]);
  });

  it('names a file that is missing, and asks for an extract', async () => {
    expect(await failureOf(build({ extracts: [join(root, 'none.pbf')] }))).toMatchObject({
      providerCode: 'map-missing',
      message: expect.stringContaining('none.pbf'),
    });
    expect(await failureOf(build({ timeZoneDatabase: join(root, 'tz.sqlite') }))).toMatchObject({
      providerCode: 'map-missing',
    });
    expect(await failureOf(build({ extracts: [] }))).toMatchObject({
      message: expect.stringContaining('extracts'),
    });
  });

  it.each(['reading', 'ways', 'hierarchy'])('stops at an abort in the stage %s', async (stage) => {
    const stop = new AbortController();
    const onProgress = (event: MapProgress) => event.stage === stage && stop.abort('enough');
    expect(await failureOf(build({ signal: stop.signal, onProgress }))).toBe('enough');
    expect(await filesOf()).toEqual([]);
  });

  it('removes what a killed build left, on request only', async () => {
    await mkdir(join(directory, '.workspace-old', 'tiles'), { recursive: true });
    const { buildDirectory } = await build();
    expect(await filesOf()).toContain('.workspace-old');
    expect(await removeOldBuilds({ directory })).toEqual(['.workspace-old']);
    expect(await filesOf()).toEqual([buildDirectory.split('/').at(-1), 'current']);
  });
});

function placeOf(column: number, row: number) {
  const [lon, lat] = corner(column, row);
  return { lon, lat };
}
