import { dirname, join, relative } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { buildSplit, type Chunk, chunksOf, joinChunks } from './join-chunks.ts';
import { withoutEffects } from './pure.ts';
import { type EntryPoints, type Outputs, platform, splitFolder } from './settings.ts';

/** What a file is for. Code is placed by the first of the shared kinds that most of its users are. */
export type Kind = 'operations' | 'later' | 'own' | 'full';
const shared: readonly Kind[] = ['operations', 'later'];

/**
 * What entries load later, in files without copies; and in `static`, the entries that load something, with
 * static imports of it. A worker takes these, and drops what it does not use. Other programs take what they
 * load later, so its code is in few files: one of the operations of drivers, one of other modules.
 */
export async function buildStatic(
  published: EntryPoints,
  later: EntryPoints,
  draft: Metafile,
  kindOf: (name: string) => Kind,
): Promise<void> {
  const loads = (source: string) =>
    [...importedNow([source], draft.inputs)].some((path) =>
      draft.inputs[path]?.imports.some(({ kind, external }) => kind === 'dynamic-import' && !external),
    );
  const full = Object.entries(published).filter(([, source]) => loads(source));
  const entries = { ...Object.fromEntries(full.map(([name, path]) => [`static/${name}`, path])), ...later };
  const { metafile } = await buildSplit(splitFolder, entries, [importNow(Object.values(published), draft)]);
  const usersOf = findUsers(metafile.outputs);
  const names = Object.keys(entries);
  const files = new Map<string, string>();
  const place = (name: string, chunk: Chunk) => {
    const users = usersOf.get(name) ?? [];
    const count = (kind: Kind, of: readonly string[]) => of.filter((user) => kindOf(user) === kind).length;
    const most = shared.find((kind) => {
      // Each of many drivers uses few of its neighbours' modules.
      const few = kind === 'operations' ? count(kind, names) / 2 : 1;
      return count(kind, users) > Math.max(few, 1);
    });
    const loading = users.filter((user) => kindOf(user) !== 'full');
    const id = most ?? (loading.length > 0 ? loading : users).join();
    if (!files.has(id)) files.set(id, id in entries ? `${id}.js` : `shared-${most ?? files.size}.js`);
    chunk.file = files.get(id) ?? chunk.file;
  };
  await joinChunks('dist', metafile.outputs, (chunks) => {
    for (const [name, chunk] of chunks) place(name, chunk);
  });
}

/** The entries that import each chunk. */
export function findUsers(outputs: Outputs): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue;
    const entry = relative(splitFolder, path).replaceAll('\\', '/').replace(/\.js$/, '');
    for (const chunk of chunksOf(path, outputs)) users.set(chunk, [...(users.get(chunk) ?? []), entry]);
  }
  return users;
}

/** These sources, and what they import at once. */
function importedNow(sources: readonly string[], inputs: Metafile['inputs']): ReadonlySet<string> {
  const found = new Set(sources);
  for (const source of found)
    for (const { path, kind } of inputs[source]?.imports ?? [])
      if (kind === 'import-statement') found.add(path);
  return found;
}

/**
 * Makes each `import()` of these sources, and of what they import at once, a static import of the module's
 * names. A namespace would be an effect, which bundlers keep. What is loaded later may load more later.
 */
export function importNow(
  roots: readonly string[],
  { inputs, outputs }: Metafile,
  define = platform.define,
): Plugin {
  const sources = importedNow(roots, inputs);
  const names = new Map(Object.values(outputs).map(({ entryPoint, exports }) => [entryPoint, exports]));
  const toSource = (path: string) => relative('', path).replaceAll('\\', '/');
  return {
    name: 'import-now',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
        if (!sources.has(toSource(path))) return undefined;
        const imports: string[] = [];
        const contents = withoutEffects(path, define).replace(/\bimport\("(\.[^"]+)"\)/g, (_, from) => {
          const prefix = `$later${imports.length}_`;
          const of = names.get(toSource(join(dirname(path), from))) ?? [];
          imports.push(`import { ${of.map((name) => `${name} as ${prefix}${name}`)} } from '${from}';`);
          return `Promise.resolve({ ${of.map((name) => `${name}: ${prefix}${name}`)} })`;
        });
        return { contents: `${contents}\n${imports.join('\n')}`, loader: 'js' };
      }),
  };
}
