import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
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

const callers = {
  '@routingjs/ors': '0.3.0',
  '@routingjs/osrm': '0.1.0',
  '@routingjs/valhalla': '0.3.0',
  'openrouteservice-js': '0.4.1',
  'graphhopper-js-api-client': '7.6.5',
};

/** Loads a client of other authors by its name. */
export async function installCallers(): Promise<(name: keyof typeof callers) => unknown> {
  const directory = await cached('routing-callers-1', (target) =>
    npmInstall(target, { dependencies: callers }),
  );
  return createRequire(join(directory, 'package.json'));
}
