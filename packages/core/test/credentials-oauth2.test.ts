import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bearerAuth,
  ConfigurationError,
  CredentialError,
  createServiceClient,
  fromValue,
} from '../src/index.ts';
import { fromOAuth2ClientCredentials, type OAuth2Options } from '../src/secrets/index.ts';
import {
  createFakeTransport,
  createManualRuntime,
  type FaultHandler,
  type FaultServer,
  type RecordedRequest,
  startFaultServer,
} from '../src/testing/index.ts';

const clientSecret = 'canary secret+ä';
// RFC 6749 §2.3.1: both are encoded as in a form, before Base64.
const basic = `Basic ${Buffer.from('my%3Aapp:canary+secret%2B%C3%A4').toString('base64')}`;

const formOf = (request = service.requests[0]) => Object.fromEntries(new URLSearchParams(request?.text()));
const authOf = (request = service.requests[0]) => request?.headers.get('authorization');

/** A token endpoint (RFC 6749 §4.4 and §5) and an API that takes its tokens. */
const service = {
  tokens: 0,
  valid: '',
  expiresIn: 3_600 as unknown,
  status: 200,
  requests: [] as RecordedRequest[],
};
const handler: FaultHandler = (request) => {
  if (request.path === '/api') {
    const isKnown = request.headers.get('authorization') === `Bearer ${service.valid}`;
    return { answer: { status: isKnown ? 200 : 401, json: {} } };
  }
  service.requests.push(request);
  if (service.status !== 200) {
    const json = { error: 'invalid_client', error_description: `Not the secret: ${clientSecret}` };
    return { answer: { status: service.status, json } };
  }
  service.tokens += 1;
  service.valid = `token-${service.tokens}`;
  const json = { access_token: service.valid, token_type: 'Bearer', expires_in: service.expiresIn };
  return { answer: { status: 200, json } };
};

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer({ rules: [handler] });
});
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(service, { tokens: 0, valid: '', expiresIn: 3_600, status: 200, requests: [] });
});

const from = (options: Partial<OAuth2Options> = {}) =>
  fromOAuth2ClientCredentials({
    tokenUrl: `${server.url}/oauth/token`,
    clientId: 'my:app',
    clientSecret,
    retry: false,
    ...options,
  });

const open = (credential = from(), runtime = createManualRuntime()) =>
  createServiceClient({ name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential }, { runtime });

const call = (client: ReturnType<typeof open>) => client.request({ method: 'GET', path: '/api' });

describe('C17: fromOAuth2ClientCredentials', () => {
  it('asks for one token, however many calls wait for it', async () => {
    await using client = open(from({ scope: ['read', 'write'], fields: { audience: 'https://api' } }));
    await Promise.all(Array.from({ length: 10 }, () => call(client)));
    expect(service.tokens).toBe(1);
    expect(authOf()).toBe(basic);
    expect(formOf()).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
      audience: 'https://api',
    });
  });

  it('sends id and secret in the form on request', async () => {
    await using client = open(from({ clientAuth: 'form' }));
    await call(client);
    expect(authOf()).toBeUndefined();
    expect(formOf()).toMatchObject({ client_id: 'my:app', client_secret: clientSecret });
  });

  it('renews a token before it expires, and never uses an expired one', async () => {
    service.expiresIn = '100';
    const runtime = createManualRuntime();
    await using client = open(from(), runtime);
    await call(client);
    await runtime.advance(90_000);
    await call(client); // renewed in the background
    await expect.poll(() => service.tokens).toBe(2);
    service.status = 500;
    await runtime.advance(101_000);
    await expect(call(client)).rejects.toThrow(CredentialError);
  });

  it('uses the token until it expires while the endpoint fails', async () => {
    service.expiresIn = 100;
    const runtime = createManualRuntime();
    await using client = open(from(), runtime);
    await call(client);
    service.status = 500;
    await runtime.advance(95_000);
    await call(client);
    expect(service.tokens).toBe(1);
  });

  it('takes an address with a query, and plain http on request', async () => {
    service.valid = 'inside';
    const transport = createFakeTransport([{ answer: { json: { access_token: 'inside' } } }]);
    const tokenUrl = 'http://auth.acme.dev/token?p=policy';
    await using client = open(from({ tokenUrl, dangerouslyAllowHttp: true, transport }));
    await call(client);
    expect(transport.requests.map(({ url }) => String(url))).toEqual([tokenUrl]);
  });

  it('gets another token after a 401', async () => {
    await using client = open();
    await call(client);
    service.valid = 'rotated';
    await call(client);
    expect(service.tokens).toBe(2);
  });

  it('says why there is no token, without the secret', async () => {
    service.status = 401;
    await using client = open();
    const error = await call(client).catch((error) => error);
    expect(error).toBeInstanceOf(CredentialError);
    expect(error.message).toContain(`OAuth 2 token of ${new URL(server.url).host}`);
    expect(error.outcome).toBe('not-sent');
    expect(error.retryable).toBe(false);
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause?.stack}`).not.toMatch(/canary|Y2FuYXJ5/);
  });

  it('reads the secret from its source, and again after a 401', async () => {
    const found = ['first', 'second'];
    const source = { description: 'the vault', load: () => fromValue(found.shift() ?? '').load({} as never) };
    await using client = open(from({ clientSecret: source, clientAuth: 'form' }));
    await call(client);
    service.valid = 'rotated';
    await call(client);
    const secrets = service.requests.map((request) => formOf(request)['client_secret']);
    expect(secrets).toEqual(['first', 'second']);
  });

  it.each<[string, object]>([
    ['no tokenUrl', { tokenUrl: undefined }],
    ['a tokenUrl over plain http', { tokenUrl: 'http://auth.acme.dev/token' }],
    ['no clientId', { clientId: ' ' }],
    ['no clientSecret', { clientSecret: undefined }],
    ['another clientAuth', { clientAuth: 'jwt' }],
    ['an unknown option', { audience: 'https://api' }],
  ])('refuses %s', (_what, options) => {
    expect(() => from(options)).toThrow(ConfigurationError);
  });
});
