import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { npmInstall } from '../../../../routing/test/peers/support/npm-install.ts';
import type { Foreign } from './mailpit-clients.ts';

/** The newest official SDKs of November 2026. */
const dependencies = {
  resend: '6.38.0',
  '@sendgrid/client': '8.1.6',
  '@sendgrid/mail': '8.1.6',
  postmark: '5.1.0',
  mailersend: '3.4.0',
  '@plunk/node': '3.0.3',
};

type Sdk = keyof typeof dependencies;

const folderOf = (name: Sdk): Promise<string> =>
  cached(`mail-sdk-${name.replace('/', '+')}-${dependencies[name]}`, (target) =>
    npmInstall(target, { dependencies: { [name]: dependencies[name] } }),
  );

/** Loads one of them. */
export async function installMailSdk(name: Sdk): Promise<Foreign> {
  return createRequire(pathToFileURL(join(await folderOf(name), 'package.json')))(name);
}

/** A file of one of them. */
export async function readSdkFile(name: Sdk, path: string): Promise<string> {
  return readFile(join(await folderOf(name), 'node_modules', name, path), 'utf8');
}
