import ky from 'ky';
import { describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import {
  AuthenticationError,
  createServiceClient,
  headerKey,
  isOrgError,
  type Operation,
  type OrgError,
  queryKey,
  type ServiceDefinition,
} from '../src/index.ts';
import { kyTransport } from '../src/ky/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { type Answer, startFaultServer } from '../src/testing/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

const person = 'bob+private@example.com';
const readContact: Operation<string, unknown> = {
  name: 'contact.get',
  safety: 'read',
  encode: (id) => ({
    method: 'GET',
    path: `/contacts/${encodeURIComponent(id)}`,
    pathTemplate: '/contacts/{id}',
    query: { near: 'home' },
  }),
  decode: (answer) => answer.json(),
};

const anything = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as const;

async function failureOf(call: Promise<unknown>): Promise<OrgError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isOrgError(error) ? error : expect.unreachable('the call should fail with an OrgError');
}

async function failureAfter(
  answer: Answer,
  operation = readContact,
  fields: Partial<ServiceDefinition> = {},
): Promise<{ readonly error: OrgError; readonly host: string }> {
  await using server = await startFaultServer({ rules: [{ answer }] });
  const baseUrl = `${server.url}/v1`;
  const service = { name: 'acme', baseUrl, auth: queryKey('key'), credential: 'canary-key', ...fields };
  await using client = createServiceClient(service);
  const error = await failureOf(client.execute(operation, person, { maxAttempts: 1 }));
  return { error, host: new URL(server.url).host };
}

describe('an HTTP error says which request failed', () => {
  it.each<[name: string, answer: Answer, operation?: Operation<string, unknown>]>([
    ['a status', { status: 404 }],
    ['HTML', { body: '<!doctype html><html>Sign in</html>' }, { ...readContact, decode: anything }],
    [
      'an error that a decoder throws',
      { json: {} },
      {
        ...readContact,
        decode: () => {
          throw new TypeError('no id');
        },
      },
    ],
  ])('in fields and in its message, after %s', async (_name, answer, operation) => {
    const { error, host } = await failureAfter(answer, operation);
    expect(error).toMatchObject({ method: 'GET', host, pathTemplate: '/v1/contacts/{id}' });
    expect(error.message.startsWith(`GET ${host}/v1/contacts/{id}: `), error.message).toBe(true);
    expect(error.toJSON()).toMatchObject({ method: 'GET', host, pathTemplate: '/v1/contacts/{id}' });
    expect(JSON.stringify(error)).not.toMatch(/canary|near|bob/);
  });

  it('when nobody listens there, too', async () => {
    const { url } = await closedServer();
    await using client = createServiceClient({
      name: 'acme',
      baseUrl: url,
      auth: queryKey('key'),
      credential: 'k',
    });
    const error = await failureOf(
      client.request({ method: 'POST', path: '/things', json: {} }, { maxAttempts: 1 }),
    );
    const { host } = new URL(url);
    expect(error).toMatchObject({ code: 'network', method: 'POST', host, pathTemplate: '/things' });
    expect(error.message).toContain(`POST ${host}/things: The service could not be reached`);
  });

  it('a limiter that lets nothing through leaves the message alone and adds the fields', async () => {
    const client = createServiceClient(
      { name: 'acme', baseUrl: 'https://api.acme.example', auth: headerKey('x-key') },
      { runtime: { fetch: () => expect.unreachable('nothing should be sent') } },
    );
    const error = await failureOf(client.request({ method: 'GET', path: '/things' }));
    expect(error).toMatchObject({ code: 'credential', method: 'GET', host: 'api.acme.example' });
    expect(error.message).not.toContain('GET');
  });
});

