import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('JSON of other programs', () => {
  it('is parsed up to 500 levels', () => {
    expect(JSON.stringify(parseJson(nest(500)))).toBe(nest(500));
    for (const levels of [501, 100_000]) {
      expect(() => parseJson(nest(levels))).toThrow(SyntaxError);
      expect(() => parseJson(`{"a":${nest(levels)}}`)).toThrow('nested deeper than 500 levels');
      expect(() => parseJson(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)).toThrow('deeper');
    }
  });

  it('counts no brackets in texts, and none that are closed', () => {
    for (const text of ['[', '{', '\\"[', '\\\\', '"[{'.repeat(9)].map((part) => part.repeat(2000)))
      expect(parseJson(JSON.stringify([text, text]))).toEqual([text, text]);
    const wide = Array.from({ length: 3000 }, () => [{}]);
    expect(parseJson(JSON.stringify(wide))).toEqual(wide);
  });

  it.each(['"', '["a', '[[[', '"\\'])('is a SyntaxError, whatever follows %s', (text) => {
    expect(() => parseJson(text.repeat(2000))).toThrow(SyntaxError);
  });
});
