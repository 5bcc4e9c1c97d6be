import { expect, it } from 'vitest';
import { codeOf, sourceFiles } from './source-files.ts';

// `Math.max(...list)`, `list.push(...others)` and `String.fromCharCode(...bytes)` throw a RangeError for more
// items than a call has arguments, about 120 000. Lines, tables and files of routing have more.
const spread =
  /\b(?:Math\.(?:max|min)|push|unshift|splice|fromCharCode|fromCodePoint)\([^()[\]{}]*?\.\.\.(?!\w*:)/g;

it('no list of any length is spread into the arguments of a call in routing', () => {
  const found = sourceFiles(/^packages\/routing\/src\/.*\.ts$/).flatMap((file) =>
    [...codeOf(file).matchAll(spread)].map(([call]) => `${file.path}: ${call}`),
  );
  expect(found).toEqual([]);
});
