import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { checkSync as CheckSync } from 'recheck';
import { parseAst } from 'vitest/node';
import { repositoryFiles } from './source-files.ts';

/** A regular expression of the sources. */
export interface Pattern {
  /** As it stands in the code: `/a+/g`. */
  readonly literal: string;
  readonly source: string;
  readonly flags: string;
  /** The files that have it. */
  readonly paths: readonly string[];
}

/** Every literal regular expression of the packages, once, in their order. */
export function patternsOfSources(): readonly Pattern[] {
  const patterns = new Map<string, Pattern & { paths: string[] }>();
  const files = repositoryFiles(/^packages\/[^/]+\/src\/.*\.tsx?$/);
  for (const { path, text } of files.filter((file) => !/\.test(?:-d)?\.tsx?$/.test(file.path))) {
    const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
    for (const { pattern: source, flags } of literalsIn(tree)) {
      const literal = `/${source}/${flags}`;
      const known = patterns.get(literal) ?? { literal, source, flags, paths: [] };
      patterns.set(literal, known);
      if (!known.paths.includes(path)) known.paths.push(path);
    }
  }
  return [...patterns.values()].sort((a, b) => (a.literal < b.literal ? -1 : 1));
}

interface RegularExpression {
  readonly pattern: string;
  readonly flags: string;
}

function* literalsIn(node: unknown): Generator<RegularExpression> {
  if (typeof node !== 'object' || node === null) return;
  const { regex } = node as { readonly regex?: RegularExpression };
  if (regex !== undefined) yield regex;
  for (const child of Object.values(node)) yield* literalsIn(child);
}

const require = createRequire(import.meta.url);
// The package's own entry starts Java or a binary; this one is all of it in JavaScript.
const { checkSync } = require('recheck/lib/browser.js') as { readonly checkSync: typeof CheckSync };

/** The checker that finds expressions slow or linear. */
export const checkerVersion = `recheck ${(require('recheck/package.json') as { version: string }).version}`;

/** The expressions that were proven to be linear, and the checker that did. */
export function linearExpressions() {
  const text = readFileSync(new URL('linear-expressions.txt', import.meta.url), 'utf8');
  const [head = '', ...literals] = text.trimEnd().split('\n');
  return { checker: head.slice('# '.length), literals: new Set(literals) };
}

/** Why the time of a search may grow faster than its text; `undefined` for a pattern that is linear. */
export function slownessOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | undefined {
  // Only counts end a search: on a busy machine one that ended by its time would be taken for a slow one.
  const byCount = { attackTimeout: null, incubationTimeout: null };
  const found = checkSync(source, flags, { timeout: 240_000, ...byCount });
  return found.status === 'safe'
    ? undefined
    : found.status === 'unknown'
      ? 'unknown'
      : found.complexity.summary;
}

/** Expressions that may be slow, with their files: each sees only short text of the program's own options. */
export const ownText: ReadonlyMap<string, readonly string[]> = new Map([
  // Base URLs and their paths.
  [
    String.raw`/\/+$/`,
    [
      'packages/core/src/pipeline/http-request.ts',
      'packages/core/src/polling/monitor-request.ts',
      'packages/routing/src/drivers/openrouteservice/service/paths.ts',
      'packages/routing/src/drivers/osrm/service/data-sets.ts',
    ],
  ],
  // The mount of a secret engine.
  [String.raw`/^\/+|\/+$/g`, ['packages/core/src/secrets/vault.ts']],
]);
