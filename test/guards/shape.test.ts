import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles, sourceFiles } from './source-files.ts';

const mostColumns = 110;
const mostLines = 250;
const mostFiles = 22;

// Functions of at most 60 lines are a rule of biome.json.
describe('the shape of a file', () => {
  it(`no line has more than ${mostColumns} columns, except for a URL that cannot be broken`, () => {
    const wide = repositoryFiles(/\.(?:tsx?|mjs|md|css|html)$/)
      .filter(({ path }) => !path.endsWith('CHANGELOG.md'))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .map((line, index) => ({ at: `${path}:${index + 1}`, line }))
          .filter(({ line }) => line.length > mostColumns && !/^\W*\S*https?:\/\/\S+$/.test(line)),
      );
    expect(wide.map(({ at }) => at)).toEqual([]);
  });

  it(`a source file has at most ${mostLines} lines: one idea`, () => {
    const long = sourceFiles().filter(({ text }) => text.trimEnd().split('\n').length > mostLines);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it(`a folder has at most ${mostFiles} source files`, () => {
    const counts = new Map<string, number>();
    for (const { path } of sourceFiles()) {
      const folder = posix.dirname(path);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > mostFiles)).toEqual([]);
  });
});
