import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src/', import.meta.url));

it('no query of a driver has a field that may be missing', () => {
  const files = globSync('model/**/*.ts', { cwd: src }).map((file) => readFileSync(src + file, 'utf8'));
  const queries = files.flatMap((text) => [
    ...text.matchAll(/export interface (\w+Query|Checked\w+)\b[^{]*\{\n([\s\S]*?)\n\}\n/g),
  ]);
  expect(queries.length).toBeGreaterThan(12);
  const optional = queries.filter(([, , fields]) => /^ {2}readonly \w+\?:/m.test(fields ?? ''));
  expect(optional.map(([, name]) => name)).toEqual([]);
});
