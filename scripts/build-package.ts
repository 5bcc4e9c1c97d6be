// Builds the package in the current folder: one bundle per published entry (esbuild; packages that are not
// dependencies are compiled in, see docs/decisions/0001), and declarations in the shape of the sources (tsc),
// those that an entry leads to.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { nameSources } from './name-sources.ts';
import { pruneDeclarations } from './prune-declarations.ts';

/** Names of output files, without the ending, and their sources. */
type EntryPoints = Record<string, string>;
type Outputs = Metafile['outputs'];

/** What several entries share: the file that gets it, and the beginning of its names there. */
interface Chunk {
  readonly exports: readonly string[];
  readonly prefix: string;
  file: string;
}
type Chunks = ReadonlyMap<string, Chunk>;

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** The values of `--name=one,two`. */
function flag(name: string): readonly string[] {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given?.split('=')[1]?.split(',') ?? [];
}

/** Every ./dist/*.js of the manifest, with its source file; `index.node.js` is `index.ts` for Node. */
function entryPoints(node: unknown, found: EntryPoints = {}): EntryPoints {
  if (typeof node === 'string') {
    const [, name] = /^\.\/dist\/(.+)\.js$/.exec(node) ?? [];
    if (name) found[name] = `src/${name.replace(/\.node$/, '')}.ts`;
  } else if (node && typeof node === 'object') {
    for (const value of Object.values(node)) entryPoints(value, found);
  }
  return found;
}

/** Modules that `import()` loads later: one file each. */
function laterPoints({ inputs }: Metafile): EntryPoints {
  const paths = Object.values(inputs)
    .flatMap((input) => input.imports)
    .filter(({ kind, external }) => kind === 'dynamic-import' && !external)
    .map(({ path }) => path);
  return Object.fromEntries(
    paths.map((path) => [
      /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1] ??
        /^src\/(.+)\.ts$/.exec(path)?.[1] ??
        path,
      path,
    ]),
  );
}

// An entry that imports the package by its name uses that entry's file.
const others = { ...manifest.dependencies, ...manifest.peerDependencies, [manifest.name]: '' };
const external = Object.keys(others).flatMap((name) => [name, `${name}/*`]);

/** Modules that Node chooses among published files by its conditions. */
const chosenByConditions = Object.entries(manifest.imports ?? {})
  .filter(([, files]) => JSON.stringify(files).includes('./dist/'))
  .map(([name]) => name);

// Between the two steps.
const splitFolder = '.dist-split';
// Not minified: Node prints the line that threw when nobody catches an error, and people read it.
const common = {
  bundle: true,
  format: 'esm',
  target: 'es2023',
  external: [...external, ...chosenByConditions, 'node:*', 'vitest'],
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  // An entry imports the chunks that it needs; joined, they are one.
  logOverride: { 'ignored-bare-import': 'silent' },
} satisfies BuildOptions;

const platform = {
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['import', 'module'],
  define: { __PACKAGE_VERSION__: JSON.stringify(manifest.version) },
} satisfies BuildOptions;

/** What is loaded later lies where it lay: chunks, and the file they become, are at the top. */
const later: Plugin = {
  name: 'later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
};

rmSync('dist', { recursive: true, force: true });
const published = entryPoints([manifest.exports, manifest.imports, manifest.bin]);
const draft = await buildSplit(splitFolder, published);
rmSync(splitFolder, { recursive: true });
const entries = { ...published, ...laterPoints(draft.metafile) };
const [sharedFile] = flag('share');
const apart = flag('apart');
const [together] = flag('together');
const isTogether = (name: string) => together !== undefined && name in published && name.endsWith(together);
if (together !== undefined) await buildTogether(entries);
if (process.argv.includes('--alone')) await buildAlone(entries);
else await buildShared(entries);

writeLicences(Object.keys(draft.metafile.inputs));

const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
const typed = [...JSON.stringify(manifest).matchAll(/"types":"\.\/(dist\/[^"]+)"/g)];
pruneDeclarations(
  'dist',
  typed.map(([, path = '']) => path),
);
nameSources('dist', manifest);
process.exit(status ?? 1);

