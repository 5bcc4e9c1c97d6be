import { expect, it } from 'vitest';
import { pathSegment } from './pipeline/http-request.ts';

it('an outside value stays one segment of a path', () => {
  expect(pathSegment('a/b?c#d e')).toBe('a%2Fb%3Fc%23d%20e');
});

it.each(['', '.', '..', '\ud800', undefined, null, 5])(
  '%j is refused: it would ask for something else',
  (id) => {
    expect(() => pathSegment(id as string)).toThrow(
      expect.objectContaining({ code: 'invalid-input', outcome: 'not-sent' }),
    );
  },
);
