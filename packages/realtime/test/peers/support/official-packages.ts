import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';

/** The official packages with what their own suites need, at the versions that those packages name. */
const dependencies = {
  pusher: '5.3.4',
  'pusher-js': '8.6.0',
  'expect.js': '0.3.1',
  'faye-websocket': '0.11.4',
  'https-proxy-agent': '5.0.1',
  jasmine: '4.6.0',
  mocha: '9.2.2',
  xmlhttprequest: '1.8.0',
  '@stablelib/base64': '2.0.1',
  '@stablelib/utf8': '2.0.1',
};

/** The folder `node_modules` of the official packages. */
export async function installOfficialPackages(): Promise<string> {
  const directory = await cached('official-pusher-5.3.4-8.6.0', (target) =>
    npmInstall(target, { dependencies }),
  );
  const packages = join(directory, 'node_modules');
  if (!existsSync(join(packages, 'pusher-js'))) throw new Error('npm did not install pusher-js.');
  return packages;
}
