// Publishes tarballs that the registry does not have yet, the depended ones first. An interrupted run can be
// repeated. Usage: publish.ts <folder with tarballs>
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from '../run.ts';

interface Tarball {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
}

/** Publishes, and returns `name@version` of each package that is new. */
export async function publishTarballs(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const tarballs = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.tgz'))
      .map((name) => readTarball(resolve(folder, name))),
  );
  const published: string[] = [];
  for (const { name, version, path } of inOrder(tarballs)) {
    if (await isPublished(`${name}@${version}`, env)) continue;
    // On a runner with trusted publishing npm signs a statement of provenance; elsewhere it cannot.
    const provenance = process.env['GITHUB_ACTIONS'] === 'true' ? ['--provenance'] : [];
    await run('npm', ['publish', path, '--access', 'public', ...provenance], { cwd: folder, env });
    published.push(`${name}@${version}`);
  }
  return published;
}

async function readTarball(path: string): Promise<Tarball> {
  const manifest = await run('tar', ['-xzOf', path, 'package/package.json'], { cwd: '.' });
  const { name, version, dependencies = {} } = JSON.parse(manifest);
  return { path, name, version, dependencies: Object.keys(dependencies) };
}

function inOrder(tarballs: readonly Tarball[]): readonly Tarball[] {
  const names = new Set(tarballs.map(({ name }) => name));
  const done = new Set<string>();
  const ordered: Tarball[] = [];
  while (ordered.length < tarballs.length) {
    const isReady = (needed: string) => !names.has(needed) || done.has(needed);
    const next = tarballs.find(({ name, dependencies }) => !done.has(name) && dependencies.every(isReady));
    if (next === undefined) throw new Error('the packages depend on each other in a circle');
    done.add(next.name);
    ordered.push(next);
  }
  return ordered;
}

async function isPublished(release: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    return (await run('npm', ['view', release, 'version'], { cwd: '.', env })).trim() !== '';
  } catch (error) {
    // A version or a package that the registry does not know.
    if (/E404/.test(String(error))) return false;
    throw error;
  }
}

if (import.meta.main) {
  const [, , folder = 'tarballs'] = process.argv;
  for (const release of await publishTarballs(folder)) console.log(`published ${release}`);
}
