import { matchesGlob, posix } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFiles } from './source-files.ts';

interface Config {
  readonly include?: readonly string[];
  readonly compilerOptions?: { readonly allowJs?: boolean };
}

// Those that `npm test` passes to the compiler: of the packages, of the examples, of bench and of the rest.
const configs = repositoryFiles(/(?:^|\/)tsconfig\.json$/).map(({ path, text }) => {
  const { include = [], compilerOptions } = JSON.parse(text) as Config;
  return { folder: posix.dirname(path), include, types: compilerOptions?.allowJs ? /./ : /\.m?tsx?$/ };
});

function isChecked(path: string): boolean {
  return configs.some(({ folder, include, types }) => {
    const inside = posix.relative(folder, path);
    const covers = (pattern: string) =>
      pattern === '.' || inside.startsWith(`${pattern}/`) || matchesGlob(inside, pattern);
    return !inside.startsWith('..') && types.test(path) && include.some(covers);
  });
}

it('the compiler checks every program: sources, tests, scripts, configurations, examples, benchmarks', () => {
  // The .cjs files run inside the test programs of others, with what those have. Other tests write to folders
  // that begin with a dot.
  const programs = repositoryFiles(/^(?!.*\/\.).*\.m?[jt]sx?$/).map(({ path }) => path);
  expect(programs.length).toBeGreaterThan(1000);
  expect(programs.filter((path) => !isChecked(path))).toEqual([]);
});
