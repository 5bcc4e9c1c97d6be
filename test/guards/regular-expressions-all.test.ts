import { expect, it } from 'vitest';
import { ownText, patternsOfSources, slownessOf } from './regular-expressions.ts';

it('P6: every regular expression takes time in proportion to its text', { timeout: 1_200_000 }, async () => {
  const checked = patternsOfSources().filter(({ literal }) => !ownText.has(literal));
  const linear = checked.filter((pattern) => slownessOf(pattern) === undefined);
  expect(checked.filter((pattern) => !linear.includes(pattern))).toEqual([]);
  // Renew the file with `npx vitest run --mode full -u regular-expressions-all`.
  await expect(`${linear.map(({ literal }) => literal).join('\n')}\n`).toMatchFileSnapshot(
    'linear-expressions.txt',
  );
});
