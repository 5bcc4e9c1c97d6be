import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoutingClient } from '@org/routing';
import { buildMap, embedded, platformSupport } from '@org/routing/embedded';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeOsmPbf } from '../../../sandbox/src/map/osm-pbf.ts';
import { prepareTown } from '../../../sandbox/src/map/prepare.ts';
import { createTownMap } from '../../../sandbox/src/map/town-map.ts';
import { failureOf } from '../scripted-fetch.ts';
import { corner } from '../town.ts';

describe.skipIf(!platformSupport().supported)('tiles that cannot be used', () => {
  let root: string;
  let tiles: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'tile-damage-'));
    tiles = join(root, 'tiles');
    await cp((await prepareTown()).tilesDirectory, tiles, { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const call = async (tilesDirectory: string, more: object = {}) => {
    await using routing = createRoutingClient({ driver: embedded({ tilesDirectory, ...more }) });
    return await routing.directions({ profile: 'driving', waypoints: [corner(0, 0), corner(5, 6)] });
  };
  const tileOf = (name: string) => join(tiles, name);
  const base = '2/000/807/160.gph';

  it.each([
    ['empty', () => truncate(tileOf(base), 0)],
    ['cut in its header', () => truncate(tileOf(base), 100)],
    ['cut', async () => truncate(tileOf(base), Math.floor((await stat(tileOf(base))).size / 2))],
    ['zeros', async () => writeFile(tileOf(base), Buffer.alloc((await stat(tileOf(base))).size))],
    ['a folder', () => rm(tileOf(base)).then(() => mkdir(tileOf(base)))],
  ])('a tile that is %s', async (_, damage) => {
    await damage();
    expect(await failureOf(call(tiles))).toMatchObject({
      code: 'configuration',
      providerCode: 'engine-tiles-damaged',
      message: expect.stringContaining(base),
    });
  });

  it.each([
    ['a file', () => '/etc/hostname', /is a file/],
    ['the folder above', () => root, /Pass the folder .*tiles\.$/],
    ['a folder of one level', () => join(tiles, '2'), /not in the folders of a tile set/],
  ])('%s', async (_, path, message) => {
    expect(await failureOf(call(path()))).toMatchObject({
      code: 'configuration',
      providerCode: 'engine-tiles-missing',
      message: expect.stringMatching(message),
    });
  });

  it('the folder of a map instead of its link', async () => {
    await symlink('tiles', join(root, 'current'));
    const error = await failureOf(call(root));
    expect(error).toMatchObject({ message: expect.stringContaining(join(root, 'current')) });
  });

  it('an elevationDirectory that does not exist', async () => {
    const error = await failureOf(call(tiles, { elevationDirectory: join(root, 'hgt') }));
    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('hgt') });
  });

  it('tiles that are damaged while the engine runs', async () => {
    await using routing = createRoutingClient({ driver: embedded({ tilesDirectory: tiles }) });
    await routing.elevation({ positions: [corner(0, 0)] });
    for (const name of await readdir(tiles, { recursive: true }))
      if (name.endsWith('.gph')) await truncate(tileOf(name), 100);
    const error = await failureOf(routing.snap({ profile: 'driving', positions: [corner(0, 0)] }));
    expect(error).toMatchObject({ code: 'configuration', providerCode: 'engine-tiles-damaged' });
  });

  it('a missing tile is named, and buildMap() builds a damaged map again', async () => {
    const extract = join(root, 'town.osm.pbf');
    await writeFile(extract, encodeOsmPbf(createTownMap()));
    const build = () => buildMap({ extracts: [extract], directory: join(root, 'map') });
    const { tilesDirectory, buildDirectory } = await build();
    expect(await build()).toMatchObject({ reused: true });
    await rm(join(buildDirectory, base));
    expect(await failureOf(call(tilesDirectory))).toMatchObject({
      providerCode: 'engine-tiles-damaged',
      message: expect.stringContaining(`${base} is missing`),
    });
    expect(await build()).toMatchObject({ reused: false, buildDirectory });
    expect((await call(tilesDirectory)).routes).toHaveLength(1);
  });
});
