import { describe, expect, it } from 'vitest';
import {
  checkerVersion,
  linearExpressions,
  ownText,
  patternsOfSources,
  slownessOf,
} from './regular-expressions.ts';

// What `npm run test:full` found to be linear, and checks again in parts: all of it takes minutes.
const { checker, literals: linear } = linearExpressions();

describe('P6: a regular expression', () => {
  const patterns = patternsOfSources();

  it('that is new takes time in proportion to its text', () => {
    const unknown = patterns.filter(({ literal }) => !linear.has(literal) && !ownText.has(literal));
    const slow = unknown.flatMap((pattern) => {
      const slowness = slownessOf(pattern);
      return slowness === undefined ? [] : [`${pattern.literal} in ${pattern.paths.join(', ')}: ${slowness}`];
    });
    expect(slow).toEqual([]);
  });

  it('that may take longer sees text of our own, in the files that are named', () => {
    const found = patterns.filter(({ literal }) => ownText.has(literal));
    expect(new Map(found.map(({ literal, paths }) => [literal, paths]))).toEqual(ownText);
  });

  it('that is listed was checked by the checker that is installed', () => {
    expect(checker).toBe(checkerVersion);
  });

  it('that is slow is found', () => {
    const slow = (literal: RegExp) => slownessOf({ source: literal.source, flags: literal.flags });
    expect(slow(/-?\d+\.\d+/g)).toContain('polynomial');
    expect(slow(/^(?:a+)+$/)).toContain('exponential');
    expect(slow(/^a+$/)).toBeUndefined();
  });
});
