import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../credentials/secret.ts';
import { decodeBase64, encodeBase64, encodeHex, utf8 } from '../encoding/encoding.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { hmacSha256Base64, hmacSha256Hex, signHmac, verifyHmac } from './hmac.ts';

const repeated = (byte: number, times: number) => new Uint8Array(times).fill(byte);
const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

// RFC 4231, section 4: test cases 1 to 4, 6 and 7 (5 is about truncation).
const published: readonly [string, Uint8Array, Uint8Array, string][] = [
  [
    '1',
    repeated(0x0b, 20),
    utf8('Hi There'),
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    '2',
    utf8('Jefe'),
    utf8('what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    '3',
    repeated(0xaa, 20),
    repeated(0xdd, 50),
    '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  ],
  [
    '4',
    fromHex('0102030405060708090a0b0c0d0e0f10111213141516171819'),
    repeated(0xcd, 50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  [
    '6',
    repeated(0xaa, 131),
    utf8('Test Using Larger Than Block-Size Key - Hash Key First'),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    '7',
    repeated(0xaa, 131),
    utf8(
      'This is a test using a larger than block-size key and a larger than block-size data. ' +
        'The key needs to be hashed before being used by the HMAC algorithm.',
    ),
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
];

// RFC 2202, section 3: test cases 1 to 3.
it.each<[string, Uint8Array, Uint8Array, string]>([
  ['1', repeated(0x0b, 20), utf8('Hi There'), 'b617318655057264e28bc0b6fb378c8ef146be00'],
  ['2', utf8('Jefe'), utf8('what do ya want for nothing?'), 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
  ['3', repeated(0xaa, 20), repeated(0xdd, 50), '125d7342b9ac11cd91a39af48aa17b4f63f175d3'],
])('HMAC-SHA1 gives the result of RFC 2202 test case %s', async (_case, secret, bytes, signature) => {
  const given = { bytes, encoding: 'hex', hash: 'SHA-1' } as const;
  expect(await signHmac({ ...given, secret })).toBe(signature);
  expect(await verifyHmac({ ...given, secrets: [secret], signature })).toBe(true);
  expect(await verifyHmac({ ...given, secrets: [secret], signature, hash: 'SHA-256' })).toBe(false);
});

describe('HMAC-SHA256', () => {
  it.each(published)('gives the result of RFC 4231 test case %s', async (_case, key, bytes, expected) => {
    expect(await hmacSha256Hex(key, bytes)).toBe(expected);
    expect(await hmacSha256Base64(key, bytes)).toBe(Buffer.from(expected, 'hex').toString('base64'));
    expect(await verifyHmac({ secrets: [key], bytes, signature: expected, encoding: 'hex' })).toBe(true);
  });

  it('takes text as UTF-8, also when it is wrapped', async () => {
    const bytes = utf8('body');
    const expected = createHmac('sha256', 'schlüssel').update('body').digest('hex');
    expect(await hmacSha256Hex('schlüssel', bytes)).toBe(expected);
    expect(await hmacSha256Hex(new Secret('schlüssel'), bytes)).toBe(expected);
  });
});

describe('security: verifyHmac', () => {
  const bytes = utf8('{"a":"\\/"}\r\n');
  const secrets = ['old secret', new Secret('new secret')];

  it.each(['hex', 'base64'] as const)(
    'accepts what signHmac made, under any live secret (%s)',
    async (encoding) => {
      for (const secret of secrets) {
        const signature = await signHmac({ secret, bytes, encoding });
        expect(await verifyHmac({ secrets, bytes, signature, encoding })).toBe(true);
      }
    },
  );

  it('accepts hexadecimal in upper case', async () => {
    const signature = (await hmacSha256Hex('new secret', bytes)).toUpperCase();
    expect(await verifyHmac({ secrets, bytes, signature, encoding: 'hex' })).toBe(true);
  });

  it('refuses a signature of an earlier secret, of other bytes, of JSON written again', async () => {
    const verify = (signature: string, signed = bytes) =>
      verifyHmac({ secrets, bytes: signed, signature, encoding: 'hex' });
    expect(await verify(await hmacSha256Hex('oldest secret', bytes))).toBe(false);
    expect(await verify(await hmacSha256Hex('new secret', utf8('other')))).toBe(false);
    const rewritten = utf8(JSON.stringify(JSON.parse(new TextDecoder().decode(bytes))));
    expect(await verify(await hmacSha256Hex('new secret', bytes), rewritten)).toBe(false);
  });

  it.each([
    undefined,
    null,
    '',
    ' ',
    'v1,',
    'é',
    '\u0000',
    'not hex',
    'a'.repeat(63),
    'a'.repeat(65),
    'K'.repeat(64),
    'a'.repeat(1_000_000),
  ])('answers false to a missing or hostile signature, without throwing (%#)', async (signature) => {
    for (const encoding of ['hex', 'base64'] as const) {
      expect(await verifyHmac({ secrets, bytes, signature, encoding })).toBe(false);
    }
  });

  it.each([{}, [], 42, true, new Map()])(
    'answers false to a signature that is not text (%#)',
    async (value) => {
      const signature = value as unknown as string;
      expect(await verifyHmac({ secrets, bytes, signature, encoding: 'hex' })).toBe(false);
    },
  );

  it('E8: accepts no mutation of a valid signature', async () => {
    for (const encoding of ['hex', 'base64'] as const) {
      const valid = await signHmac({ secret: 'new secret', bytes, encoding });
      const mutation = fc
        .tuple(fc.nat(valid.length), fc.nat(2), fc.string({ maxLength: 3 }))
        .map(([at, removed, text]) => valid.slice(0, at) + text + valid.slice(at + removed))
        .filter((mutated) => mutated.toLowerCase() !== valid.toLowerCase());
      await fc.assert(
        fc.asyncProperty(mutation, async (signature) => {
          expect(await verifyHmac({ secrets, bytes, signature, encoding })).toBe(false);
        }),
        { numRuns: 2_000 },
      );
    }
  });

  it('throws for a missing or empty secret: a wrong configuration fails closed', async () => {
    const signature = 'a'.repeat(64);
    for (const none of [[], [''], [new Secret('')], [new Uint8Array()]]) {
      const verdict = verifyHmac({ secrets: none, bytes, signature, encoding: 'hex' });
      await expect(verdict).rejects.toSatisfy((error) => ConfigurationError.isInstance(error));
    }
  });

  const good = { secrets, bytes, signature: 'a'.repeat(64), encoding: 'hex' };
  const wrongSecrets = [
    null,
    undefined,
    42,
    true,
    {},
    [115],
    new Date(0),
    new Uint16Array(8),
    new DataView(new ArrayBuffer(8)),
  ];
  it.each<[string, object | undefined, string]>([
    ...wrongSecrets.map((secret): [string, object, string] => [
      `a secret that is ${Object.prototype.toString.call(secret)}`,
      { ...good, secrets: ['good', secret] },
      'A signing secret must be a string, bytes or a Secret, and not empty',
    ]),
    ['a Secret of no text', { ...good, secrets: [new Secret(null as never)] }, 'A signing secret must be'],
    ['one secret and no list', { ...good, secrets: 'whsec' }, 'secrets must be a list'],
    ['no secrets', { ...good, secrets: undefined }, 'secrets must be a list'],
    ['a body that is text', { ...good, bytes: '{}' }, 'bytes must be a Uint8Array'],
    ['a body that is null', { ...good, bytes: null }, 'bytes must be a Uint8Array'],
    ['another encoding', { ...good, encoding: 'HEX' }, 'encoding must be "hex" or "base64"'],
    ['no options', undefined, 'secrets must be a list'],
  ])('E8: is loud about %s', async (_, options, message) => {
    const error: unknown = await verifyHmac(options as never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConfigurationError', outcome: 'not-sent' });
    expect(error).toHaveProperty('message', expect.stringContaining(message));
  });

  it('takes bytes of another realm, as test runners have them', async () => {
    const foreign: Uint8Array = runInNewContext('new Uint8Array([98, 111, 100, 121])');
    expect(foreign).not.toBeInstanceOf(Uint8Array);
    const signature = await hmacSha256Hex('secret', utf8('body'));
    const verify = (secret: string | Uint8Array) =>
      verifyHmac({ secrets: [secret], bytes: foreign, signature, encoding: 'hex' });
    expect(await verify('secret')).toBe(true);
    expect(await verify(foreign)).toBe(false);
  });
});

describe('encodings', () => {
  it('agree with the platform on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(encodeHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(decodeBase64(encodeBase64(bytes))).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  it.each(['a', 'ab', 'abc', 'a=bc', '====', 'ab c', 'abc-', 'ab\n='])('decodeBase64 refuses %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });
});
