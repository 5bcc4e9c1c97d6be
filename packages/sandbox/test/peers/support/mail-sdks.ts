import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import type { Foreign } from './mailpit-clients.ts';

/** The newest official SDKs of November 2026. A newer version fails its table until each operation is named. */
const dependencies = {
  resend: '6.38.0',
  '@sendgrid/client': '8.1.6',
  '@sendgrid/mail': '8.1.6',
  postmark: '5.1.0',
  mailersend: '3.4.0',
  '@plunk/node': '3.0.3',
};

/** Loads one of them. */
export async function installMailSdk(name: keyof typeof dependencies): Promise<Foreign> {
  const version = dependencies[name];
  const directory = await cached(`mail-sdk-${name.replace('/', '+')}-${version}`, (target) =>
    npmInstall(target, { dependencies: { [name]: version } }),
  );
  const { createRequire } = await import('node:module');
  return createRequire(pathToFileURL(join(directory, 'package.json')))(name);
}
