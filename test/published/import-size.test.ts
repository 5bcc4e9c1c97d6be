import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

const kilo = 1_000;
const entries = publishedPackages()
  .filter(({ name }) => name !== 'sandbox')
  .flatMap(({ entries }) => entries)
  .filter(({ specifier }) => !specifier.endsWith('/testing'));
const builtOf = new Map(entries.map(({ specifier, built }) => [specifier, built]));
for (const { folder, manifest } of publishedPackages())
  for (const [specifier, { node }] of Object.entries(manifest.publishConfig.imports ?? {}))
    if (node !== undefined) builtOf.set(specifier, join(folder, node));

/** The files that Node loads for an import of `path`: its own and those of its packages. */
function filesOf(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(/(?:\bfrom|^import) "([^"]+)";$/gm)) {
    const file = specifier.startsWith('.') ? join(dirname(path), specifier) : builtOf.get(specifier);
    if (file !== undefined) filesOf(file, found);
  }
  return found;
}

/** Code without layout, which costs no measurable time to load. */
const codeOf = (path: string) =>
  transformSync(readFileSync(path, 'utf8'), { minifyWhitespace: true, minifySyntax: true }).code.length;

/**
 * All that Node loads for a light entry, core and its transport included: what a full one loads with its
 * first call is in it.
 * Loading a file takes about as long as compiling thirty thousand characters of it.
 */
const most: Readonly<Record<string, number>> = {
  '@org/core/light': 206 * kilo,
  '@org/email/elasticemail/send': 344 * kilo,
  '@org/email/mailgun/send': 424 * kilo,
  '@org/email/plunk/send': 347 * kilo,
  '@org/email/resend/send': 344 * kilo,
  '@org/email/sendgrid/send': 413 * kilo,
  '@org/email/ses/send': 421 * kilo,
  // The connection, TLS, proxies and the writer of mails.
  '@org/email/smtp/send': 465 * kilo,
};
const light = entries.filter(({ specifier }) => /\/(?:send|light)$/.test(specifier));

describe('what Node loads for a light entry', () => {
  it.each(light)('$specifier', ({ specifier, built }) => {
    const files = [...filesOf(built)];
    const code = files.reduce((sum, path) => sum + codeOf(path), 0);
    expect(code).toBeLessThanOrEqual(most[specifier] ?? 407 * kilo);
  });

  it('is in few files', () => {
    const counts = light.map(({ built }) => filesOf(built).size);
    expect(Math.max(...counts)).toBeLessThanOrEqual(20);
  });
});

describe('each file that an import loads', () => {
  const loaded = new Set(entries.flatMap(({ built }) => [...filesOf(built)]));

  it('is found through other files', () => {
    const names = [...loaded].map((path) => relative(root, path));
    for (const name of ['email/dist/shared-send', 'core/dist/shared-light', 'core/dist/shared-driver'])
      expect(names).toContain(`packages/${name}.js`);
  });

  it.each([...loaded].map((path) => relative(root, path)))(
    '%s makes V8 build no table of a Unicode property',
    (path) => {
      // V8 does so where it reads the expression, also in a function that is never called: 0.2 to 0.6 ms.
      expect(readFileSync(root + path, 'utf8').match(/(?<!\\)\\[pP]\{(?!ASCII\})[^}]*\}/g)).toBeNull();
    },
  );
});
