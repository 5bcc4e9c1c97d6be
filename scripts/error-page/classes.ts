// The error classes of all packages, as their sources declare and document them.
import { readdirSync, readFileSync } from 'node:fs';
import type { OrgErrorCode } from '@org/core';
import { root } from '../package-entries.ts';

export interface ErrorClass {
  readonly code: OrgErrorCode;
  readonly name: string;
  /** `@org/core`. */
  readonly from: string;
  /** The documentation of the class, as one paragraph. */
  readonly meaning: string;
}

const packages = ['core', 'email', 'routing', 'realtime'] as const;

const declaration = new RegExp(
  [
    /^\/\*\*(?<comment>.*?)\*\/\nexport class \w+ extends \w*Error \{\n/,
    / {2}static override readonly family: string = '(?<name>\w+)';\n/,
    / {2}(?:declare|override) readonly code(?::| =) (?<codes>[^;]+);/,
  ]
    .map(({ source }) => source)
    .join(''),
  's',
);

/** Sorted by code within a package. */
export function errorClasses(): readonly ErrorClass[] {
  return packages.flatMap((name) =>
    sourcesOf(name)
      .flatMap((text) => text.split(/^(?=\/\*\*)/m))
      .flatMap((part) => readClass(part, `@org/${name}`))
      .sort((left, right) => (left.code < right.code ? -1 : 1)),
  );
}

function sourcesOf(name: string): readonly string[] {
  const folder = `${root}packages/${name}/src/`;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(folder + path, 'utf8'));
}

function readClass(part: string, from: string): readonly ErrorClass[] {
  const { comment = '', name = '', codes = '' } = declaration.exec(part)?.groups ?? {};
  // The first is of the class itself, the others of its subclasses.
  const code = /'([\w-]+)'/.exec(codes)?.[1] as OrgErrorCode | undefined;
  return code === undefined ? [] : [{ code, name, from, meaning: paragraphOf(comment) }];
}

function paragraphOf(comment: string): string {
  return comment
    .replace(/^ *\* ?/gm, '')
    .replace(/@public/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
