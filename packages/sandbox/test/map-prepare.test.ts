import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { hasTiles, platformSupport } from '@org/routing/embedded';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeOsmPbf } from '../src/map/osm-pbf.ts';
import { prepareOsm, prepareTown } from '../src/map/prepare.ts';
import { createTownMap } from '../src/map/town-map.ts';

const support = platformSupport();

describe.skipIf(!support.supported)(`preparing a map ${support.reason ?? ''}`, () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'prepare-test-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('builds the town once', async () => {
    const steps: string[] = [];
    const onProgress = (step: string) => steps.push(step);
    const first = await prepareTown({ directory, onProgress });
    expect(await hasTiles(first.tilesDirectory)).toBe(true);
    expect(steps).toContain('Parsing ways...');
    steps.length = 0;
    expect(await prepareTown({ directory, onProgress })).toEqual(first);
    expect(steps).toEqual([]);
  });

  it('can be asked for by many at once, and leaves nothing but the tiles', async () => {
    const prepared = await Promise.all(Array.from({ length: 4 }, () => prepareTown({ directory })));
    const folders = new Set(prepared.map(({ tilesDirectory }) => basename(tilesDirectory)));
    expect(await readdir(directory)).toEqual([...folders]);
  });

  it('replaces an incomplete folder, and removes abandoned files', async () => {
    const { tilesDirectory } = await prepareTown({ directory });
    await rm(tilesDirectory, { recursive: true });
    await mkdir(tilesDirectory);
    await writeFile(join(tilesDirectory, 'ways.bin'), '');
    const abandoned = join(directory, '.build-abandoned');
    const busy = join(directory, '.build-busy');
    await mkdir(abandoned);
    await mkdir(busy);
    await utimes(abandoned, 0, 0);
    await prepareTown({ directory });
    expect(await hasTiles(tilesDirectory)).toBe(true);
    expect((await readdir(directory)).sort()).toEqual(['.build-busy', basename(tilesDirectory)]);
  });

  it('stops on abort with the caller’s reason, and leaves nothing', async () => {
    const abort = new AbortController();
    const reason = new Error('changed my mind');
    const preparing = prepareTown({ directory, signal: abort.signal, onProgress: () => abort.abort(reason) });
    await expect(preparing).rejects.toBe(reason);
    expect(await readdir(directory)).toEqual([]);
  });

  it('keeps a user’s extract by its content, not its name', async () => {
    const [one, two, other] = ['one.pbf', 'two.pbf', 'other.pbf'].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    const map = createTownMap();
    await writeFile(one, encodeOsmPbf(map));
    await writeFile(two, encodeOsmPbf(map));
    await writeFile(other, encodeOsmPbf({ ...map, relations: [] }));
    const first = await prepareOsm({ pbfFile: one, directory });
    expect(await prepareOsm({ pbfFile: two, directory })).toEqual(first);
    expect(await prepareOsm({ pbfFile: other, directory })).not.toEqual(first);
  });

  it('names the missing extract', async () => {
    const pbfFile = join(directory, 'nowhere.pbf');
    await expect(prepareOsm({ pbfFile, directory })).rejects.toMatchObject({ providerCode: 'map-missing' });
  });

  it.each([
    ['nothing', { nodes: [], ways: [], relations: [] }],
    ['nodes only', { nodes: createTownMap().nodes, ways: [], relations: [] }],
    ['no roads', { ...createTownMap(), ways: createTownMap().ways.map((way) => ({ ...way, tags: {} })) }],
  ])('reports a map without roads: %s', async (_, map) => {
    const pbfFile = join(directory, 'empty.osm.pbf');
    await writeFile(pbfFile, encodeOsmPbf(map));
    await expect(prepareOsm({ pbfFile, directory })).rejects.toMatchObject({
      code: 'configuration',
      providerCode: 'map-unreadable',
      message: expect.stringMatching(/no roads/i),
    });
  });

  it.each([['/dev/zero'], [tmpdir()]])('refuses %s, which is not a regular file', async (pbfFile) => {
    await expect(prepareOsm({ pbfFile, directory })).rejects.toMatchObject({
      providerCode: 'map-missing',
      message: `${pbfFile} is not a regular file. Give the path of an .osm.pbf file.`,
    });
  });

  it('refuses a named pipe, which would never end', async () => {
    const pbfFile = join(directory, 'pipe.osm.pbf');
    execFileSync('mkfifo', [pbfFile]);
    await expect(prepareOsm({ pbfFile, directory })).rejects.toMatchObject({ providerCode: 'map-missing' });
  });
});
