import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';

const textOf = (path: string) => readFileSync(root + path, 'utf8');
// The programs of `bench` and CONTRIBUTING.md run with the Node of this repository.
const pages = globSync('{README.md,docs/**/*.md,packages/*/{README.md,docs/*.md}}', { cwd: root });
const texts = [...pages, ...globSync('packages/*/src/**/*.ts', { cwd: root })];

it('a page that runs a TypeScript file names the flag of Node 22.12 to 22.17', () => {
  const running = pages.filter((page) => /\bnode [\w./-]+\.m?ts\b/.test(textOf(page)));
  expect(running.length).toBeGreaterThan(5);
  expect(running.filter((page) => !textOf(page).includes('--experimental-strip-types'))).toEqual([]);
});

// `npm init` of today writes "type": "commonjs": a file `app.ts` with `import` does not run there.
it('a program of a reader is app.mts', () => {
  expect(texts.filter((path) => textOf(path).includes('node app.ts'))).toEqual([]);
});
