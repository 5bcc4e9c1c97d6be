import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorClasses } from '../../scripts/error-page/classes.ts';
import { errorPage } from '../../scripts/error-page/error-page.ts';
import { plainWords } from '../../scripts/error-page/plain-words.ts';
import { root } from '../../scripts/package-entries.ts';
import { sourceFiles } from './source-files.ts';

it('the page of errors says what the code says (renew with `pnpm api`)', () => {
  expect(readFileSync(`${root}packages/core/docs/errors.md`, 'utf8')).toBe(errorPage());
});

it('the page has every code once', () => {
  const union = sourceFiles(/^packages\/core\/src\/errors\/error-code\.ts$/)[0]?.text ?? '';
  const codes = [...union.matchAll(/\| '([\w-]+)'/g)].flatMap(
    ([, code]) => (code === undefined || code === 'error' ? [] : [code]), // that of the base class
  );
  const sections = [...errorPage().matchAll(/^### (.+)$/gm)].map(([, code]) => code);
  expect(sections.sort()).toEqual(codes);
  for (const { name, meaning } of errorClasses()) expect(meaning, name).toMatch(/[\w)`]\.$/);
});

it.each([
  [/\bdomain not found\b/i, '"domain not found"'],
  [/\baccount (?:is )?(?:disabled|suspended)\b|\bprobation\b/, '"account disabled/suspended" or "probation"'],
  [/unrecogni[sz]ed/, '"unrecognised"'],
  [/allowed: \d/, '"allowed: …"'],
  [/(?:)/, ''],
])('the words of %s are %s', (pattern, words) => {
  expect(plainWords(pattern)).toBe(words);
});
