import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isALabel } from './a-label.ts';

describe('E1: isALabel()', () => {
  // RFC 3492, section 7.1, samples A to L in lower case, and names in use.
  it.each([
    'xn--4ca',
    'xn--bcher-kva',
    'xn--fa-hia',
    'xn--e1afmkfd',
    'xn--p1ai',
    'xn--fsqu00a',
    'xn--ls8h',
    'xn--egbpdaj6bu4bxfgehfvwxn',
    'xn--ihqwcrb4cv8a8dqg056pqjye',
    'xn--4dbcagdahymbxekheh6e0a7fei0b',
    'xn--i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd',
    'xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa',
    'xn--b1abfaaepdrnnbgefbadotcwatmq2g4l',
    // Found by the property below: the case folding of Cherokee goes to upper case.
    'xn--58d2001a',
  ])('takes %s', (label) => {
    expect(isALabel(label)).toBe(true);
  });

  it.each([
    ['nothing encoded', 'xn--'],
    ['only a delimiter', 'xn---'],
    ['ASCII encoded', 'xn--abc-'],
    ['ASCII without its delimiter', 'xn--a'],
    ['a number that does not end', 'xn--bcher-kv'],
    ['a character that is not a digit', 'xn--bcher-k_a'],
    ['a number too large', 'xn--zzzzzzzzz99999'],
    ['a number above all characters', 'xn--99999a'],
    ['half of a surrogate pair', 'xn--ib9b'],
    ['the halves of a surrogate pair', 'xn--8c9bk9h'],
    ['a capital letter', 'xn--wca'],
    ['a letter with another form', 'xn--a-ccb'],
    ['a space', 'xn--6a'],
    ['a mark without a letter', 'xn--a-wbb'],
    ['a hyphen at its begin', 'xn----0fa'],
    ['a joiner alone', 'xn--1ug'],
    ['a character for private use', 'xn--4ca5435i'],
  ])('refuses %s: %s', (_what, label) => {
    expect(isALabel(label)).toBe(false);
  });

  it('accepts every label that the platform makes of letters and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (text) => {
        const url = `http://${text}.example/`;
        if (!/^[\p{L}\p{N}]+$/u.test(text) || !URL.canParse(url)) return;
        const [label = ''] = new URL(url).hostname.split('.');
        expect([label, !label.startsWith('xn--') || isALabel(label)]).toEqual([label, true]);
      }),
    );
  });
});
