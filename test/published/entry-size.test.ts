import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type OutputChunk, rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { publishedPackages } from '../../scripts/package-entries.ts';

/**
 * Each entry with everything that it may load, minified and gzipped, in thousands of bytes: the most that a
 * program pays for it. `size.test.ts` has the ceilings of whole programs; a ceiling here has some slack, for
 * fixes. Rolldown keeps ky, 7 kB, where only unreachable code loads it.
 */
const ceilings: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('entry-sizes.json', import.meta.url), 'utf8'),
);
const otherwise = 8;
const kilo = 1_000;

const entries = publishedPackages()
  .filter(({ name }) => name !== 'sandbox')
  .flatMap(({ entries }) => entries);
const isExternal = (path: string) => /^[^./\\]/.test(path) && !/^(?:@org\/|[A-Z]:)/.test(path);
const gzipped = (code: string | Uint8Array) => gzipSync(code, { level: 9 }).length / kilo;

async function sizeWithEsbuild(built: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [built],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import', 'module'],
    target: 'es2023',
    plugins: [
      {
        name: 'others',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ path }) => (isExternal(path) ? { path, external: true } : undefined)),
      },
    ],
  });
  return gzipped(outputFiles[0]?.contents ?? '');
}

async function sizeWithRolldown(built: string): Promise<number> {
  const bundle = await rolldown({
    input: built,
    // Not one that stands above the temporary folder.
    tsconfig: false,
    external: isExternal,
    logLevel: 'silent',
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'module', 'default'] },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  // Rolldown also writes a file for an `import()` that nothing reaches any more.
  const used = new Set<OutputChunk>([output[0]]);
  for (const { imports, dynamicImports } of used)
    for (const name of [...imports, ...dynamicImports]) {
      const chunk = chunks.get(name);
      if (chunk) used.add(chunk);
    }
  return gzipped([...used].map(({ code }) => code).join(''));
}

describe('the bytes of each entry', () => {
  it.each(entries)('$specifier, with esbuild and with rolldown', async ({ specifier, built }) => {
    const most = ceilings[specifier] ?? otherwise;
    expect(await sizeWithEsbuild(built)).toBeLessThanOrEqual(most);
    expect(await sizeWithRolldown(built)).toBeLessThanOrEqual(most);
  });

  it('no ceiling is of an entry that is gone', () => {
    const known = entries.map(({ specifier }) => specifier);
    expect(Object.keys(ceilings).filter((specifier) => !known.includes(specifier))).toEqual([]);
  });
});
