import { createHmac } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { basicAuth } from '../src/auth/basic.ts';
import { bearerAuth } from '../src/auth/bearer.ts';
import { headerKey } from '../src/auth/header-key.ts';
import { queryKey } from '../src/auth/query-key.ts';
import { requestSigner } from '../src/auth/signer.ts';
import { createServiceClient } from '../src/client.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import {
  type Auth,
  type Classify,
  classifyStatus,
  defineOperation,
  isOrgError,
  type Runtime,
  type Schema,
  Secret,
  type Transport,
} from '../src/index.ts';
import { logTo } from '../src/log/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { channelNames } from '../src/observe/channels.ts';
import {
  type Answer,
  collectLeaks,
  createManualRuntime,
  type FaultRule,
  type RecordedRequest,
  startFaultServer,
} from '../src/testing/index.ts';

// Characters that change when they are encoded, so that every form has to be thought of.
const key = 'sk/canary+KEY=0123456789~äö';
const asciiKey = 'sk/canary+KEY=0123456789~';
const address = 'canary.person@private.example';

const sign = (credential: string) => createHmac('sha256', credential).update('a request').digest('hex');
const signature = sign(key);

const auths: Readonly<Record<string, { auth: Auth; credential: string }>> = {
  bearer: { auth: bearerAuth(), credential: asciiKey },
  'header key': { auth: headerKey('x-api-key'), credential: asciiKey },
  'query key': { auth: queryKey('api_key'), credential: key },
  basic: { auth: basicAuth({ user: 'ann' }), credential: key },
  signer: {
    auth: requestSigner(
      ({ headers, url }, credential) => {
        headers.set('x-signature', sign(credential));
        url.searchParams.set('auth_signature', sign(credential));
      },
      { headerNames: ['x-signature'], queryNames: ['auth_signature'] },
    ),
    credential: key,
  },
};

/** Says of each key that it should not be there, as validators do. */
const wrongShape: Schema<never> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => ({
      issues: Object.keys(value ?? {}).map((name) => ({ message: `unrecognized key ${name}`, path: [name] })),
    }),
  },
};

/** Takes the service's words for its code, as drivers do. */
const classify: Classify = (answer, context) => {
  const failure = classifyStatus(answer, context);
  const body = answer.json();
  const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
  if (failure === undefined || typeof code !== 'string') return failure;
  return { ...failure, providerCode: code, issues: [{ path: code, message: code }] };
};

/** All that a server can say back of what it was sent. */
function echo(request: RecordedRequest): string {
  const query = [...request.query].map(([name, value]) => `${name}=${value}`).join('&');
  const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`).join('; ');
  return `${request.method} ${request.path}?${query} ${request.query} ${headers}`;
}

const status = (code: number, answer: Answer = {}): FaultRule => ({ answer: { status: code, ...answer } });
const echoing = (make: (text: string) => Answer) => (request: RecordedRequest) => ({
  answer: make(echo(request)),
});

/** The server's behaviour. `details` may repeat the caller's own data, but never the credential. */
const failures: Readonly<
  Record<string, Parameters<Awaited<ReturnType<typeof startFaultServer>>['respond']>[0]>
> = {
  'status 400': status(400),
  'status 401': status(401, { headers: { 'www-authenticate': 'Bearer realm="x"' } }),
  'status 403': status(403),
  'status 404': status(404),
  'status 429 with a long wait': status(429, { headers: { 'retry-after': '4000' } }),
  'status 500': status(500),
  'status 503': status(503),
  'HTML in a 200': { answer: { headers: { 'content-type': 'text/html' }, body: '<html>login</html>' } },
  'a shape that does not fit': { answer: { json: { id: 1 } } },
  'an answer that is too large': { answer: { body: 'x'.repeat(100_000) } },
  'a reset': { fault: { kind: 'reset-peer', phase: 'after-request-body' } },
  'a cut body': { fault: { kind: 'limit-data', phase: 'mid-response-body' } },
  'a refused connection': { fault: { kind: 'down', phase: 'before-accept' } },
  'an answer that is not HTTP': { answer: { raw: 'SSH-2.0-OpenSSH_9.9\r\n\r\n' } },
  'a redirect to another origin': status(302, { headers: { location: 'https://evil.example/' } }),
};
const echoes: typeof failures = {
  'an echo in a JSON error': echoing((text) => ({ status: 400, json: { message: text, deep: [{ text }] } })),
  'an echo in the code of an error': echoing((text) => ({ status: 409, json: { code: text } })),
  'an echo in the name of a quota': ({ headers }) => {
    const name = headers.get('x-api-key') ?? headers.get('authorization')?.replace(/^\w+ /, '') ?? 'day';
    const quota = { 'ratelimit-policy': `"${name}";q=5000;w=86400`, ratelimit: `"${name}";r=5;t=8000` };
    return { answer: { status: 400, headers: quota } };
  },
  'an echo in a text error': echoing((text) => ({ status: 500, body: text })),
  'an echo as an HTML page': echoing((text) => ({ body: `<html>${text}</html>` })),
  'an echo in a shape that does not fit': echoing((text) => ({ json: { [text]: text } })),
  'an echo in the request id': echoing((text) => ({
    status: 400,
    headers: { 'x-request-id': text.replace(/[^!-~]/g, '').slice(-190) },
  })),
  'an echo in a redirect': echoing((text) => ({
    status: 307,
    headers: { location: `https://evil.example/?${encodeURIComponent(text)}` },
  })),
  'an echo in a broken answer': (request) => ({
    answer: { raw: `HTTP/1.1 200 OK\r\nbroken header line ${encodeURI(echo(request))} ${asciiKey}\r\n\r\n` },
  }),
};

