import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { collectLeaks } from './leaks.ts';

const canary = 'canary/secret+1234';
const places = (value: unknown) => collectLeaks(value, [canary]).map(({ where, form }) => `${where} ${form}`);

describe('collectLeaks', () => {
  it('finds nothing in values without a canary', () => {
    expect(collectLeaks(new Error('harmless', { cause: { deep: ['values'] } }), [canary])).toEqual([]);
    expect(collectLeaks(undefined, [canary])).toEqual([]);
  });

  it('searches message, stack, causes and hidden properties', () => {
    expect(places(new Error(`key ${canary}`))).toEqual(
      expect.arrayContaining(['String plain', 'message plain', 'stack plain', 'util.inspect plain']),
    );
    expect(places(new Error('a', { cause: new Error('b', { cause: canary }) }))).toContain(
      'cause.cause plain',
    );
    const hidden = Object.defineProperty({}, 'note', { value: [canary], enumerable: false });
    expect(places(hidden)).toEqual(
      expect.arrayContaining(['util.inspect (hidden, getters) plain', 'note[0] plain']),
    );
    expect(places({ [Symbol('s')]: canary })).toContain('[Symbol(s)] plain');
    expect(places({ [canary]: 1 })).toContain(`${canary} (key) plain`);
  });

  it('searches collections, byte arrays, URLs and printed forms', () => {
    const query = new URLSearchParams({ key: canary });
    expect(places(new Headers({ authorization: `Bearer ${canary}` }))).toContain('{entries}[0][1] plain');
    expect(places(new URL(`https://a.example/?${query}`))).toContain('String url-encoded');
    expect(places({ bytes: new TextEncoder().encode(canary) })).toContain('bytes plain');
    expect(places(new Map([['a', new Set([canary])]]))).toContain('{entries}[0][1]{entries}[0] plain');
    expect(places({ toJSON: () => canary })).toContain('JSON.stringify plain');
    expect(places({ [Symbol.for('nodejs.util.inspect.custom')]: () => canary })).toContain(
      'util.inspect plain',
    );
    const throwing = Object.defineProperty({}, 'broken', {
      get: () => {
        throw new Error(canary);
      },
    });
    expect(places(throwing)).toContain('broken plain');
  });

  it('recognises encoded forms at any offset', () => {
    for (const user of ['', 'a', 'ab', 'abc']) {
      const encoded = Buffer.from(`${user}:${canary}!`);
      expect(places([encoded.toString('base64')]), user).toContain('[0] base64');
      expect(places([encoded.toString('base64url')]), user).toContain('[0] base64url');
      expect(places([encoded.toString('hex')]), user).toContain('[0] hex');
    }
    expect(places([encodeURIComponent(canary)])).toContain('[0] url-encoded');
  });

  it('terminates on cycles', () => {
    const cycle: Record<string, unknown> = { canary };
    cycle['self'] = cycle;
    expect(places(cycle)).toContain('canary plain');
  });

  it('rejects a canary that is too short', () => {
    expect(() => collectLeaks('', ['abc'])).toThrow(ConfigurationError);
  });
});
