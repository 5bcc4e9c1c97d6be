import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { npmInstall } from './npm-install.ts';

const dependencies = { 'osrm-text-instructions': '0.15.0', 'graphhopper-js-api-client': '7.6.5' };

/** The folder `node_modules` with clients that publish their tests. */
export async function installClientPackages(): Promise<string> {
  const directory = await cached('routing-clients-0.15.0-7.6.5', (target) =>
    npmInstall(target, { dependencies }),
  );
  const packages = join(directory, 'node_modules');
  if (!existsSync(join(packages, 'osrm-text-instructions/test/fixtures')))
    throw new Error('npm did not install osrm-text-instructions with its fixtures.');
  return packages;
}