/** One file for each entry, and one for each set of entries that share something. */
function buildSplit(outdir: string, entries: EntryPoints) {
  return build({
    ...common,
    ...platform,
    entryPoints: entries,
    outdir,
    splitting: true,
  });
}

/** Files with the shared code of entries. */
async function buildShared(entries: EntryPoints): Promise<void> {
  const { metafile } = await buildSplit(splitFolder, entries);
  const { outputs } = metafile;
  if (canJoin(outputs)) await joinChunks(outputs, (chunks) => placeShared(outputs, chunks));
  else await buildSplit('dist', entries);
  rmSync(splitFolder, { recursive: true });
}

/**
 * One file for each entry and for each module that it loads later. Nothing is shared, except the one file
 * after `--share=`: an entry loads no other's code.
 */
async function buildAlone(entries: EntryPoints): Promise<void> {
  const shared = sharedFile === undefined ? {} : { [sharedFile]: `src/${sharedFile}.ts` };
  for (const [name, path] of Object.entries({ ...entries, ...shared })) {
    if (isTogether(name)) continue;
    const outfile = `dist/${name}.js`;
    const conditions = [...platform.conditions, ...(name.endsWith('.node') ? ['node'] : [])];
    const plugins = [laterFrom(outfile)];
    await build({ ...common, ...platform, conditions, entryPoints: [path], outfile, plugins });
  }
}

/** What is loaded later from a file in dist: the path of its source, seen from there. */
function laterFrom(outfile: string): Plugin {
  return {
    name: 'later-from',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind === 'entry-point') return undefined;
        const source = relative('src', join(resolveDir, path));
        if (kind !== 'dynamic-import' && source !== `${sharedFile}.ts`) return undefined;
        const target = join('dist', source);
        return { path: `./${relative(dirname(outfile), target)}`.replace(/\.ts$/, '.js'), external: true };
      }),
  };
}

/**
 * The entries whose names end with `--together=` share one file: each has little of its own, and twelve
 * copies of the rest would be most of the package. What they load later is built alone, after them.
 */
async function buildTogether(entries: EntryPoints): Promise<void> {
  const own = Object.fromEntries(Object.entries(entries).filter(([name]) => isTogether(name)));
  const { metafile } = await buildSplit(splitFolder, own);
  const { outputs } = await buildSplit(splitFolder, { ...own, ...laterPoints(metafile) }).then(
    (built) => built.metafile,
  );
  await joinChunks(outputs, (chunks) => {
    for (const chunk of chunks.values()) chunk.file = `shared-${together}.js`;
  });
  rmSync(splitFolder, { recursive: true });
}

/** Not for a program: it loads only the code that its command needs. */
function canJoin(outputs: Outputs): boolean {
  return manifest.bin === undefined && Object.values(outputs).filter(isChunk).length > 1;
}

function isChunk({ entryPoint, exports, bytes }: Outputs[string]): boolean {
  return entryPoint === undefined && exports.length > 0 && bytes > 0;
}

/**
 * Puts the shared code of all entries into one file: Node takes as long to load a file as to compile thirty
 * thousand characters. What the entries after `--apart=` use is in files of its own, one for each group like
 * `one+other`: bundlers that split take a whole file into what a page loads first.
 */
async function joinChunks(outputs: Outputs, place: (chunks: Chunks) => void): Promise<void> {
  const chunks = new Map<string, Chunk>();
  for (const [path, output] of Object.entries(outputs)) {
    if (!isChunk(output)) continue;
    const name = basename(path);
    chunks.set(name, { exports: output.exports, prefix: `$${chunks.size}_`, file: 'shared.js' });
  }
  place(chunks);
  for (const file of new Set([...chunks.values()].map((chunk) => chunk.file))) {
    const lines = [...chunks].flatMap(([name, { exports, prefix, file: its }]) => {
      const names = exports.map((exported) => `${exported} as ${prefix}${exported}`);
      return its === file ? [`export { ${names.join(', ')} } from './${name}';`] : [];
    });
    const stdin = { contents: lines.join('\n'), resolveDir: splitFolder };
    await build({ ...common, stdin, outfile: `dist/${file}`, plugins: [later, chunksFrom(file, chunks)] });
  }
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue;
    const outfile = relative(splitFolder, path);
    const plugins = [later, chunksFrom(outfile, chunks)];
    await build({ ...common, entryPoints: [path], outfile: join('dist', outfile), plugins });
  }
}

