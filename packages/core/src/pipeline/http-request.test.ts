import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../errors/caller-errors.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { joinUrl } from './http-request.ts';

const parse = (text: string) => parseBaseUrl(text, { provider: 'acme' });

describe('joinUrl', () => {
  const base = parse('https://api.acme.test/v1/');

  it.each([
    ['https://api.acme.test', '/things', 'https://api.acme.test/things'],
    ['https://api.acme.test/', '/things/', 'https://api.acme.test/things/'],
    ['https://api.acme.test/v1', '/things', 'https://api.acme.test/v1/things'],
    ['https://api.acme.test/v1/', '/a%2Fb/%C3%BC', 'https://api.acme.test/v1/a%2Fb/%C3%BC'],
    ['https://api.acme.test/v1', '/...', 'https://api.acme.test/v1/...'],
    ['https://api.acme.test/v1', '/a:b@c', 'https://api.acme.test/v1/a:b@c'],
  ])('%s + %s', (from, path, href) => {
    expect(joinUrl(parse(from), path).href).toBe(href);
  });

  it.each([
    ['https://api.acme.test/v1/things?cursor=a%2Fb%3D&limit=5', undefined],
    ['https://api.acme.test:443/v1/things', 'https://api.acme.test/v1/things'],
    ['HTTPS://API.acme.test/v1/things?at=/../x?y', 'https://api.acme.test/v1/things?at=/../x?y'],
    ['https://api.acme.test/v1?page=2', undefined],
    ['https://api.acme.test/v1', undefined],
    ['https://api.acme.test/v1/a b', 'https://api.acme.test/v1/a%20b'],
  ])("accepts the service's own URL %s", (path, href = path) => {
    expect(joinUrl(base, path).href).toBe(href);
  });

  it('adds a query to that of the URL', () => {
    const url = 'https://api.acme.test/v1/things';
    expect(joinUrl(base, url, { limit: 5 }).href).toBe(`${url}?limit=5`);
    expect(joinUrl(base, `${url}?page=2`, { limit: undefined }).href).toBe(`${url}?page=2`);
    expect(joinUrl(base, `${url}?page=2`, { limit: 5 }).href).toBe(`${url}?page=2&limit=5`);
  });

  it('security: P5: names the origin that must not receive the credential', () => {
    expect(() => joinUrl(base, 'https://evil.test/v1/things?token=secret')).toThrow(
      'path must stay below https://api.acme.test/v1, and not go to https://evil.test.',
    );
  });

  it.each([
    'https://evil.test/v1/things',
    'http://api.acme.test/v1/things',
    'https://api.acme.test:8443/v1/things',
    'https://api.acme.test.evil.test/v1/things',
    'https://api.acme.test@evil.test/v1/things',
    'https://user:key@api.acme.test/v1/things',
    'https://api.acme.test/v2/things',
    'https://api.acme.test/v1x/things',
    'https://api.acme.test/v1/../admin',
    'https://api.acme.test/v1/%2e%2e/admin',
    'https://api.acme.test/v1/things#a',
    'https:/api.acme.test/v1/things',
    'https:api.acme.test/v1/things',
    'https:\\\\evil.test\\v1\\things',
    'ftp://api.acme.test/v1/things',
    'javascript:alert(1)',
    'https://[/v1/things',
    '',
    'things',
    '//evil.test/x',
    '\\\\evil.test',
    '/\\evil.test',
    'https://evil.test',
    '@evil.test',
    '.evil.test',
    '/..',
    '/../admin',
    '/a/../../admin',
    '/a/%2e%2E/%2e./admin',
    '/./a',
    '/a/..\\b',
    '/\t/evil.test',
    '/a b',
    '/a\r\nHost: evil.test',
    '/a?key=1',
    '/a#b',
    undefined,
  ])('security: refuses the path %j', (path) => {
    const join = () => joinUrl(base, path as string);
    const issues = [expect.objectContaining({ path: 'path' })];
    expect(join).toThrow(InvalidInputError);
    expect(join).toThrow(expect.objectContaining({ issues, outcome: 'not-sent' }));
  });

  it('P5: for any path, the URL stays below the base or there is none', () => {
    const alphabet = [
      'https://',
      'api.acme.test',
      '/v1/',
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2F',
      '@',
      ':',
      '?',
      '#',
      'evil.test',
      'a',
      '\t',
      '//',
      ' ',
    ];
    const hostile = fc.array(fc.oneof(fc.constantFrom(...alphabet), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(hostile, (parts) => {
        let url: URL;
        try {
          url = joinUrl(base, parts.join(''));
        } catch (error) {
          expect(InvalidInputError.isInstance(error)).toBe(true);
          return;
        }
        expect(url.origin).toBe('https://api.acme.test');
        expect(`${url.pathname}/`.startsWith('/v1/')).toBe(true);
        expect(url.hash + url.username + url.password).toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  it('writes the query: arrays repeat the name, undefined is left out, everything is encoded', () => {
    const query = {
      b: [1, 'two', true],
      a: undefined,
      'k&=': 'v&=#ü +',
      empty: [],
      no: false,
      zero: 0,
      blank: '',
    };
    const url = joinUrl(base, '/x', query);
    expect([...url.searchParams]).toEqual([
      ['b', '1'],
      ['b', 'two'],
      ['b', 'true'],
      ['k&=', 'v&=#ü +'],
      ['no', 'false'],
      ['zero', '0'],
      ['blank', ''],
    ]);
    expect(joinUrl(base, '/x', { a: undefined, b: [] }).href).toBe('https://api.acme.test/v1/x');
  });

  it.each([Number.NaN, Infinity, null, {}, new Date(0), Symbol('s')])('refuses a query value %s', (value) => {
    const join = () => joinUrl(base, '/x', { q: value as never });
    const issues = [expect.objectContaining({ path: 'query.q' })];
    expect(join).toThrow(InvalidInputError);
    expect(join).toThrow(expect.objectContaining({ issues }));
  });

  describe('C16: a polluted Object.prototype', () => {
    const polluted = Object.prototype as Record<string, unknown>;
    afterEach(() => {
      delete polluted['evil'];
    });

    it('adds nothing to the query', () => {
      polluted['evil'] = '1';
      expect(joinUrl(base, '/x', { a: 1 }).href).toBe('https://api.acme.test/v1/x?a=1');
    });
  });
});