describe('the words of an error', () => {
  it('HTML instead of JSON is called that, with the host', async () => {
    const { error, host } = await failureAfter(
      { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<p>Sign in to the network</p>' },
      { ...readContact, decode: anything },
    );
    expect(error).toMatchObject({ code: 'response-format', outcome: 'unknown' });
    expect(error.message).toBe(
      `GET ${host}/v1/contacts/{id}: The response is HTML, not JSON. Check the base URL.`,
    );
  });

  it('a 429 says how long', async () => {
    const { error } = await failureAfter({ status: 429, headers: { 'retry-after': '12' } });
    expect(error.message).toMatch(/Too many requests for the moment\. Retry after 12 s\.$/);
    const { error: long } = await failureAfter({ status: 429, headers: { 'retry-after': '1000' } });
    expect(long.message).toMatch(/Retry after 1000 s, which is longer than maxRetryAfterMs\.$/);
    const { error: day } = await failureAfter({ status: 429, headers: { 'retry-after': '86400' } });
    expect(day.message).toMatch(/Retry after \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z, which is longer/);
  });

  it('two sentences do not run together', async () => {
    const classify = () => ({
      type: AuthenticationError,
      message: 'The service refused the key',
      words: 'key unknown',
      outcome: 'not-sent' as const,
      replay: 'never' as const,
      credentialRefused: true,
    });
    const { error } = await failureAfter({ status: 401 }, readContact, { classify });
    expect(error.message).toMatch(/refused the key\. It came from [^.]+\. The service says: key unknown\.$/);
  });

  it.each(['http://10.0.0.7', 'http://192.168.1.5:8002', 'http://valhalla', 'http://mail.internal'])(
    'plain http to %s names dangerouslyAllowHttp',
    (baseUrl) => {
      const open = (fields: Partial<ServiceDefinition>) =>
        createServiceClient({ name: 'acme', baseUrl, auth: headerKey('x-key'), credential: 'k', ...fields });
      expect(() => open({})).toThrow(/dangerouslyAllowHttp: true/);
      expect(() => open({ dangerouslyAllowHttp: true })).not.toThrow();
    },
  );
});

const transports: Readonly<Record<string, EngineOptions['transport']>> = {
  fetch: createFetchTransport(),
  ky: kyTransport(ky),
  'node:http': createNodeTransport(),
  undici: createUndiciTransport(),
};

describe.each(Object.entries(transports))('a port that fetch blocks, on %s', (name, transport) => {
  // Port 6000 (X11) is on the list of the Fetch standard ("bad port"), and a usual program may listen on it.
  it('is `not-sent`, not repeated, and said to be that where it is blocked', async () => {
    await using client = createServiceClient(
      { name: 'acme', baseUrl: 'http://127.0.0.1:6000', auth: headerKey('x-key'), credential: 'k' },
      { transport },
    );
    const call = client.request({ method: 'POST', path: '/things', json: {} }, { maxAttempts: 1 });
    const error = await failureOf(call);
    expect(error).toMatchObject({ code: 'network', outcome: 'not-sent', attempts: 1 });
    if (name === 'fetch' || name === 'ky') {
      expect(error.message).toContain('The fetch in use blocks the port of the base URL');
      expect(error.retryable).toBe(false);
    } else expect(error.message).toContain('could not be reached');
  });
});

describe('C13: the path in a cause', () => {
  it.each([
    ['as it is sent', encodeURIComponent(person)],
    ['decoded', person],
    ['escaped in another way', person.replace('@', '%40')],
  ])('does not show what the template hides: %s', async (_name, segment) => {
    const url = `https://api.acme.example/contacts/${segment}`;
    await using client = createServiceClient(
      {
        name: 'acme',
        baseUrl: 'https://api.acme.example',
        auth: headerKey('x-key'),
        credential: 'canary-key',
      },
      {
        runtime: {
          fetch: () => Promise.reject(new TypeError(`error sending request for url (${url})`)),
        },
      },
    );
    const error = await failureOf(client.execute(readContact, person, { maxAttempts: 1 }));
    const { message, stack } = error.cause as Error;
    expect(`${message} ${stack}`).not.toMatch(/bob|private|example\.com/);
    expect(message).toContain('/contacts/[redacted]');
  });
});

async function closedServer(): Promise<{ readonly url: string }> {
  const server = await startFaultServer();
  await server.close();
  return server;
}
