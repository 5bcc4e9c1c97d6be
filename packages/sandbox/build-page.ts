// Builds the files of the page: `node build-page.ts` writes them into dist/page/app, compressed. A program
// that runs from the sources gets them through this module, built in memory.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const { version } = JSON.parse(readFileSync(pathOf('../realtime/package.json'), 'utf8'));

/** Parts of a client that load later, and that the page's one never needs: it has no user and no keys. */
const unneeded: Plugin = {
  name: 'unneeded',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(?:encrypted-inbound|user-room|refetcher|diagnose)\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
};

/** The data of caniemail.com without what the HTML check does not read. */
function trimCaniemail(): Uint8Array {
  const text = readFileSync(pathOf('node_modules/caniemail/data/caniemail.json'), 'utf8');
  const { last_update_date, nicenames, data } = JSON.parse(text);
  const kept = (data as readonly Record<string, unknown>[]).flatMap(
    ({ slug, title, description, url, category, tags, stats, notes_by_num }) =>
      category === 'others' ? [] : [{ slug, title, description, url, category, tags, stats, notes_by_num }],
  );
  return new TextEncoder().encode(JSON.stringify({ last_update_date, nicenames, data: kept }));
}

/** The file of a name that a check loads. */
export async function readPageFile(name: string): Promise<Uint8Array> {
  if (name !== 'caniemail.json') throw new TypeError(`There is no file ${name} of the page.`);
  return trimCaniemail();
}

let built: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

/** The script and the style of the page, by name. */
export function readPageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  built ??= buildFiles();
  return built;
}

async function buildFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: {
      app: pathOf('src/page/app/main.tsx'),
      client: pathOf('src/page/app/client/client-code.ts'),
    },
    outdir: pathOf('dist/page/app'),
    tsconfig: pathOf('tsconfig.json'),
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    // A program that runs from the sources may have no built packages.
    conditions: ['@org/source'],
    define: { __PACKAGE_VERSION__: JSON.stringify(version) },
    plugins: [unneeded],
    legalComments: 'none',
    logLevel: 'warning',
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = pathOf('dist/page/app/');
  mkdirSync(folder, { recursive: true });
  const files = [...(await readPageFiles()), ['caniemail.json', trimCaniemail()] as const];
  for (const [name, contents] of files)
    writeFileSync(`${folder}${name}.gz`, gzipSync(contents, { level: 9 }));
  // Preact and the data of caniemail.com are compiled in. The package of the data leaves out their licence.
  const licences = { preact: [], caniemail: ['../../scripts/licences/caniemail-data.txt'] };
  for (const [name, more] of Object.entries(licences)) {
    const texts = [`node_modules/${name}/LICENSE`, ...more].map((path) => readFileSync(pathOf(path), 'utf8'));
    writeFileSync(`${folder}LICENSE-${name}.txt`, texts.join('\n\n'));
  }
}
