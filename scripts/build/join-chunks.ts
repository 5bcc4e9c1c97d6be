import { rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { pureModules } from './pure.ts';
import { common, type EntryPoints, type Outputs, platform, splitFolder } from './settings.ts';

/** What several entries share: the file that gets it, and the beginning of its names there. */
export interface Chunk {
  readonly exports: readonly string[];
  readonly prefix: string;
  file: string;
}
export type Chunks = ReadonlyMap<string, Chunk>;

/** One file for each entry, and one for each set of entries that share something. */
export function buildSplit(outdir: string, entryPoints: EntryPoints, plugins: Plugin[] = []) {
  return build({
    ...common,
    ...platform,
    entryPoints,
    outdir,
    splitting: true,
    plugins: [...plugins, pureModules()],
  });
}

/**
 * Puts the code that entries share into few files: Node takes as long to load a file as to compile thirty
 * thousand characters. `place` chooses the file of each chunk, which may be the file of an entry.
 */
export async function joinChunks(
  folder: string,
  outputs: Outputs,
  place: (chunks: Chunks) => void,
): Promise<void> {
  const chunks = new Map<string, Chunk>();
  for (const [path, output] of Object.entries(outputs)) {
    if (!isChunk(output)) continue;
    const name = basename(path);
    chunks.set(name, { exports: output.exports, prefix: `$${chunks.size}_`, file: 'shared.js' });
  }
  place(chunks);
  const entries = new Map<string, readonly string[]>();
  for (const [path, { entryPoint, exports }] of Object.entries(outputs))
    if (entryPoint !== undefined) entries.set(relative(splitFolder, path).replaceAll('\\', '/'), exports);
  const files = new Set([...[...chunks.values()].map((chunk) => chunk.file), ...entries.keys()]);
  for (const file of files) {
    const lines = [...chunks].flatMap(([name, { exports, prefix, file: its }]) => {
      const names = exports.map((exported) => `${exported} as ${prefix}${exported}`);
      return its === file ? [`export { ${names.join(', ')} } from './${name}';`] : [];
    });
    const own = entries.get(file);
    if (own !== undefined) lines.push(`export { ${own.join(', ')} } from './${file}';`);
    const stdin = { contents: lines.join('\n'), resolveDir: splitFolder };
    await build({
      ...common,
      stdin,
      outfile: join(folder, file),
      plugins: [chunksFrom(file, chunks)],
    });
  }
  rmSync(splitFolder, { recursive: true });
}

export function isChunk({ entryPoint, exports, bytes }: Outputs[string]): boolean {
  return entryPoint === undefined && exports.length > 0 && bytes > 0;
}

/** The names of the chunks that a file imports, also through others. */
export function chunksOf(path: string, outputs: Outputs, found = new Set<string>()): ReadonlySet<string> {
  for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
    const name = basename(next);
    if (external || kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    chunksOf(next, outputs, found);
  }
  return found;
}

/** Takes what a file imports from a chunk from the file with that chunk. What it loads later stays a file. */
function chunksFrom(outfile: string, chunks: Chunks): Plugin {
  const namespace = 'shared';
  const sideEffects = false;
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const from = relative(join(splitFolder, dirname(outfile)), join(resolveDir, path)).replaceAll(
          '\\',
          '/',
        );
        return { path: from.startsWith('.') ? from : `./${from}`, external: true };
      });
      onResolve({ filter: /chunk-\w+\.js$/ }, ({ path }) => {
        const name = basename(path);
        if (chunks.get(name)?.file === outfile) return undefined;
        return { path: name, namespace, sideEffects };
      });
      onResolve({ filter: /./, namespace }, ({ path }) => {
        const folder = relative(dirname(outfile), '') || '.';
        return { path: `${folder}/${path}`, external: true, sideEffects };
      });
      onLoad({ filter: /./, namespace }, ({ path }) => {
        const chunk = chunks.get(path);
        // Nothing imports from a chunk without exports.
        if (chunk === undefined) return { contents: '' };
        const names = chunk.exports.map((exported) => `${chunk.prefix}${exported} as ${exported}`);
        return { contents: `export { ${names.join(', ')} } from '${chunk.file}';` };
      });
    },
  };
}
