// Builds the package in the current folder: one bundle per published entry (esbuild; packages that are not
// dependencies are compiled in, see docs/decisions/0001), the same with static imports and without copies
// (0061), and declarations in the shape of the sources (tsc), those that an entry leads to.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { buildSplit, type Chunks, chunksOf, isChunk, joinChunks } from './build/join-chunks.ts';
import { writeLicences } from './build/licences.ts';
import { pureModules } from './build/pure.ts';
import {
  common,
  type EntryPoints,
  everywhere,
  manifest,
  type Outputs,
  oneFile,
  platform,
  splitFolder,
} from './build/settings.ts';
import { buildStatic, findUsers, importNow, type Kind } from './build/static-form.ts';
import { nameSources } from './name-sources.ts';
import { pruneDeclarations } from './prune-declarations.ts';

rmSync('dist', { recursive: true, force: true });
const published = entryPoints([manifest.exports, manifest.imports]);
const programs = entryPoints(manifest.bin);
const draft = await buildSplit(splitFolder, { ...published, ...programs });
rmSync(splitFolder, { recursive: true });
const later = laterPoints(draft.metafile);
const [together] = flag('together');
const isTogether = (name: string) => together !== undefined && name.endsWith(together);
const hasForm = (name: string) => !isTogether(name) && !flag('no-static').includes(name);
const formed = Object.fromEntries(Object.entries(published).filter(([name]) => hasForm(name)));
if (process.argv.includes('--alone')) {
  if (together !== undefined) await buildTogether();
  await buildAlone({ ...published, ...programs });
  // A program may load an entry later: that is the published file.
  const others = Object.entries(later).filter(([name]) => !(name in published));
  await buildStatic(formed, Object.fromEntries(others), draft.metafile, kindOf);
} else {
  await buildShared({ ...published, ...programs, ...later });
  const now = importNow(Object.values(formed), draft.metafile, oneFile);
  if (manifest.bin === undefined) await buildSplit('dist/static', formed, [now, pureModules(oneFile)]);
}
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

/** The values of `--name=one,two`. */
function flag(name: string): readonly string[] {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given?.split('=')[1]?.split(',') ?? [];
}

/** Every ./dist/*.js of a part of the manifest, with its source file. */
function entryPoints(part: unknown = {}): EntryPoints {
  const paths = [...JSON.stringify(part).matchAll(/"\.\/dist\/([^"]+)\.js"/g)];
  return Object.fromEntries(paths.map(([, name = '']) => [name, `src/${name}.ts`]));
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

function kindOf(name: string): Kind {
  if (name.startsWith('static/') || isProgram(name)) return 'full';
  if (basename(name) === 'operations') return 'operations';
  const [folder] = name.split('/');
  return folder === 'drivers' || `${folder}/index` in published ? 'own' : 'later';
}

/** Is this a command of a program? It loads the code that it needs. */
function isProgram(name: string): boolean {
  return Object.keys(programs).some((program) => dirname(program) === dirname(name));
}

/**
 * One file for each entry. Nothing is shared: an entry loads no other's code. Those of `--everywhere=` are
 * the same on all platforms: a condition chooses nothing in them.
 */
async function buildAlone(entries: EntryPoints): Promise<void> {
  for (const [name, path] of Object.entries(entries)) {
    if (isTogether(name)) continue;
    const outfile = `dist/${name}.js`;
    const settings = flag('everywhere').includes(name) ? everywhere : platform;
    await build({
      ...common,
      ...settings,
      entryPoints: [path],
      outfile,
      plugins: [laterFrom(outfile), pureModules()],
    });
  }
}

/**
 * The entries whose names end with `--together=` share a file, and a second one for what most do not need:
 * each has little of its own, and twelve copies of the rest would be most of the package. They load nothing
 * later.
 */
async function buildTogether(): Promise<void> {
  const own = Object.fromEntries(Object.entries(published).filter(([name]) => isTogether(name)));
  const now = importNow(Object.values(own), draft.metafile, oneFile);
  const { outputs } = (await buildSplit(splitFolder, own, [now, pureModules(oneFile)])).metafile;
  const usersOf = findUsers(outputs);
  const isRare = (name: string) => (usersOf.get(name)?.length ?? 0) <= Object.keys(own).length / 2;
  await joinChunks('dist', outputs, (chunks) => {
    for (const [name, chunk] of chunks) chunk.file = `shared-${isRare(name) ? 'rare-' : ''}${together}.js`;
  });
}

/** What is loaded later from a file in dist: the path of its source, seen from there. */
function laterFrom(outfile: string): Plugin {
  return {
    name: 'later-from',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const target = join('dist', relative('src', join(resolveDir, path)));
        const from = relative(dirname(outfile), target).replaceAll('\\', '/').replace(/\.ts$/, '.js');
        return { path: from.startsWith('.') ? from : `./${from}`, external: true };
      }),
  };
}

/** Files with the shared code of entries. A program loads only the code that its command needs. */
async function buildShared(entries: EntryPoints): Promise<void> {
  const { outputs } = (await buildSplit(splitFolder, entries)).metafile;
  if (manifest.bin === undefined && Object.values(outputs).filter(isChunk).length > 1)
    return joinChunks('dist', outputs, (chunks) => placeShared(outputs, chunks));
  await buildSplit('dist', entries);
  rmSync(splitFolder, { recursive: true });
}

/**
 * What the entries after `--apart=` use is in files of its own, one for each group like `one+other`: bundlers
 * that split take a whole file into what a page loads first. What the main entry does not import is not a
 * part of the file that it loads. Drivers load less of it.
 */
function placeShared(outputs: Outputs, chunks: Chunks): void {
  const of = (entry: string) => chunksOf(join(splitFolder, `${entry}.js`), outputs);
  const [now, ofDrivers, onNode] = [of('index'), of('driver/index'), of('pipeline/transport-node')];
  const ofLight = new Set([...of('light/index'), ...of('light/transport-fetch')]);
  const groups = flag('apart').map((names) => names.split('+'));
  for (const [name, chunk] of chunks) {
    const group = groups.find((entries) => entries.some((entry) => of(`${entry}/index`).has(name)));
    // Rolldown keeps what a file loads later, also where nothing reaches it. A light program loads nothing.
    const others = ofLight.has(name) ? 'light' : 'later';
    const isOfNode = onNode.has(name) && ![...now, ...ofDrivers, ...ofLight].includes(name);
    if (group) chunk.file = `shared-${group[0]}.js`;
    else if (isOfNode) chunk.file = 'pipeline/transport-node.js';
    else if (!now.has(name)) chunk.file = `shared-${ofDrivers.has(name) ? 'driver' : others}.js`;
  }
}
