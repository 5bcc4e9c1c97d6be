import { join } from 'node:path';
import { engineUnavailable } from '../engine/engine-package.ts';
import { type BuilderRun, runBuilder } from './builder-process.ts';

/**
 * Builds the database of borders from the boundary relations of the extracts, and returns its path. It
 * decides the side of traffic of each country. Outside of its borders the tile builder assumes left-hand
 * traffic, so a database without any border is an error.
 */
export async function buildBorders(
  extracts: readonly string[],
  run: Pick<BuilderRun, 'workspace' | 'signal' | 'onProgress'>,
): Promise<string> {
  const admin = join(run.workspace, 'borders.sqlite');
  const config = { mjolnir: { tile_dir: run.workspace, admin, logging: { type: 'std_err', color: false } } };
  let areas: string | undefined;
  await runBuilder({
    ...run,
    program: 'valhalla_build_admins',
    parameters: ['-i', JSON.stringify(config), ...extracts],
    onProgress: (step) => {
      areas ??= /^Inserted (\d+) admin areas/.exec(step)?.[1];
      run.onProgress?.(`Borders: ${step}`);
    },
  });
  if (areas === undefined || areas === '0') throw engineUnavailable('map-without-borders', noBorders);
  return admin;
}

const noBorders =
  'The extracts have no whole border of a country (a boundary relation of admin_level 2 with its ways), ' +
  "so drivingSide: 'borders' cannot work. Pass drivingSide: 'right' or 'left', or an adminDatabase.";
