import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { root } from '../../scripts/package-entries.ts';

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The sources of the packages, without tests. */
export function sourceFiles(pattern = /^packages\/[^/]+\/src\/.*\.tsx?$/): readonly SourceFile[] {
  return repositoryFiles(pattern).filter(({ path }) => !/\.test(?:-d)?\.ts$/.test(path));
}

/** The files that git knows, also those not yet added. */
export function repositoryFiles(pattern: RegExp): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => pattern.test(path) && existsSync(`${root}${path}`))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));
}

const imports = [
  /^(?:import|export)\s[^;'"]*?\bfrom\s+'([@\w#./:-]+)'/gm,
  /^import\s+'([@\w#./:-]+)'/gm,
  /\bimport\(\s*'([@\w#./:-]+)'\s*\)/g,
];

/** What a file imports or re-exports, types included. */
export function importsOf({ text }: SourceFile): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return imports.flatMap((pattern) => [...code.matchAll(pattern)].map(([, specifier]) => specifier ?? ''));
}

/** Code without comments and without what stands in quotes. */
export function codeOf({ text }: SourceFile): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
}
