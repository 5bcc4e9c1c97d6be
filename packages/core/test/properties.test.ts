import fc from 'fast-check';
import { describe, it } from 'vitest';
import { envTextProperties } from './env-text-properties.ts';
import { parserProperties } from './parser-properties.ts';
import { retryProperties } from './retry-properties.ts';

// A failure prints its seed and the smallest counterexample. The deep suite has a hundred times as many runs.
const numRuns = 1_000;

describe('C20: properties of the parsers', () => {
  it.each(Object.entries<fc.IRawProperty<unknown>>({ ...parserProperties, ...envTextProperties }))(
    '%s',
    (_name, property) => {
      fc.assert(property, { numRuns });
    },
  );
});

describe('C20: properties of the retry rules', () => {
  it.each(Object.entries<fc.IRawProperty<unknown>>(retryProperties))('%s', (_name, property) => {
    fc.assert(property, { numRuns });
  });
});
