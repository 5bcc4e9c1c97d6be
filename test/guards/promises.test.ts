import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = 'docs/promises.md';

/** The items of the page: an id and its promise. */
const promised = [...readFileSync(join(root, page), 'utf8').matchAll(/^- \*\*([A-Z]\d+)\*\* (.*)$/gm)].map(
  ([, id = '', text = '']) => ({ id, text }),
);

/** The ids in the names of a file's tests: quoted text that begins with one, or with `security: C14: …`. */
function idsIn(file: string): Set<string> {
  const source = readFileSync(join(root, file), 'utf8');
  return new Set(
    [...source.matchAll(/['"`](?:[^'"`\n]*\s)?([CERWSP]\d{1,2}): /g)].map((match) => match[1] ?? ''),
  );
}

const carried = new Map(
  globSync('{packages/*/{src,test},test}/**/*.{test,deep}.ts', { cwd: root })
    .map((file) => relative('.', file))
    .filter((file) => !file.includes('node_modules') && !file.startsWith('test/guards/'))
    .map((file) => [file, idsIn(file)] as const),
);

it('every promise is there once', () => {
  expect(promised.length).toBeGreaterThan(70);
  expect(new Set(promised.map(({ id }) => id)).size).toBe(promised.length);
});

it('C1 to C20 are all there', () => {
  const ids = promised.map(({ id }) => id);
  expect(Array.from({ length: 20 }, (_, index) => `C${index + 1}`).filter((id) => !ids.includes(id))).toEqual(
    [],
  );
});

it('every promise has a test with its id', () => {
  const tested = new Set([...carried.values()].flatMap((ids) => [...ids]));
  expect(promised.filter(({ id }) => !tested.has(id))).toEqual([]);
});

it('every id that a test carries is on the page', () => {
  const known = new Set(promised.map(({ id }) => id));
  const missing = [...carried].flatMap(([file, ids]) =>
    [...ids].filter((id) => !known.has(id)).map((id) => `${id} in ${file}: add it to ${page}`),
  );
  expect(missing).toEqual([]);
});
