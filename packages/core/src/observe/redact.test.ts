import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutDetails } from './cut-details.ts';
import { createRedactor, formatUrl } from './redact.ts';

const htmlNames = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** The ways a secret travels; each in some text of its own. */
const disguises: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  'URL-encoded': encodeURIComponent,
  'URL-encoded in lower case': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  'every byte URL-encoded': (secret) => Buffer.from(secret).toString('hex').replace(/../g, '%$&'),
  'a form': (secret) => new URLSearchParams({ k: secret }).toString().slice(2),
  'a query': (secret) => new URL(`https://x.test/?k=${encodeURIComponent(secret)}`).search.slice(3),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'JSON in ASCII': (secret) =>
    secret
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  HTML: (secret) => secret.replace(/[&<>"']/g, (character) => htmlNames.get(character) ?? character),
  'HTML, by decimal numbers': (secret) =>
    [...secret].map((character) => `&#${character.codePointAt(0)};`).join(''),
  'HTML, by hexadecimal numbers': (secret) =>
    [...secret].map((character) => `&#X${character.codePointAt(0)?.toString(16)};`).join(''),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'hex in upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
};

const secretText = fc
  .string({ unit: 'grapheme', minLength: 8, maxLength: 60 })
  .filter((secret) => !/\p{Cs}/u.test(secret) && secret.trim() === secret);
const around = fc.string({ unit: 'grapheme', maxLength: 20 });

const redactText = (text: string, secrets: readonly string[]) => createRedactor(secrets)(text);

describe('security: createRedactor', () => {
  it.each(Object.keys(disguises))('C13: leaves no canary behind: %s', (name) => {
    const disguise = disguises[name] ?? String;
    fc.assert(
      fc.property(secretText, around, around, (secret, before, after) => {
        const hidden = disguise(secret);
        const text = redactText(`${before} ${hidden} ${hidden}${after}`, [secret]);
        expect(text).not.toContain(hidden);
        expect(text).not.toContain(secret);
      }),
    );
  });

  it('C13: leaves no canary behind, with any escapes of its characters', () => {
    const character = fc.constantFrom(...'aZ09-_.~+/:="& äß€🔑');
    const spelling = fc.constantFrom<(text: string) => string>(
      String,
      (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
      (text) => Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&'),
      (text) => text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      (text) => text.replace(/["/]/g, '\\$&').replace(' ', '+'),
      (text) =>
        [...text].map((part) => htmlNames.get(part) ?? `&#x${part.codePointAt(0)?.toString(16)};`).join(''),
    );
    const spelt = fc.array(fc.tuple(character, spelling), { minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(spelt, around, around, (parts, before, after) => {
        const secret = parts.map(([text]) => text).join('');
        const hidden = parts.map(([text, spell]) => spell(text)).join('');
        const text = redactText(`${before} ${hidden} ${after} ${hidden}`, [secret]);
        expect(text).not.toContain(hidden);
        expect(text).toContain('[redacted]');
      }),
    );
  });

  it('C13: leaves no canary behind in base64, with any text around it', () => {
    const key = fc.string({ minLength: 12, maxLength: 40 });
    fc.assert(
      fc.property(key, around, around, fc.boolean(), (secret, before, after, forUrl) => {
        const bytes = Buffer.from(`${before}${secret}${after}`);
        const text = redactText(`Basic ${bytes.toString(forUrl ? 'base64url' : 'base64')}`, [secret]);
        const left = text.replace('Basic ', '').split('[redacted]');
        for (const run of left) {
          expect(Buffer.from(run, 'base64').toString()).not.toContain(secret);
          expect(Buffer.from(`${run}=`, 'base64').toString()).not.toContain(secret);
        }
        expect(left.length).toBeGreaterThan(1);
      }),
    );
  });

  it('hides every one of several secrets, also when one is a part of another', () => {
    const text = redactText('key-1234 then key-1234-more', ['key-1234', 'key-1234-more']);
    expect(text).toBe('[redacted] then [redacted]');
  });

  it('takes every character of a secret literally', () => {
    const secret = String.raw`^$.*+?()[]{}|\/-#,=!<>:&~@%`;
    expect(redactText(`a ${secret} b`, [secret])).toBe('a [redacted] b');
    expect(redactText('aaaa', ['a.*a'])).toBe('aaaa');
  });

  it.each([
    [
      'GET https://api.acme.test/v1/x?api_key=abc&q=1 failed',
      'GET https://api.acme.test/v1/x?[redacted] failed',
    ],
    ['"https://ann:pw@api.acme.test:8443/x"', '"https://api.acme.test:8443/x"'],
    ['https://a:b@c@api.acme.test', 'https://api.acme.test'],
    ['wss://ws.acme.test/app/k?protocol=7', 'wss://ws.acme.test/app/k?[redacted]'],
    ['https://api.acme.test/x#token=abc.', 'https://api.acme.test/x?[redacted]'],
    ['smtp://u:p@mail.acme.test:587', 'smtp://mail.acme.test:587'],
    ['two: http://a.test?x http://b.test?y', 'two: http://a.test?[redacted] http://b.test?[redacted]'],
    ['what? no URL here; mail ann@acme.test', 'what? no URL here; mail ann@acme.test'],
  ])('shows of the URLs in %j only where they point', (text, clean) => {
    expect(redactText(text, [])).toBe(clean);
  });

  it('hides nothing for a secret that is too short', () => {
    expect(redactText('a banana', ['a', '', 'an'])).toBe('a banana');
  });

  it('does the same twice as once', () => {
    fc.assert(
      fc.property(secretText, around, (secret, text) => {
        const once = redactText(`${text} https://x.test/?${text} ${secret}`, [secret]);
        expect(redactText(once, [])).toBe(once);
      }),
    );
  });

  it.each([100, 2_000, undefined])(
    'C13: shows no part of a secret at the cut: at most %j characters',
    (most) => {
      const secret = 'key/0123456789+abcdefghijklmnopqrstuvwxyz';
      for (const form of [secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/')]) {
        for (let before = 8_000; before < 8_200; before += 1) {
          const text = `${'x'.repeat(before)}${form}${'y'.repeat(9_000)}`;
          const clean = createRedactor([secret])(text, most);
          expect(clean).not.toContain('key');
          expect(clean.length).toBeLessThanOrEqual(most ?? 8_192);
        }
      }
      const many = createRedactor([secret])(secret.repeat(1_000), most);
      expect(many.replaceAll('[redacted]', '').length).toBeLessThan(10);
    },
  );

  it('P6: a long token costs no more than it is long', () => {
    // Patterns made of every spelling of each character would take the time limit of the test several times
    // over.
    for (let call = 0; call < 500; call += 1) {
      const token = `${call}-`.repeat(1_000);
      expect(redactText(`50% of "${token}\\n"`, [token])).toBe('50% of "[redacted]\\n"');
    }
  });

  it('P6: stays linear on text made to be slow', () => {
    // A quadratic search would take minutes here, and the test's time limit would end it.
    const megabyte = 2 ** 20;
    const hostile = ['a', 'https://', 'a://', '%', '%2', '\\', '\\u00', '%41', '\\u0041', 'A+/', '://?'];
    for (const part of hostile) {
      const text = part.repeat(megabyte / part.length);
      expect(redactText(text, ['%%%%%%%%a', '\\\\\\\\\\\\\\\\', 'aaaaaaaab', 'AAAA']).length).toBeGreaterThan(
        0,
      );
    }
  });
});

describe('formatUrl', () => {
  it.each([
    ['https://ann:pw@api.acme.test/v1/x?key=abc#y', 'https://api.acme.test/v1/x'],
    [new URL('http://127.0.0.1:3000?key=abc'), 'http://127.0.0.1:3000/'],
    ['mailto:ann@acme.test', 'mailto:…'],
    ['data:text/plain,abc', 'data:…'],
    ['no URL with key=abc', '[not a URL]'],
    ['', '[not a URL]'],
  ])('%s', (url, shown) => {
    expect(formatUrl(url)).toBe(shown);
  });
});

describe('cutDetails', () => {
  const canary = 'canary-51d0e2/+=';

  it('copies plain data', () => {
    const body = { error: { code: 'bad', fields: ['a', 1, true, null, { b: 0.5 }] } };
    const copy = cutDetails(body, createRedactor([]));
    expect(JSON.parse(JSON.stringify(copy))).toEqual(body);
    expect(copy).not.toBe(body);
    expect(cutDetails(undefined, createRedactor([]))).toBeUndefined();
    expect(cutDetails('text', createRedactor([]))).toBe('text');
  });

  it('hides secrets in values, keys and depths', () => {
    const body = {
      [`x ${canary}`]: 1,
      list: [{ deep: `Bearer ${canary}` }],
      json: JSON.stringify({ k: canary }),
    };
    const text = JSON.stringify(cutDetails(body, createRedactor([canary])));
    expect(text).not.toContain('canary-51d0e2');
    expect(text).toContain('[redacted]');
  });

  it('is never larger than maxBytes as JSON, and always JSON', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true }),
        fc.integer({ min: 0, max: 300 }),
        (value, maxBytes) => {
          const json = JSON.stringify(cutDetails(value, createRedactor([]), maxBytes)) ?? '';
          expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxBytes);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('cuts long text at its end, in whole characters, never in the middle of a secret', () => {
    const cut = String(cutDetails('\u0001€😀'.repeat(10_000), createRedactor([]), 1_000));
    expect(cut).not.toMatch(/\p{Cs}/u);
    expect(cut.endsWith('…')).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeGreaterThan(900);
    for (let maxBytes = 0; maxBytes < 120; maxBytes += 1) {
      const text = String(
        cutDetails(`${'x'.repeat(40)}${canary}${'y'.repeat(40)}`, createRedactor([canary]), maxBytes),
      );
      expect(text).not.toContain('canary');
    }
  });

  it('survives cycles, depth, getters that throw, hostile keys and functions', () => {
    const cycle: Record<string, unknown> = { name: 'cycle' };
    cycle['self'] = cycle;
    const thrower = Object.defineProperty({ fine: 1 }, 'bad', {
      enumerable: true,
      get() {
        throw new Error('no');
      },
    });
    const hostile = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}');
    const proxy = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('no');
        },
      },
    );
    const copy = cutDetails(
      {
        cycle,
        thrower,
        hostile,
        proxy,
        f: () => 1,
        s: Symbol('s'),
        big: 1n,
        bytes: new Uint8Array(9),
        nan: NaN,
      },
      createRedactor([]),
    ) as Record<string, unknown>;
    expect(JSON.stringify(copy['cycle'])).toContain('[too deep]');
    expect({ ...(copy['thrower'] as object) }).toEqual({ fine: 1 });
    expect(Object.keys(copy['hostile'] as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(copy).toMatchObject({ big: '1', bytes: '[binary]', nan: null });
    expect(Object.keys(copy)).not.toContain('f');
  });

  it('C16: an error body cannot borrow from a polluted Object.prototype', () => {
    const polluted = Object.prototype as Record<string, unknown>;
    polluted['code'] = 'evil';
    try {
      const copy = cutDetails({ message: 'm' }, createRedactor([])) as Record<string, unknown>;
      expect(copy['code']).toBeUndefined();
    } finally {
      delete polluted['code'];
    }
  });
});