function placeShared(outputs: Outputs, chunks: Chunks): void {
  for (const group of apart.map((names) => names.split('+')))
    for (const entry of group) placeApart(`${entry}/index`, `shared-${group[0]}.js`, outputs, chunks);
  placeLater(outputs, chunks);
}

/** Moves the chunks of an entry from the shared file to `file`. */
function placeApart(entry: string, file: string, outputs: Outputs, chunks: Chunks): void {
  for (const chunk of chunksOf(entry, outputs, chunks)) if (chunk.file === 'shared.js') chunk.file = file;
}

/** What the main entry does not import is not a part of the file that it loads. Drivers load less of it. */
function placeLater(outputs: Outputs, chunks: Chunks): void {
  const now = chunksOf('index', outputs, chunks);
  const ofDrivers = chunksOf('driver/index', outputs, chunks);
  // Rolldown keeps what a file loads later, also where nothing reaches it: a light program has no such file.
  const ofLight = chunksOf('light/index', outputs, chunks);
  for (const chunk of chunks.values()) {
    if (chunk.file !== 'shared.js' || now.has(chunk)) continue;
    const others = ofLight.has(chunk) ? 'shared-light.js' : 'shared-later.js';
    chunk.file = ofDrivers.has(chunk) ? 'shared-driver.js' : others;
  }
}

/** The chunks that an entry imports, also through others. */
function chunksOf(entry: string, outputs: Outputs, chunks: Chunks): ReadonlySet<Chunk> {
  const found = new Set<Chunk>();
  const visit = (path: string) => {
    for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
      const chunk = chunks.get(basename(next));
      if (external || kind !== 'import-statement' || chunk === undefined || found.has(chunk)) continue;
      found.add(chunk);
      visit(next);
    }
  };
  const [path] = Object.entries(outputs).find(([, output]) => output.entryPoint === entries[entry]) ?? [];
  if (path !== undefined) visit(path);
  return found;
}

/** Takes what a file of dist imports from a chunk from the file with that chunk. */
function chunksFrom(outfile: string, chunks: Chunks): Plugin {
  const namespace = 'shared';
  const sideEffects = false;
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /chunk-\w+\.js$/ }, ({ path }) => {
        const name = basename(path);
        if (chunks.get(name)?.file === outfile) return undefined;
        return { path: name, namespace, sideEffects };
      });
      onResolve({ filter: /^shared/, namespace }, ({ path }) => {
        const folder = relative(dirname(outfile), '') || '.';
        return { path: `${folder}/${path}`, external: true, sideEffects };
      });
      onLoad({ filter: /./, namespace }, ({ path }) => {
        const chunk = chunks.get(path);
        if (chunk === undefined) return undefined;
        const names = chunk.exports.map((exported) => `${chunk.prefix}${exported} as ${exported}`);
        return { contents: `export { ${names.join(', ')} } from '${chunk.file}';` };
      });
    },
  };
}

/** Compiled-in packages keep their licences: a file next to the bundles has the texts. */
function writeLicences(inputs: readonly string[]): void {
  const folders = new Set(
    inputs.map((input) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter(Boolean),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    // Some packages leave the file of their repository out; those are in `scripts/licences`.
    const file = [
      ...['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license'].map((option) => `${folder}/${option}`),
      join(import.meta.dirname, 'licences', `${name}.txt`),
    ].find(existsSync);
    if (file === undefined) throw new Error(`${name} is compiled in, but has no licence file`);
    return `${name} ${version} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  if (texts.length > 0) writeFileSync('dist/THIRD-PARTY-LICENSES.txt', texts.join(`\n${'-'.repeat(78)}\n\n`));
}
