import { readExactJson, smtpReplyIn } from '@org/email/driver';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('JSON with ids beyond 2^53', () => {
  it.each([
    ['{"ID": 4323372036854775807}', { ID: '4323372036854775807' }],
    ['[-9007199254740993, 9007199254740991]', ['-9007199254740993', 9007199254740991]],
    [
      '{"1234567890123456789": "a \\" 1234567890123456789"}',
      { '1234567890123456789': 'a " 1234567890123456789' },
    ],
    ['[0.1234567890123456, 1e30]', [0.1234567890123456, 1e30]],
    ['no JSON 1234567890123456789', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(readExactJson(text)).toEqual(expected);
  });

  it('is what JSON.parse returns where no number is long', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\d{16}/.test(text));
        expect(readExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('the reply of a server in the words of a service', () => {
  it.each([
    ['smtp;550 5.1.1 No such user', { smtpCode: '550', enhancedCode: '5.1.1' }],
    ['452-4.2.2 The mailbox is full', { smtpCode: '452', enhancedCode: '4.2.2' }],
    ['Host 192.168.5.1.1 said: 554 rejected', { smtpCode: '554' }],
    ['no code here', {}],
  ])('%s', (words, codes) => {
    expect(smtpReplyIn(words)).toEqual({ ...codes, diagnostic: words });
  });

  it('is empty without words', () => {
    expect(smtpReplyIn('')).toEqual({});
  });
});
