// Builds the package in the current folder: one bundle per published entry (esbuild; what is not a dependency
// is compiled in, see docs/decisions/0001), and declarations beside the sources' shape (tsc).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** Every ./dist/*.js that the manifest points at, as the source file it is made from. */
function entryPoints(node, found = new Set()) {
  if (typeof node === 'string') {
    const match = /^\.\/dist\/(.+)\.js$/.exec(node);
    if (match) found.add(`src/${match[1]}.ts`);
  } else if (node && typeof node === 'object') {
    for (const value of Object.values(node)) entryPoints(value, found);
  }
  return found;
}

const external = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).flatMap((name) => [
  name,
  `${name}/*`,
]);

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [...entryPoints([manifest.exports, manifest.imports, manifest.bin])],
  outdir: 'dist',
  outbase: 'src',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['import', 'module'],
  target: 'es2023',
  external: [...external, 'node:*', '#*', 'vitest'],
  sourcemap: true,
  metafile: true,
  legalComments: 'none',
  define: { __PACKAGE_VERSION__: JSON.stringify(manifest.version) },
  logLevel: 'warning',
});

writeLicences(Object.keys(metafile.inputs));

const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);

/** What is compiled in keeps its licence: its text goes beside the bundles. */
function writeLicences(inputs) {
  const folders = new Set(
    inputs.map((input) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter(Boolean),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license']
      .map((option) => `${folder}/${option}`)
      .find(existsSync);
    if (file === undefined) throw new Error(`${name} is compiled in, but has no licence file`);
    return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  if (texts.length > 0) writeFileSync('dist/THIRD-PARTY-LICENSES.txt', texts.join(`\n${'-'.repeat(78)}\n\n`));
}
