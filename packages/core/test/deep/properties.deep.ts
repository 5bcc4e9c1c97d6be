import fc from 'fast-check';
import { describe, it } from 'vitest';
import { callProperties } from '../call-properties.ts';
import { envTextProperties } from '../env-text-properties.ts';
import { parserProperties } from '../parser-properties.ts';
import { retryProperties } from '../retry-properties.ts';

const numRuns = 25_000;

describe('C20: properties of the parsers and the retry rules, at length', () => {
  const all = { ...parserProperties, ...envTextProperties, ...retryProperties };
  it.each(Object.entries<fc.IRawProperty<unknown>>(all))('%s', (_name, property) => {
    fc.assert(property, { numRuns });
  });
});

describe('C20: properties of whole calls, at length', () => {
  it.each(Object.entries(callProperties))('%s', { timeout: 600_000 }, async (_name, property) => {
    await fc.assert(property, { numRuns: 5_000 });
  });
});
