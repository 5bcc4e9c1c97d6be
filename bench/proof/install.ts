import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackages } from '../../scripts/release/pack.ts';

const run = promisify(execFile);

/** The packages of a peer in a folder of its own, as a program has them. */
export interface Installed {
  readonly folder: string;
  readonly version: string;
  readonly packages: number;
  readonly kilobytes: number;
}

const today = new Date().toISOString().slice(0, 10);
const cache = join(process.env['PEERS_CACHE'] ?? join(tmpdir(), 'org-peers'), `proof-${today}`);

/** Installs the newest versions, once a day. Ours are the built packages of this repository. */
export async function install(packages: readonly string[]): Promise<Installed> {
  const folder = join(cache, packages.join('+').replaceAll('/', '-'));
  const done = join(folder, 'installed.json');
  if (existsSync(done)) return JSON.parse(await readFile(done, 'utf8'));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  // A file in that folder imports what is installed there.
  await writeFile(join(folder, 'load.js'), 'export const load = (name) => import(name);\n');
  const sources = packages[0]?.startsWith('@org/') ? await pack(packages[0], folder) : packages;
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  await run('npm', ['install', ...options, ...sources], { cwd: folder });
  const installed: Installed = {
    folder,
    version: JSON.parse(await readFile(manifestOf(folder, packages[0] ?? ''), 'utf8')).version,
    ...(await sizeOf(join(folder, 'node_modules'))),
  };
  await writeFile(done, JSON.stringify(installed));
  return installed;
}

const manifestOf = (folder: string, name: string) => join(folder, 'node_modules', name, 'package.json');

async function pack(name: string, folder: string): Promise<string[]> {
  const names = ['core', name.slice('@org/'.length)];
  return [...(await packPackages(join(folder, 'tarballs'), names)).values()];
}

/** Files of installed packages, without the blocks of a file system. */
async function sizeOf(folder: string): Promise<{ packages: number; kilobytes: number }> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const whole = files.filter((file) => file.isFile());
  const sizes = await Promise.all(
    whole.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  const isPackage = ({ parentPath, name }: (typeof whole)[number]) =>
    name === 'package.json' && /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(parentPath);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return { packages: whole.filter(isPackage).length, kilobytes: Math.round(bytes / 1_000) };
}
