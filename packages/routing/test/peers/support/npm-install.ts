import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './process.ts';

/** Installs the packages of a manifest, without the scripts of packages. */
export async function npmInstall(directory: string, manifest: object): Promise<void> {
  await writeFile(join(directory, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    '--fetch-retries=1',
  ];
  await run({ command: 'npm', args, cwd: directory, timeoutMs: 110_000 });
}
