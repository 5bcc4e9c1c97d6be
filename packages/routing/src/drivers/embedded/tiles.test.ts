import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BuildTilesOptions, buildTiles, hasTiles, platformSupport } from './index.ts';

const support = platformSupport();
const pbfFile = fileURLToPath(new URL('./__fixtures__/crossroads.osm.pbf', import.meta.url));

describe('platformSupport', () => {
  it('returns a version or a reason', () => {
    const { supported, reason, version } = platformSupport();
    expect(supported ? version : reason).toEqual(expect.any(String));
    expect(supported ? reason : version).toBeUndefined();
  });
});

describe.skipIf(!support.supported)(`buildTiles ${support.reason ?? ''}`, () => {
  let directory: string;
  let tilesDirectory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tiles-test-'));
    tilesDirectory = join(directory, 'tiles');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const bytesOfTiles = async () => {
    const names = (await readdir(tilesDirectory, { recursive: true }))
      .filter((name) => name.endsWith('.gph'))
      .sort();
    return Promise.all(
      names.map(async (name) => [name, await readFile(join(tilesDirectory, name), 'base64')]),
    );
  };

  it('builds tiles, and leaves no other files', async () => {
    await buildTiles({ pbfFile, tilesDirectory: join(directory, 'deep', 'down') });
    expect(await hasTiles(join(directory, 'deep', 'down'))).toBe(true);
    expect(await readdir(join(directory, 'deep'))).toEqual(['down']);
    // The builder drops this into its working directory.
    expect(await readdir(process.cwd())).not.toContain('duplicateways.txt');
  });

  it('builds the same tiles with any number of threads', async () => {
    await buildTiles({ pbfFile, tilesDirectory, threads: 1 });
    const once = await bytesOfTiles();
    await buildTiles({ pbfFiles: [pbfFile], tilesDirectory, threads: 3 });
    expect(await bytesOfTiles()).toEqual(once);
    expect(once).not.toEqual([]);
  });

  it('reports its steps', async () => {
    const steps: string[] = [];
    await buildTiles({ pbfFile, tilesDirectory, onProgress: (step) => steps.push(step) });
    expect(steps).toEqual(expect.arrayContaining(['Parsing ways...', 'Parsing nodes...']));
  });

  describe('when it fails', () => {
    let broken: string;
    beforeEach(async () => {
      broken = join(directory, 'broken.osm.pbf');
      await mkdir(tilesDirectory);
      await writeFile(join(tilesDirectory, 'old.gph'), 'old');
    });
    afterEach(async () => {
      expect(await readFile(join(tilesDirectory, 'old.gph'), 'utf8')).toBe('old');
      const left = (await readdir(directory)).filter((name) => name !== 'broken.osm.pbf');
      expect(left).toEqual(['tiles']);
    });

    const fail = (options: Partial<BuildTilesOptions>) => buildTiles({ tilesDirectory, ...options });

    it('keeps the old tiles and names a missing map', async () => {
      const pbfFile = join(directory, 'nowhere.pbf');
      await expect(fail({ pbfFile })).rejects.toMatchObject({
        providerCode: 'map-missing',
        message: expect.stringContaining(pbfFile),
      });
      await expect(fail({ pbfFile: directory })).rejects.toMatchObject({ providerCode: 'map-missing' });
    });

    it.each([
      ['empty', ''],
      ['text', 'this is not a map'],
      ['XML', '<?xml version="1.0"?><osm version="0.6"/>'],
    ])('keeps the old tiles and refuses a map that is %s', async (_, content) => {
      await writeFile(broken, content);
      await expect(fail({ pbfFile: broken })).rejects.toMatchObject({
        code: 'configuration',
        providerCode: 'map-unreadable',
      });
    });

    it('keeps the old tiles and refuses a truncated map, also with a good one', async () => {
      const whole = await readFile(pbfFile);
      await writeFile(broken, whole);
      await truncate(broken, whole.length - 20);
      await expect(fail({ pbfFile: broken })).rejects.toMatchObject({ providerCode: 'map-unreadable' });
      await expect(fail({ pbfFiles: [pbfFile, broken] })).rejects.toMatchObject({
        providerCode: 'map-unreadable',
      });
    });

    it('keeps the old tiles on abort, and stops the builder', async () => {
      const abort = new AbortController();
      const reason = new Error('enough');
      const building = fail({ pbfFile, signal: abort.signal, onProgress: () => abort.abort(reason) });
      await expect(building).rejects.toBe(reason);
    });

    it('does nothing if aborted before', async () => {
      await expect(fail({ pbfFile, signal: AbortSignal.abort('no') })).rejects.toBe('no');
    });

    it('requires a map', async () => {
      await expect(fail({})).rejects.toThrow(/needs a map/);
    });
  });
});

describe('hasTiles', () => {
  it('is false for an empty or missing folder', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tiles-test-'));
    try {
      expect(await hasTiles(directory)).toBe(false);
      expect(await hasTiles(join(directory, 'nowhere'))).toBe(false);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
