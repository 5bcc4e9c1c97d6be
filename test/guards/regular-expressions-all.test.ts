import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  checkerVersion,
  linearExpressions,
  ownText,
  patternsOfSources,
  slownessOf,
} from './regular-expressions.ts';

it('P6: every regular expression takes time in proportion to its text', { timeout: 1_200_000 }, async () => {
  const checked = patternsOfSources().filter(({ literal }) => !ownText.has(literal));
  const listed = linearExpressions();
  const proven = listed.checker === checkerVersion ? listed.literals : new Set<string>();
  // A proof of all takes minutes. A sixteenth of the list is proven again, another one after each change.
  const isOfShare = (literal: string) =>
    (createHash('sha1').update(`${checked.length} ${literal}`).digest()[0] ?? 0) < 16;
  const isLinear = (pattern: (typeof checked)[number]) =>
    (proven.has(pattern.literal) && !isOfShare(pattern.literal)) || slownessOf(pattern) === undefined;
  const linear = checked.filter(isLinear);
  expect(checked.filter((pattern) => !linear.includes(pattern))).toEqual([]);
  // Renew the file with `npx vitest run --mode full -u regular-expressions-all`.
  await expect(
    `# ${checkerVersion}\n${linear.map(({ literal }) => literal).join('\n')}\n`,
  ).toMatchFileSnapshot('linear-expressions.txt');
});
