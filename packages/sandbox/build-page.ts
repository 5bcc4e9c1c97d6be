// Builds the files of the page: `node build-page.ts` writes them into dist/page/app. A program that runs from
// the sources gets them through this module, built in memory.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

let built: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

/** The script and the style of the page, by name. */
export function readPageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  built ??= buildFiles();
  return built;
}

async function buildFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: { app: pathOf('src/page/app/main.tsx') },
    outdir: pathOf('dist/page/app'),
    tsconfig: pathOf('tsconfig.json'),
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = pathOf('dist/page/app/');
  mkdirSync(folder, { recursive: true });
  for (const [name, contents] of await readPageFiles()) writeFileSync(`${folder}${name}`, contents);
  // Preact is compiled in.
  writeFileSync(`${folder}LICENSE-preact.txt`, readFileSync(pathOf('node_modules/preact/LICENSE')));
}
