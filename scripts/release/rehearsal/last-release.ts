// The last release's own programs on new packages: its README and guides, and its examples, with their tests.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root } from '../../package-entries.ts';
import { run } from '../../run.ts';
import { linkModules } from './working-copy.ts';

/** What the tests of READMEs, guides and examples read. */
const parts = [
  'README.md',
  'docs',
  'examples',
  'package.json',
  'packages',
  'scripts',
  'test',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/**
 * Makes a checkout of a release in which the packages are those of tarballs.
 *
 * @param release - A tag of this repository, or a folder with a checkout.
 */
export async function checkOut(release: string, tarballs: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (existsSync(release) && statSync(release).isDirectory()) copyParts(release, folder);
  else {
    const archive = join(folder, 'release.tar');
    await run('git', ['archive', '--output', archive, release, ...parts], { cwd: root });
    await run('tar', ['-xf', archive], { cwd: folder });
  }
  for (const modules of [
    'node_modules',
    'examples/node_modules',
    ...globSync('packages/*/node_modules', { cwd: root }),
  ])
    linkModules(modules, folder);
  const packed = new Map(
    await Promise.all(
      globSync('*.tgz', { cwd: tarballs }).map(async (file) => {
        const manifest = await run('tar', ['-xzOf', file, 'package/package.json'], { cwd: tarballs });
        return [JSON.parse(manifest).name as string, join(tarballs, file)] as const;
      }),
    ),
  );
  for (const { name, manifest } of publishedPackages()) {
    const place = join(folder, 'packages', name);
    const strip = ['--strip-components=1', '--exclude=package/README.md'];
    await run('tar', ['-xzf', packed.get(manifest.name) ?? '', '-C', place, ...strip], { cwd: folder });
  }
}

function copyParts(source: string, folder: string): void {
  for (const part of parts)
    cpSync(join(source, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/[\\/](?:node_modules|dist|\.turbo|\.[a-z]+-\w{6})$/.test(path),
    });
}

/** Runs the tests of READMEs, guides and examples. A failure shows what they print. */
export async function runItsPrograms(folder: string): Promise<string> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (scripts === undefined) throw new Error(`${folder} is no checkout of this repository`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const files = ['test/readme/readme.test.ts', 'test/examples'];
  const args = [vitest, 'run', '--project', 'repository', ...files];
  // Its totals are of the last release, and not of this run.
  const env = { TEST_TOTALS_FILE: '' };
  return await run(process.execPath, args, { cwd: folder, env, timeoutMs: 280_000 });
}
