import { afterEach, describe, expect, it } from 'vitest';
import { ConfigurationError, CredentialError, InvalidInputError } from '../errors/caller-errors.ts';
import type { Auth, AuthTarget } from './auth.ts';
import { basicAuth } from './basic.ts';
import { bearerAuth } from './bearer.ts';
import { bodyKey } from './body-key.ts';
import { headerKey } from './header-key.ts';
import { noAuth } from './no-auth.ts';
import { queryKey } from './query-key.ts';
import { requestSigner } from './signer.ts';

function target(): AuthTarget & { readonly headers: Headers; readonly url: URL } {
  return {
    method: 'GET',
    url: new URL('https://api.acme.test/v1/things?page=2'),
    headers: new Headers({ accept: 'application/json' }),
    nowMs: 1_800_000_000_000,
  };
}

async function placed(auth: Auth, credential: string | undefined) {
  const request = target();
  await auth.place(request, credential);
  return request;
}

async function refusal(auth: Auth, credential: string | undefined): Promise<unknown> {
  return placed(auth, credential).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('auth placements', () => {
  it.each([
    ['bearer', bearerAuth(), 'authorization', 'Bearer k-1'],
    ['a bare header', headerKey('X-Key'), 'x-key', 'k-1'],
    ['a header with a scheme', headerKey('X-Key', { scheme: 'Token' }), 'x-key', 'Token k-1'],
    ['basic', basicAuth({ user: 'ann' }), 'authorization', `Basic ${btoa('ann:k-1')}`],
    ['basic without a user', basicAuth({ user: '' }), 'authorization', `Basic ${btoa(':k-1')}`],
  ])('%s puts the credential only into its header', async (_name, auth, header, value) => {
    const { headers, url } = await placed(auth, 'k-1');
    expect(headers.get(header)).toBe(value);
    expect(url.href).toBe('https://api.acme.test/v1/things?page=2');
    expect(auth).toMatchObject({ headerNames: [header], queryNames: [], required: true });
  });

  it('basic encodes user and password as UTF-8', async () => {
    const { headers } = await placed(basicAuth({ user: 'jörg' }), 'pässwörd€');
    expect(headers.get('authorization')).toBe(`Basic ${Buffer.from('jörg:pässwörd€').toString('base64')}`);
  });

  it('queryKey replaces its parameter and keeps the others', async () => {
    const auth = queryKey('api_key');
    const request = target();
    request.url.searchParams.append('api_key', 'stale');
    await auth.place(request, 'a&b=ü/+');
    expect(request.url.searchParams.getAll('api_key')).toEqual(['a&b=ü/+']);
    expect(request.url.searchParams.get('page')).toBe('2');
    expect(auth).toMatchObject({ headerNames: [], queryNames: ['api_key'], required: true });
  });

  it.each([
    ['{}', '{"key":"k\\"1"}'],
    ['{"a":1}', '{"a":1,"key":"k\\"1"}'],
    ['{"key":"of the caller"}', '{"key":"of the caller","key":"k\\"1"}'],
  ])('bodyKey adds its field to %s', async (body, signed) => {
    const request = { ...target(), body };
    await bodyKey('key').place(request, 'k"1');
    expect(request.body).toBe(signed);
  });

  it.each([undefined, '[1]', '"text"', new Uint8Array([123, 125])])(
    'bodyKey refuses the body %j',
    async (body) => {
      const placing = async () => bodyKey('key').place({ ...target(), body }, 'k-1');
      await expect(placing()).rejects.toThrow(InvalidInputError);
    },
  );

  it('signer calls the function with the request and the credential, and awaits it', async () => {
    const auth = requestSigner(
      async ({ method, url, headers, nowMs }, secret) => {
        await Promise.resolve();
        headers.set('X-Signature', `${method} ${url.pathname} ${nowMs} ${secret.length}`);
      },
      { headerNames: ['X-Signature'], queryNames: ['auth_signature'] },
    );
    const { headers } = await placed(auth, 'secret');
    expect(headers.get('x-signature')).toBe('GET /v1/things 1800000000000 6');
    expect(auth).toMatchObject({ headerNames: ['x-signature'], queryNames: ['auth_signature'] });
  });

  it('noAuth does not change the request', async () => {
    const { headers, url } = await placed(noAuth(), undefined);
    expect([...headers]).toEqual([['accept', 'application/json']]);
    expect(url.href).toBe('https://api.acme.test/v1/things?page=2');
    expect(noAuth().required).toBe(false);
  });
});

const placements: readonly [string, Auth][] = [
  ['bearer', bearerAuth()],
  ['headerKey', headerKey('x-key')],
  ['queryKey', queryKey('key')],
  ['basic', basicAuth({ user: 'ann' })],
  ['bodyKey', bodyKey('key')],
  ['signer', requestSigner(() => {})],
];

describe('security: malformed credentials', () => {
  const hostile = [
    'line\r\nX-Injected: canary-7f3a',
    'canary-7f3a\n',
    'canary-7f3a\u0000',
    'canary-7f3a\t',
    'canary-7f3a\u007f',
    'canary-7f3a\u0085',
    'canary-7f3a\ud800',
    '   ',
    '',
    undefined,
  ];

  it.each(placements)(
    '%s rejects them before anything is sent, and never shows them',
    async (_name, auth) => {
      for (const credential of hostile) {
        const error = await refusal(auth, credential);
        expect(CredentialError.isInstance(error)).toBe(true);
        expect(`${error} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toContain('canary-7f3a');
      }
    },
  );

  it.each(placements.slice(0, 2))('%s rejects what a header cannot carry', async (_name, auth) => {
    expect(CredentialError.isInstance(await refusal(auth, 'canary-7f3a-€'))).toBe(true);
    expect(await refusal(auth, 'latin-1 is fine: é')).toBeUndefined();
  });
});

describe('names are checked at construction', () => {
  it.each(['', ' ', 'x key', 'x:key', 'x-key\r\n', 'ключ', 'Host', 'content-length', 'Transfer-Encoding'])(
    'headerKey rejects %j',
    (name) => {
      expect(() => headerKey(name)).toThrow(ConfigurationError);
      expect(() => requestSigner(() => {}, { headerNames: [name] })).toThrow(ConfigurationError);
    },
  );

  it.each(['', 'two words', 'Token\n'])('headerKey rejects the scheme %j', (scheme) => {
    expect(() => headerKey('x-key', { scheme })).toThrow(ConfigurationError);
  });

  it.each(['', ' ', 'a\nb'])('queryKey rejects %j', (name) => {
    expect(() => queryKey(name)).toThrow(ConfigurationError);
  });

  it.each(['', ' '])('bodyKey rejects %j', (name) => {
    expect(() => bodyKey(name)).toThrow(ConfigurationError);
  });

  it.each(['ann:', 'ann\n'])('basic rejects the user %j', (user) => {
    expect(() => basicAuth({ user })).toThrow(ConfigurationError);
  });
});

describe('C16: a polluted Object.prototype', () => {
  const polluted = Object.prototype as Record<string, unknown>;
  afterEach(() => {
    delete polluted['scheme'];
    delete polluted['headerNames'];
  });

  it('does not change where a key goes', async () => {
    polluted['scheme'] = 'Evil';
    polluted['headerNames'] = ['x-evil'];
    const { headers } = await placed(headerKey('x-key'), 'k-1');
    expect(headers.get('x-key')).toBe('k-1');
    expect(requestSigner(() => {}).headerNames).toEqual([]);
  });
});
