import { readFileSync } from 'node:fs';
import type { BuildOptions, Metafile } from 'esbuild';

/** Names of output files, without the ending, and their sources. */
export type EntryPoints = Readonly<Record<string, string>>;
export type Outputs = Metafile['outputs'];

/** Of the package in the current folder. */
export const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

// An entry that imports the package by its name uses that entry's file.
const others = { ...manifest.dependencies, ...manifest.peerDependencies, [manifest.name]: '' };
const external = Object.keys(others).flatMap((name) => [name, `${name}/*`]);

/** Modules that Node chooses among published files by its conditions. */
const chosenByConditions = Object.entries(manifest.imports ?? {})
  .filter(([, files]) => JSON.stringify(files).includes('./dist/'))
  .map(([name]) => name);

/** Where files lie between two steps. */
export const splitFolder = '.dist-split';

// Not minified: Node prints the line that threw when nobody catches an error, and people read it.
export const common = {
  bundle: true,
  format: 'esm',
  target: 'es2023',
  external: [...external, ...chosenByConditions, 'node:*', 'vitest'],
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  // An entry imports the chunks that it needs; joined, they are one.
  logOverride: { 'ignored-bare-import': 'silent' },
} satisfies BuildOptions;

export const platform = {
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['import', 'module'],
  define: { __PACKAGE_VERSION__: JSON.stringify(manifest.version) },
} satisfies BuildOptions;

/** In the form for one file. */
export const oneFile = { ...platform.define, __ONE_FILE__: 'true' };

/** For an entry that has what other platforms get, on Node too. */
export const everywhere = {
  ...platform,
  external: common.external.filter((name) => !chosenByConditions.includes(name)),
  conditions: [...platform.conditions, '@org/source'],
} satisfies BuildOptions;
