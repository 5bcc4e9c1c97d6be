import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTiles, platformSupport } from '@org/routing/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectSameMatrix, expectSameRoutes } from '../embedded/same-answer.ts';

const maps = fileURLToPath(new URL('../../../../../shared/maps/', import.meta.url));
const extracts = [
  { name: 'heidelberg', box: [8.62, 49.37, 8.74, 49.44], enough: 0.95 },
  { name: 'andorra', box: [1.46, 42.46, 1.6, 42.58], enough: 0.5 },
] as const;

const missing = extracts.filter(({ name }) => !existsSync(`${maps}${name}.osm.pbf`));
if (missing.length > 0)
  console.log('skipped: the answers on real extracts, which are not next to this project');

describe.skipIf(!platformSupport().supported || missing.length > 0).each(extracts)(
  'R2: the same answer as the engine in $name',
  ({ name, box, enough }) => {
    let folder = '';
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'org-extract-'));
      await buildTiles({ pbfFile: `${maps}${name}.osm.pbf`, tilesDirectory: folder });
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it.each(['driving', 'cycling', 'walking'] as const)('%s', async (profile) => {
      const matrix = await expectSameMatrix(folder, box, profile, 100);
      const routes = await expectSameRoutes(folder, box, profile, 60);
      console.log(name, profile, { matrix, routes });
      expect(matrix.routed).toBeGreaterThan(enough * matrix.cells);
    });
  },
);
