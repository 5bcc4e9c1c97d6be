import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = 'docs/promises.md';

interface Row {
  readonly id: string;
  readonly cells: readonly string[];
  readonly files: readonly string[];
}

const rows: readonly Row[] = readFileSync(join(root, page), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]\d+ \|/.test(line))
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const files = [...(cells[5] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    return { id: cells[1] ?? '', cells: cells.slice(1, -1), files };
  });

/** The ids in the names of a file's tests: text in quotes that begins with one, perhaps after a word of its own (`security: C14: …`). */
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

it('every promise is told once, with a figure, what was measured, and its tests', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const { id, cells, files } of rows) {
    expect(cells.length, `${id} in ${page}`).toBe(5);
    expect(
      cells.filter((cell) => cell === ''),
      `${id} in ${page}`,
    ).toEqual([]);
    expect(files.length, `${id} in ${page}`).toBeGreaterThan(0);
  }
});

it('C1 to C20 are all there', () => {
  const ids = rows.map(({ id }) => id);
  expect(Array.from({ length: 20 }, (_, index) => `C${index + 1}`).filter((id) => !ids.includes(id))).toEqual(
    [],
  );
});

it('every file that is named is there and has a test with the id', () => {
  const wrong = rows.flatMap(({ id, files }) =>
    files.filter((file) => carried.get(file)?.has(id) !== true).map((file) => `${id}: ${file}`),
  );
  expect(wrong).toEqual([]);
});

it('every id that a test carries has its row', () => {
  const told = new Set(rows.map(({ id }) => id));
  const missing = [...carried].flatMap(([file, ids]) =>
    [...ids].filter((id) => !told.has(id)).map((id) => `${id} in ${file}: add a row to ${page}`),
  );
  expect(missing).toEqual([]);
});
