import { expect, it } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

const unionPath = 'packages/core/src/errors/error-code.ts';

/** The codes that the error classes of a file have at run time: declared, or of their family. */
function codesOf({ text }: SourceFile): readonly string[] {
  return text.split(/^(?=export class )/m).flatMap((part) => {
    const family = /static (?:override )?readonly family: string = '(\w+)Error'/.exec(part)?.[1];
    const own = /override readonly code = '([\w-]+)'/.exec(part)?.[1];
    const ofFamily = family?.replace(/\B[A-Z]/g, '-$&').toLowerCase();
    return own ?? (ofFamily === 'org' ? 'error' : ofFamily) ?? [];
  });
}

it('OrgErrorCode has the code of each error class of all packages, and no other one', () => {
  const union = sourceFiles().find(({ path }) => path === unionPath)?.text ?? '';
  const codes = sourceFiles().flatMap(codesOf);
  expect(codes.length).toBeGreaterThan(45);
  expect([...union.matchAll(/\| '([\w-]+)'/g)].map(([, code]) => code)).toEqual(codes.sort());
});
