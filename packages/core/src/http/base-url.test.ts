import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { parseBaseUrl } from './base-url.ts';

function faultOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

const parse = (text: string) => parseBaseUrl(text, { provider: 'acme' });

describe('parseBaseUrl', () => {
  it.each([
    ['https://api.acme.test', 'https://api.acme.test/'],
    ['https://api.acme.test:8443/v2/', 'https://api.acme.test:8443/v2/'],
    [' https://api.acme.test ', 'https://api.acme.test/'],
    ['http://localhost:8080', 'http://localhost:8080/'],
    ['http://mail.localhost', 'http://mail.localhost/'],
    ['http://127.0.0.1:3000/api', 'http://127.0.0.1:3000/api'],
    ['http://127.8.9.10', 'http://127.8.9.10/'],
    ['http://[::1]:3000', 'http://[::1]:3000/'],
    ['http://0x7f.1', 'http://127.0.0.1/'],
  ])('takes %s', (text, href) => {
    expect(parse(text).href).toBe(href);
  });

  it.each([
    ['', 'is missing'],
    ['  ', 'is missing'],
    [undefined, 'is missing'],
    [null, 'must be a text'],
    [7, 'must be a text'],
    ['api.acme.test', 'is not a URL'],
    ['https://', 'is not a URL'],
    ['ftp://api.acme.test', 'must begin with "https://"'],
    ['javascript:alert(1)', 'must begin with "https://"'],
    ['localhost:3000', 'must begin with "https://"'],
    ['https://ann:pass-canary@api.acme.test', 'user name or password'],
    ['https://api.acme.test?key=pass-canary', 'query or fragment'],
    ['https://api.acme.test/?', 'query or fragment'],
    ['https://api.acme.test/#pass-canary', 'query or fragment'],
    ['http://api.acme.test', 'plain http'],
    ['http://localhost.acme.test', 'plain http'],
    ['http://127.0.0.1.acme.test', 'plain http'],
    ['http://10.0.0.1', 'plain http'],
    ['http://[::2]', 'plain http'],
    ['http://[::ffff:127.0.0.1]', 'plain http'],
  ])('security: refuses %s', (text, why) => {
    const error = faultOf(() => parse(text as string));
    expect(ConfigurationError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ provider: 'acme', message: expect.stringContaining(why) });
    expect(JSON.stringify(error)).not.toContain('pass-canary');
  });

  it('allows plain http to another machine with dangerouslyAllowHttp, and no other scheme', () => {
    const consent = { provider: 'acme', allowHttp: true };
    expect(parseBaseUrl('http://acme:8002', consent).href).toBe('http://acme:8002/');
    expect(faultOf(() => parseBaseUrl('ftp://acme:8002', consent))).toMatchObject({ code: 'configuration' });
    expect(faultOf(() => parseBaseUrl('http://ann:pass-canary@acme:8002', consent))).toMatchObject({
      code: 'configuration',
    });
  });
});
