import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTiles, platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeOsmPbf } from '../../../sandbox/src/map/osm-pbf.ts';
import { expectSameMatrix, expectSameRoutes } from './same-answer.ts';
import { scatteredTown, townBox } from './scattered-town.ts';

describe.skipIf(!platformSupport().supported)('R2: the same answer as the engine', () => {
  let folder = '';
  let tiles = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'org-scattered-'));
    const pbfFile = join(folder, 'town.osm.pbf');
    await writeFile(pbfFile, encodeOsmPbf(scatteredTown()));
    tiles = join(folder, 'tiles');
    await buildTiles({ pbfFile, tilesDirectory: tiles });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(['driving', 'cycling', 'walking'] as const)('%s: every cell', async (profile) => {
    const { routed, cells } = await expectSameMatrix(tiles, townBox, profile, 40);
    expect(routed).toBeGreaterThan(0.8 * cells);
  });

  it.each(['driving', 'cycling', 'walking'] as const)('%s: every route', async (profile) => {
    const { routed, pairs } = await expectSameRoutes(tiles, townBox, profile, 30);
    expect(routed).toBeGreaterThan(0.8 * pairs);
  });
});
