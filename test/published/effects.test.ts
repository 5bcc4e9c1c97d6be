import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';

/** What is left of one file for a program that uses none of its names: code with an effect. */
async function leftOf(file: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `import '${file}';`, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    minify: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'alone',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ importer, path }) =>
            importer === '<stdin>'
              ? { path: `${root}${path}`, sideEffects: true }
              : { path, external: true, sideEffects: false },
          ),
      },
    ],
  });
  return outputFiles[0]?.text.trim() ?? '';
}

describe('a bundler drops what a program does not use of', () => {
  it.each([
    'packages/core/dist/shared.js',
    'packages/core/dist/shared-driver.js',
    'packages/core/dist/shared-light.js',
    'packages/email/dist/driver.js',
    'packages/email/dist/shared-later.js',
    'packages/email/dist/shared-send.js',
    'packages/routing/dist/results/index.js',
  ])('%s', async (file) => {
    expect(await leftOf(file)).toBe('');
  });
});