const operation = defineOperation({
  name: 'thing.create',
  safety: 'unsafe',
  encode: () => ({ method: 'POST', path: '/things', query: { about: address }, json: { to: address } }),
  decode: wrongShape,
});

const printed: string[] = [];
const published: unknown[] = [];
const collect = (message: unknown) => void published.push(message);
beforeEach(() => {
  for (const name of Object.values(channelNames)) subscribe(name, collect);
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation(
      (...words) => void printed.push(words.map(String).join(' ')),
    );
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of Object.values(channelNames)) unsubscribe(name, collect);
  printed.length = 0;
  published.length = 0;
});

/** Lets one call fail, and gives everything that anybody outside gets to see of it. */
async function failOnce(
  { auth, credential }: { auth: Auth; credential: string | Secret },
  rule: (typeof failures)[string],
  { transport, ...overrides }: Partial<Runtime> & { readonly transport?: Transport | undefined } = {},
) {
  await using server = await startFaultServer({ rules: [rule] });
  const events: unknown[] = [];
  const writeLine = logTo(console, { level: 'debug', fields: 'last' });
  const client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth, credential, classify },
    {
      runtime: { ...createManualRuntime(), ...overrides },
      transport,
      maxResponseBytes: 50_000,
      onEvent: (event) => {
        events.push(event);
        writeLine(event);
      },
    },
  );
  const headers = { 'x-tenant': address };
  const error: unknown = await client.execute(operation, undefined, { headers, maxAttempts: 1 }).then(
    () => expect.unreachable('the call was meant to fail'),
    (reason: unknown) => reason,
  );
  await client.close();
  expect(isOrgError(error), String(error)).toBe(true);
  expect(events.length).toBeGreaterThan(0);
  expect(published.length).toBeGreaterThan(0);
  expect(printed.length).toBe(events.length);
  return { error, events, published, printed, client };
}

const nodeTransport = createNodeTransport();
afterAll(() => nodeTransport.close());
const ways = Object.entries(auths).flatMap(([name, service]) => [
  { name, over: 'fetch', service, options: { transport: createFetchTransport() } },
  { name, over: 'node:http', service, options: { transport: nodeTransport } },
]);

describe.each(ways)('C13: nothing shows the credential of a $name over $over', ({ service, options }) => {
  it.each(Object.entries(failures))('or the data of the caller, after %s', async (_failure, rule) => {
    expect(collectLeaks(await failOnce(service, rule, options), [key, asciiKey, signature, address])).toEqual(
      [],
    );
  });

  it.each(Object.entries(echoes))('after %s', async (_failure, rule) => {
    expect(collectLeaks(await failOnce(service, rule, options), [key, asciiKey])).toEqual([]);
  });

  it('after a fetch whose error contains all its input', async () => {
    const fetch: Runtime['fetch'] = async (input, init) => {
      const { url, headers } = new Request(input, init);
      const request = { url, headers: [...headers] };
      throw Object.assign(new TypeError(`fetch failed for ${url}`), {
        request,
        cause: Object.assign(new Error(`while sending ${JSON.stringify(request)}`), {
          code: 'ECONNRESET',
          request,
        }),
      });
    };
    const seen = await failOnce(service, {}, { fetch });
    // An error of the caller's own fetch may contain the caller's values, but never the credential.
    expect(collectLeaks(seen, [key, asciiKey])).toEqual([]);
  });

  it('when it is given as a Secret', async () => {
    const credential = new Secret(service.credential);
    expect(collectLeaks(credential, [key, asciiKey])).toEqual([]);
    const seen = await failOnce({ ...service, credential }, status(401));
    expect(collectLeaks(seen, [key, asciiKey])).toEqual([]);
  });
});

describe('C13: nothing shows a credential that could not be used', () => {
  it.each([
    ['a line break in it', bearerAuth(), `${asciiKey}\r\nx-evil: 1`],
    ['a character that no header carries', bearerAuth(), `${asciiKey}\u{1f511}`],
  ])('%s', async (_name, auth, credential) => {
    expect(collectLeaks(await failEarly(auth, credential), [asciiKey])).toEqual([]);
  });

  it('a source that fails with everything attached to its error', async () => {
    const load = async () => {
      const config = { headers: { 'x-vault-token': asciiKey } };
      throw Object.assign(new Error('the vault is sealed'), { token: asciiKey, request: { config } });
    };
    const error = await failEarly(bearerAuth(), { description: 'a vault', load });
    expect(collectLeaks(error, [asciiKey])).toEqual([]);
    expect(error).toMatchObject({ name: 'CredentialError', outcome: 'not-sent' });
  });

  it('a signer whose error contains the secret', async () => {
    const auth = requestSigner((_target, credential) => {
      throw new Error(`cannot sign with ${credential}`);
    });
    expect(collectLeaks(await failEarly(auth, key), [key])).toEqual([]);
  });
});

async function failEarly(
  auth: Auth,
  credential: NonNullable<Parameters<typeof createServiceClient>[0]['credential']>,
): Promise<unknown> {
  await using server = await startFaultServer();
  try {
    const service = { name: 'acme', baseUrl: server.url, auth, credential };
    await using client = createServiceClient(service, { runtime: createManualRuntime() });
    await client.execute(operation, undefined);
  } catch (error) {
    expect(server.requests).toEqual([]);
    return error;
  }
  return expect.unreachable('the call was meant to fail');
}
