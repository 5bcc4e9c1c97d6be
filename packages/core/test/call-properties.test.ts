import fc from 'fast-check';
import { describe, it } from 'vitest';
import { callProperties } from './call-properties.ts';

// Each run is six calls with all that belongs to them. The deep suite tries many more.
const numRuns = 300;

describe('C20: properties of whole calls', () => {
  it.each(Object.entries(callProperties))('%s', async (_name, property) => {
    await fc.assert(property, { numRuns });
  });
});
