import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = 'docs/promises.md';

interface Promised {
  readonly id: string;
  /** The promise, its figure and its measurement: one text each. */
  readonly texts: readonly string[];
  readonly files: readonly string[];
}

/** The sections of the page: an id, the promise, and the items Figure, Measured and Tests. */
const promised: readonly Promised[] = readFileSync(join(root, page), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [head = '', figure = '', measured = '', tests = ''] = section.split(
      /^- (?:Figure|Measured|Tests):/m,
    );
    const [id = '', text = ''] = head.split('\n\n');
    const files = [...tests.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    return { id, texts: [text, figure, measured].map((part) => part.trim()), files };
  });

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

it('every promise is there once, with a figure, what was measured, and its tests', () => {
  expect(promised.length).toBeGreaterThan(40);
  expect(new Set(promised.map(({ id }) => id)).size).toBe(promised.length);
  for (const { id, texts, files } of promised) {
    expect(id).toMatch(/^[A-Z]\d+$/);
    expect(
      texts.filter((text) => text === ''),
      `${id} in ${page}`,
    ).toEqual([]);
    expect(files.length, `${id} in ${page}`).toBeGreaterThan(0);
  }
});

it('C1 to C20 are all there', () => {
  const ids = promised.map(({ id }) => id);
  expect(Array.from({ length: 20 }, (_, index) => `C${index + 1}`).filter((id) => !ids.includes(id))).toEqual(
    [],
  );
});

it('every file that is named is there and has a test with the id', () => {
  const wrong = promised.flatMap(({ id, files }) =>
    files.filter((file) => carried.get(file)?.has(id) !== true).map((file) => `${id}: ${file}`),
  );
  expect(wrong).toEqual([]);
});

it('every id that a test carries is on the page', () => {
  const known = new Set(promised.map(({ id }) => id));
  const missing = [...carried].flatMap(([file, ids]) =>
    [...ids].filter((id) => !known.has(id)).map((id) => `${id} in ${file}: add it to ${page}`),
  );
  expect(missing).toEqual([]);
});
