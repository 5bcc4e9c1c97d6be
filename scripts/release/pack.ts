// Packs the built packages, as they are published: code, types, README, guides, licences.
// Usage: pack.ts <folder for the tarballs>
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publishedPackages, root } from '../package-entries.ts';
import { runPnpm } from '../run.ts';
import { withStaticForm } from './static-exports.ts';

/**
 * Makes one tarball of each package, or of those that are named, and returns their paths by the packages'
 * short names.
 */
export async function packPackages(
  target: string,
  names?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const stage = mkdtempSync(join(tmpdir(), 'org-pack-'));
  try {
    // pnpm replaces `workspace:` and `catalog:` of a workspace, and applies `publishConfig`.
    cpSync(`${root}pnpm-workspace.yaml`, join(stage, 'pnpm-workspace.yaml'));
    writeFileSync(join(stage, 'package.json'), '{ "private": true }');
    const packages = publishedPackages();
    for (const { name } of packages) stagePackage(name, join(stage, 'packages', name));
    mkdirSync(target, { recursive: true });
    const packed = packages.filter(({ name }) => names?.includes(name) ?? true);
    const filters = packed.flatMap(({ name }) => ['--filter', `./packages/${name}`]);
    const options = ['--recursive', 'pack', ...filters, '--pack-destination', resolve(target)];
    await runPnpm(options, { cwd: stage });
    return new Map(
      packed.map(({ name, manifest }) => [name, join(target, `org-${name}-${manifest.version}.tgz`)]),
    );
  } finally {
    rmSync(stage, { recursive: true });
  }
}

function stagePackage(name: string, folder: string): void {
  const source = `${root}packages/${name}`;
  const { scripts, devDependencies, ...manifest } = JSON.parse(
    readFileSync(`${source}/package.json`, 'utf8'),
  );
  const { exports, imports } = manifest.publishConfig;
  const publishConfig = {
    ...manifest.publishConfig,
    exports: withStaticForm(exports, source),
    ...(imports && { imports: withStaticForm(imports, source) }),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, publishConfig }, null, 2));
  for (const part of ['dist', 'docs', 'README.md', 'LICENSE', 'CHANGELOG.md'])
    if (existsSync(`${source}/${part}`)) cpSync(`${source}/${part}`, join(folder, part), { recursive: true });
}

if (import.meta.main) {
  const [, , target = 'tarballs'] = process.argv;
  for (const path of (await packPackages(target)).values()) console.log(path);
}
