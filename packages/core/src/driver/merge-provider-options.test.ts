import { describe, expect, expectTypeOf, it } from 'vitest';
import type { HttpRequest } from '../http/request.ts';
import { mergeProviderOptions } from './merge-provider-options.ts';

const body = { options: { height: 3, avoid: ['tolls'] }, units: 'm', id: undefined };

describe('mergeProviderOptions()', () => {
  it('merges objects at any depth and changes neither argument', () => {
    const options = { options: { weight: 7, deep: { a: 1 } }, id: 'x', other: [1], none: undefined };
    const before = structuredClone([body, options]);
    expect(mergeProviderOptions(body, options)).toEqual({
      options: { height: 3, avoid: ['tolls'], weight: 7, deep: { a: 1 } },
      units: 'm',
      id: 'x',
      other: [1],
    });
    expect([body, options]).toEqual(before);
    expect(mergeProviderOptions(body, undefined)).toEqual(body);
  });

  it.each([
    ['a value', { units: 'km' }, 'providerOptions.units'],
    ['the same value', { units: 'm' }, 'providerOptions.units'],
    ['a value inside an object', { options: { height: 4 } }, 'providerOptions.options.height'],
    ['a list', { options: { avoid: ['ferries'] } }, 'providerOptions.options.avoid'],
    ['an object in place of a value', { units: { a: 1 } }, 'providerOptions.units'],
    ['a value in place of an object', { options: null }, 'providerOptions.options'],
  ])('refuses %s that the body has already, and names it', (_what, options, path) => {
    expect(() => mergeProviderOptions(body, options)).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        outcome: 'not-sent',
        issues: [expect.objectContaining({ path })],
        message: expect.stringContaining(path),
      }),
    );
  });

  it('joins the lists of named fields, without repeating a word', () => {
    const options = { options: { avoid: ['ferries', 'tolls'] } };
    expect(mergeProviderOptions(body, options, ['options.avoid'])).toMatchObject({
      options: { avoid: ['tolls', 'ferries'] },
    });
    for (const lists of [['other.avoid'], ['options'], []])
      expect(() => mergeProviderOptions(body, options, lists)).toThrow('providerOptions.options.avoid');
    const word = { options: { avoid: 'ferries' } };
    expect(() => mergeProviderOptions(body, word, ['options.avoid'])).toThrow(
      'providerOptions.options.avoid',
    );
  });

  it('takes a query, and returns one', () => {
    const query = mergeProviderOptions({ steps: true, exclude: undefined }, { exclude: 'toll' });
    expectTypeOf(query).toExtend<HttpRequest['query']>();
    expect(query).toEqual({ steps: true, exclude: 'toll' });
    expect(() => mergeProviderOptions({ steps: true }, { steps: false })).toThrow('providerOptions.steps');
  });

  it('takes a name of the prototype for a name like any other', () => {
    const merged = mergeProviderOptions({}, JSON.parse('{"__proto__":{"a":1},"constructor":2}'));
    expect(Object.keys(merged)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });
});
