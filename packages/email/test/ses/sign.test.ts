import type { AuthTarget } from '@org/core';
import { describe, expect, it } from 'vitest';
import { signRequest } from '../../src/drivers/ses/sign.ts';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const nowMs = Date.parse('2015-08-30T12:36:00Z');

interface Signed {
  readonly method?: string;
  readonly url: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  readonly sessionToken?: string;
}

async function sign(request: Signed, scope: { readonly region: string; readonly service: string }) {
  const { method = 'GET', body, sessionToken } = request;
  const target = { method, url: new URL(request.url), headers: new Headers(request.headers), body, nowMs };
  await signRequest(target as AuthTarget, { ...keys, sessionToken }, scope);
  const { headers, url } = target;
  return { authorization: headers.get('authorization'), headers, url };
}

const authorization = (scope: string, names: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/${scope}/aws4_request, ` +
  `SignedHeaders=${names}, Signature=${signature}`;

// awslabs/aws-c-auth, tests/aws-signing-test-suite/v4: the suite that AWS publishes for signers.
describe("Signature Version 4: AWS's test suite", () => {
  it.each<[string, Signed, string]>([
    ['get-vanilla', { url: '/' }, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'post-vanilla',
      { method: 'POST', url: '/' },
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'get-vanilla-query-order-key-case',
      { url: '/?Param2=value2&Param1=value1' },
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-vanilla-query-order-encoded',
      { url: '/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1' },
      '371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac',
    ],
    [
      'get-vanilla-utf8-query',
      { url: '/?ሴ=bar' },
      '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
    ],
  ])('%s', async (_name, request, signature) => {
    const url = `https://example.amazonaws.com${request.url}`;
    const signed = await sign({ ...request, url }, { region: 'us-east-1', service: 'service' });
    const scope = 'us-east-1/service';
    expect(signed.authorization).toBe(authorization(scope, 'host;x-amz-date', signature));
    expect(signed.headers.get('x-amz-date')).toBe('20150830T123600Z');
  });

  it('get-vanilla-with-session-token', async () => {
    const sessionToken = '6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267';
    const request = { url: 'https://example.amazonaws.com/', sessionToken };
    const signed = await sign(request, { region: 'us-east-1', service: 'service' });
    const signature = '07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8';
    const names = 'host;x-amz-date;x-amz-security-token';
    expect(signed.authorization).toBe(authorization('us-east-1/service', names, signature));
    expect(signed.headers.get('x-amz-security-token')).toBe(sessionToken);
  });
});

// Computed with botocore 1.44.5, AWS's own signer: paths are encoded twice for every service but S3.
describe('Signature Version 4: requests to SES, as botocore signs them', () => {
  it.each<[string, Signed, string]>([
    [
      'an address in the path',
      { url: '/v2/email/suppression/addresses/bob%2Bnews%40example.com' },
      '10aa263f2591d9f387242525c78ea7e07b4b500ef81ff9952aaea56385767e06',
    ],
    [
      'every kind of character in the path',
      { method: 'DELETE', url: "/v2/email/templates/a%2Fb%20c%C3%BC(1)!*'~" },
      'a0cfdbecdcd43bef9d6eb020785114a649242e9f20310d4089135f6e671be88d',
    ],
    [
      'a query with a token',
      { url: '/v2/email/templates?PageSize=10&NextToken=a%2Bb%2F%3D%3D' },
      '8f7598d2c560ce82bee069185a7e459c121df7bd88899ab5ad17f95d536297c6',
    ],
  ])('%s', async (_name, request, signature) => {
    const url = `https://email.eu-west-1.amazonaws.com${request.url}`;
    const signed = await sign({ ...request, url }, { region: 'eu-west-1', service: 'ses' });
    expect(signed.authorization).toBe(authorization('eu-west-1/ses', 'host;x-amz-date', signature));
  });

  it.each([['text', '{"a":"ü"}'] as const, ['bytes', new TextEncoder().encode('{"a":"ü"}')] as const])(
    'a body of %s, with a session token',
    async (_kind, body) => {
      const url = 'https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails';
      const request = { method: 'POST', url, body, sessionToken: 'TOKEN/1+2==' };
      const signed = await sign(request, { region: 'eu-west-1', service: 'ses' });
      const signature = '706205124ba43f441c7f622c590bc1d347337653813845e1af4503b6bf22a1ba';
      const names = 'host;x-amz-date;x-amz-security-token';
      expect(signed.authorization).toBe(authorization('eu-west-1/ses', names, signature));
    },
  );

  it('sends the query as it is signed: a space is %20, never +', async () => {
    const url = 'https://email.eu-west-1.amazonaws.com/v2/email/templates?a=x+y&b=%27';
    const signed = await sign({ url }, { region: 'eu-west-1', service: 'ses' });
    expect(signed.url.search).toBe('?a=x%20y&b=%27');
  });

  it('signs the port of a host that has one', async () => {
    const scope = { region: 'eu-west-1', service: 'ses' };
    const [one, other] = await Promise.all(
      ['http://localhost:4566/', 'http://localhost:4567/'].map((url) => sign({ url }, scope)),
    );
    expect(one?.authorization).not.toBe(other?.authorization);
  });
});
