import { InvalidInputError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress, readAddress } from './address.ts';

const a64 = 'a'.repeat(64);
const label63 = 'd'.repeat(63);

/** The input, and the parsed address and name. */
const accepted: readonly (readonly [string, string, string?])[] = [
  // RFC 5321 and RFC 5322: plain forms
  ['ann@acme.dev', 'ann@acme.dev'],
  ['  ann@acme.dev  ', 'ann@acme.dev'],
  ['Ann@ACME.Dev', 'Ann@acme.dev'],
  ['a@b', 'a@b'],
  ['root@localhost', 'root@localhost'],
  ['first.last@sub.example.co.uk', 'first.last@sub.example.co.uk'],
  ['user+tag@example.com', 'user+tag@example.com'],
  ["o'neil@example.com", "o'neil@example.com"],
  ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
  ['1234567890@example.com', '1234567890@example.com'],
  ['_______@example.com', '_______@example.com'],
  ['user@1example.com', 'user@1example.com'],
  ['user@123.example', 'user@123.example'],
  ['user@exam-ple.com', 'user@exam-ple.com'],
  ['user@a--b.example', 'user@a--b.example'],
  [`${a64}@example.com`, `${a64}@example.com`],
  [`user@${label63}.example`, `user@${label63}.example`],
  ['mary=bob.com@lists.example', 'mary=bob.com@lists.example'],
  ['customer/department=shipping@example.com', 'customer/department=shipping@example.com'],
  ['$A12345@example.com', '$A12345@example.com'],
  ['!def!xyz%abc@example.com', '!def!xyz%abc@example.com'],
  // quoted local parts; the shortest form that means the same is kept
  ['"ann"@acme.dev', 'ann@acme.dev'],
  ['"ann.smith"@acme.dev', 'ann.smith@acme.dev'],
  ['"a\\nn"@acme.dev', 'ann@acme.dev'],
  ['"john doe"@example.com', '"john doe"@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['"attacker@evil.example x"@acme.dev', '"attacker@evil.example x"@acme.dev'],
  ['"Fred\\ Bloggs"@example.com', '"Fred Bloggs"@example.com'],
  ['"Joe\\\\Blow"@example.com', '"Joe\\\\Blow"@example.com'],
  ['"a\\"b"@example.com', '"a\\"b"@example.com'],
  ['".dot"@example.com', '".dot"@example.com'],
  ['"a..b"@example.com', '"a..b"@example.com'],
  ['""@example.com', '""@example.com'],
  ['"<script>"@example.com', '"<script>"@example.com'],
  ['"a,b;c:d"@example.com', '"a,b;c:d"@example.com'],
  ['"(not a comment)"@example.com', '"(not a comment)"@example.com'],
  // address literals
  ['user@[192.0.2.1]', 'user@[192.0.2.1]'],
  ['user@[IPv6:2001:db8::1]', 'user@[IPv6:2001:db8::1]'],
  ['user@[ipv6:::1]', 'user@[IPv6:::1]'],
  ['user@[IPv6:::ffff:192.0.2.1]', 'user@[IPv6:::ffff:192.0.2.1]'],
  // RFC 6531 and IDNA
  ['jürgen@example.com', 'jürgen@example.com'],
  ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
  ['θσερ@εχαμπλε.ψομ', 'θσερ@xn--mxahbxey0c.xn--xxaf0a'],
  ['Dörte@Sörensen.example', 'Dörte@xn--srensen-90a.example'],
  ['коля@пример.рф', 'коля@xn--e1afmkfd.xn--p1ai'],
  ['user@BÜCHER.example', 'user@xn--bcher-kva.example'],
  ['user@faß.example', 'user@xn--fa-hia.example'],
  ['user@xn--bcher-kva.example', 'user@xn--bcher-kva.example'],
  ['user@XN--BCHER-KVA.example', 'user@xn--bcher-kva.example'],
  ['user@ｅｘａｍｐｌｅ.com', 'user@example.com'],
  ['user@example。com', 'user@example.com'],
  ['😀@example.com', '😀@example.com'],
  // names
  ['<ann@acme.dev>', 'ann@acme.dev'],
  ['Ann <ann@acme.dev>', 'ann@acme.dev', 'Ann'],
  ['Ann<ann@acme.dev>', 'ann@acme.dev', 'Ann'],
  ['Ann Smith <ann@acme.dev>', 'ann@acme.dev', 'Ann Smith'],
  ['Ann B. Smith <ann@acme.dev>', 'ann@acme.dev', 'Ann B. Smith'],
  ['"Smith, Ann" <ann@acme.dev>', 'ann@acme.dev', 'Smith, Ann'],
  ['"Ann" Smith <ann@acme.dev>', 'ann@acme.dev', 'Ann Smith'],
  ['"Ann \\"The\\" Smith" <ann@acme.dev>', 'ann@acme.dev', 'Ann "The" Smith'],
  ['"ann@other.example" <ann@acme.dev>', 'ann@acme.dev', 'ann@other.example'],
  ['"<x@evil.example>" <ann@acme.dev>', 'ann@acme.dev', '<x@evil.example>'],
  ['"" <ann@acme.dev>', 'ann@acme.dev'],
  ['   <ann@acme.dev>', 'ann@acme.dev'],
  ["Ann O'Neil <ann@acme.dev>", 'ann@acme.dev', "Ann O'Neil"],
  ['Jürgen Groß <j@acme.dev>', 'j@acme.dev', 'Jürgen Groß'],
  ['山田太郎 <y@acme.dev>', 'y@acme.dev', '山田太郎'],
  ['👩‍💻 Dev <d@acme.dev>', 'd@acme.dev', '👩‍💻 Dev'],
  ['=?utf-8?Q?Ann?= <ann@acme.dev>', 'ann@acme.dev', '=?utf-8?Q?Ann?='],
  ['Ann <"john doe"@example.com>', '"john doe"@example.com', 'Ann'],
  ['Ann <user@[192.0.2.1]>', 'user@[192.0.2.1]', 'Ann'],
];

const refused: readonly string[] = [
  '',
  ' ',
  'ann',
  '@',
  'ann@',
  '@acme.dev',
  '<>',
  'Ann <>',
  'ann@acme.dev.',
  'ann@.acme.dev',
  'ann@acme..dev',
  '.ann@acme.dev',
  'ann.@acme.dev',
  'a..b@acme.dev',
  '.@acme.dev',
  'ann smith@acme.dev',
  'ann @acme.dev',
  'ann@ acme.dev',
  'ann@acme .dev',
  'ann@acme@dev',
  'ann@evil.example@acme.dev',
  'ann@-acme.dev',
  'ann@acme-.dev',
  'ann@acme_co.dev',
  'ann@acme,dev',
  'ann@acme.dev,bob@acme.dev',
  'ann@acme.dev, bob@acme.dev',
  'ann@acme.dev; bob@acme.dev',
  'ann@acme.dev bob@acme.dev',
  'ann(comment)@acme.dev',
  'ann@acme.dev (Ann)',
  'ann@(comment)acme.dev',
  'Ann (x) <ann@acme.dev>',
  '(((((ann@acme.dev',
  'Team: ann@acme.dev, bob@acme.dev;',
  'undisclosed-recipients:;',
  'Team: ann@acme.dev;',
  'ann@other.example <ann@acme.dev>',
  'Smith, Ann <ann@acme.dev>',
  '<ann@acme.dev',
  'ann@acme.dev>',
  'Ann <<ann@acme.dev>>',
  'Ann <ann@acme.dev> x',
  '<ann@acme.dev> <bob@acme.dev>',
  'Ann <ann@acme.dev>, Bob <bob@acme.dev>',
  '<@relay.example:ann@acme.dev>',
  '<@a,@b:ann@acme.dev>',
  '"ann@acme.dev',
  'ann"@acme.dev',
  'an"n@acme.dev',
  '"ann"x@acme.dev',
  'x"ann"@acme.dev',
  '"ann".smith@acme.dev',
  '"a"b"@acme.dev',
  '"Ann <ann@acme.dev>',
  'Ann" <ann@acme.dev>',
  '"ann\\"@acme.dev',
  'ann\\@acme.dev',
  'an\\ n@acme.dev',
  'ann@acme\\.dev',
  'ann@[192.0.2.256]',
  'ann@[192.0.2]',
  'ann@[192.0.2.1',
  'ann@192.0.2.1',
  'ann@1.2.3',
  'ann@127.1',
  'ann@0x7f.1',
  'ann@123',
  'ann@[]',
  'ann@[IPv6:]',
  'ann@[IPv6:xyz]',
  'ann@[IPv6:1::2::3]',
  'ann@[x-tag:anything]',
  'ann@acme.dev/path',
  'ann@acme.dev:25',
  'ann@acme.dev?x',
  'ann@acme.dev#x',
  'ann@acme%2edev',
  'ann@http://acme.dev',
  'mailto:ann@acme.dev',
  'ann@℀.example',
  'ann@acme.dev\r\nBcc: x@evil.example',
  'ann@acme.dev\n',
  '\rann@acme.dev',
  'ann\u0000@acme.dev',
  'ann\t@acme.dev',
  'ann@acme.dev\u007f',
  'ann\u0085@acme.dev',
  'ann@acme.dev\u2028',
  'Ann\r\nBcc: x@evil.example <ann@acme.dev>',
  '"Ann\r\n" <ann@acme.dev>',
  'Ann\u202e <ann@acme.dev>',
  '"a\\\rb"@acme.dev',
  'ann\u00a0smith@acme.dev',
  'ann\u3000@acme.dev',
  '\ud800@acme.dev',
  'ann@\udfff.dev',
  `${a64}a@acme.dev`,
  `${'ü'.repeat(33)}@acme.dev`,
  `user@${label63}d.example`,
  `user@${`${label63}.`.repeat(4)}example`,
  `${a64}@${`${label63}.`.repeat(3)}example`,
];

describe('parseAddress', () => {
  for (const [text, address, name] of accepted) {
    it(`E1: reads ${JSON.stringify(text)} as ${address}`, () => {
      expect(parseAddress(text)).toEqual(name === undefined ? { address } : { address, name });
    });
  }

  it.each(refused.map((text) => [text]))('E1: refuses %j', (text) => {
    expect(() => parseAddress(text)).toThrowError(
      expect.objectContaining({ code: 'invalid-input', outcome: 'not-sent' }),
    );
  });

  it.each([
    undefined,
    null,
    7,
    true,
    [],
    ['ann@acme.dev'],
    {},
    { address: 7 },
    { address: 'ann@acme.dev', name: 7 },
  ])('E1: refuses %j, which is not an address', (input) => {
    expect(readAddress(input)).toHaveProperty('problem');
  });

  it('reads only the address of an object, and keeps its name', () => {
    expect(parseAddress({ address: 'ann@acme.dev', name: ' Smith, "Ann" <x@y> ' })).toEqual({
      address: 'ann@acme.dev',
      name: 'Smith, "Ann" <x@y>',
    });
    expect(() => parseAddress({ address: 'Ann <ann@acme.dev>' })).toThrow();
    expect(() => parseAddress({ address: 'ann@acme.dev', name: 'a\nb' })).toThrow(/control/);
  });

  it('reads nothing from a polluted prototype', () => {
    expect(readAddress(Object.create({ address: 'ann@acme.dev' }))).toHaveProperty('problem');
  });

  it.each([
    ['(', '(ann@acme.dev'],
    ['"', '"ann'],
    ['\\', '"ann'],
    ['@', ''],
    ['.', 'a@b'],
    ['<', ''],
    ['ü.', 'a@'],
    ['"a"', '<a@b>'],
    ['=?utf-8?Q?', '<a@b>'],
  ])('E1: refuses a bomb of %j, in linear time (or this test times out)', (part, end) => {
    const bomb = part.repeat(1_000_000) + end;
    expect(readAddress(bomb)).toHaveProperty('problem');
    expect(readAddress({ address: bomb })).toHaveProperty('problem');
    expect(readAddress({ address: 'a@b.example', name: bomb })).toHaveProperty('problem');
  });

  it('names the problem', () => {
    expect.assertions(2);
    try {
      parseAddress('ann@acme.dev (Ann)');
    } catch (error) {
      expect(InvalidInputError.isInstance(error)).toBe(true);
      expect(String(error)).toMatch(/comment in parentheses/);
    }
  });

  it('reads a usual address in one step as it reads it in many', () => {
    const part = fc.string({ unit: fc.constantFrom(...'aB0.-_x+n@"'), minLength: 1, maxLength: 70 });
    const likeDomain = fc.string({ unit: fc.constantFrom(...'ab0.-xn'), minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(part, likeDomain, (local, domain) => {
        // A name, and a domain in capitals, are never usual.
        const careful = readAddress(`Ann <${local}@${domain.toUpperCase()}.EXAMPLE>`);
        const read = readAddress(`${local}@${domain}.example`);
        const address = 'value' in careful ? careful.value.address : undefined;
        expect('value' in read ? read.value.address : undefined).toBe(address);
      }),
      { numRuns: 2_000 },
    );
  });

  it('throws only InvalidInputError, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const reading = readAddress(text);
        expect('value' in reading || 'problem' in reading).toBe(true);
      }),
    );
  });
});

describe('formatAddress', () => {
  it.each([
    [{ address: 'ann@acme.dev' }, 'ann@acme.dev'],
    [{ address: 'ann@acme.dev', name: 'Ann Smith' }, 'Ann Smith <ann@acme.dev>'],
    [{ address: 'ann@acme.dev', name: 'Smith, Ann' }, '"Smith, Ann" <ann@acme.dev>'],
    [{ address: 'ann@acme.dev', name: 'A "B" \\' }, '"A \\"B\\" \\\\" <ann@acme.dev>'],
    [{ address: 'ann@acme.dev', name: 'Jürgen' }, 'Jürgen <ann@acme.dev>'],
  ])('writes %j as %j', (input, text) => {
    expect(formatAddress(input)).toBe(text);
  });

  it('is the inverse of parseAddress, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const reading = readAddress({ address: 'ann@acme.dev', name });
        if ('problem' in reading) return;
        expect(parseAddress(formatAddress(reading.value))).toEqual(reading.value);
      }),
    );
  });
});
