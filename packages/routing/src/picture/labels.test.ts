import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitText, widthOf } from './labels.ts';

it('a text that is too wide ends with an ellipsis, in the space that it has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 40, max: 300 }), (text, width) => {
      const fitted = fitText(text, width);
      if (widthOf(text) <= width) expect(fitted).toBe(text);
      else {
        expect(widthOf(fitted)).toBeLessThanOrEqual(width);
        expect(text.startsWith(fitted.slice(0, -1))).toBe(true);
        const [next = ''] = Array.from(text.slice(fitted.length - 1).trimStart());
        expect(widthOf(fitted + next) > width || /\s/.test(text)).toBe(true);
      }
    }),
  );
});

it('a text of megabytes takes one pass', () => {
  expect(fitText('x'.repeat(5_000_000), 100)).toBe(`${'x'.repeat(12)}…`);
});
