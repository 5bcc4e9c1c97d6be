// Puts a build of the site into the folder that is served: `node site/publish.ts site/dist <folder>`. The
// pages of older releases stay under `v/`, and `versions.json` lists them for the picker of every version.
// With `releases`, the build is older than what is served, and only its pages of releases are put there.
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sitePath } from './pages.ts';

const kept = new Set(['.git', 'v']);

export function publish(built: string, served: string, releasesAlone = false): void {
  const part = releasesAlone ? 'v' : '.';
  for (const name of releasesAlone ? [] : readdirSync(served))
    if (!kept.has(name)) rmSync(join(served, name), { recursive: true });
  if (existsSync(join(built, part))) cpSync(join(built, part), join(served, part), { recursive: true });
  const releases = globSync('v/*/release.txt', { cwd: served })
    .sort()
    .reverse()
    .map((file) => ({
      name: readFileSync(join(served, file), 'utf8').trim(),
      path: `${sitePath}/${file.replaceAll('\\', '/').replace(/release\.txt$/, '')}`,
    }));
  const versions = [{ name: 'next', path: `${sitePath}/` }, ...releases];
  writeFileSync(join(served, 'versions.json'), JSON.stringify(versions));
  // Without it, GitHub Pages would leave out files whose names begin with an underscore.
  writeFileSync(join(served, '.nojekyll'), '');
}

if (import.meta.main) {
  const [built, served, part] = process.argv.slice(2);
  if (built === undefined || served === undefined) throw new Error('node site/publish.ts <built> <served>');
  publish(built, served, part === 'releases');
}
