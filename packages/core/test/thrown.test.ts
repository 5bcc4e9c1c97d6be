import { describe, expect, it } from 'vitest';
import { noAuth } from '../src/auth/no-auth.ts';
import { requestSigner } from '../src/auth/signer.ts';
import { streamBody } from '../src/bodies/index.ts';
import { createServiceClient } from '../src/client.ts';
import { type EngineOptions, type TaskOperation, taskDriver } from '../src/driver/index.ts';
import {
  type ClientEvent,
  defineOperation,
  type Operation,
  type Outcome,
  type ServiceDefinition,
  UnsupportedError,
} from '../src/index.ts';
import { type Answer, createManualRuntime, startFaultServer } from '../src/testing/index.ts';

const readThing: Operation<undefined, unknown> = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/things' }),
  decode: (answer) => answer.json(),
});

/** Runs a call in which a part other than the network throws: no wait may start. */
async function run(
  service: Partial<ServiceDefinition>,
  operation: Partial<typeof readThing> = {},
  options: EngineOptions & { readonly answer?: Answer } = {},
) {
  const { answer = {}, ...engine } = options;
  await using server = await startFaultServer({ rules: [{ answer }] });
  const runtime = createManualRuntime();
  await using client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth(), ...service },
    { runtime, retry: { baseMs: 0 }, ...engine },
  );
  const [result] = await Promise.allSettled([client.execute({ ...readThing, ...operation }, undefined)]);
  const error = result.status === 'rejected' ? result.reason : expect.unreachable('it was meant to fail');
  return { error, requests: server.requests.length };
}

const broken = (): never => {
  throw new TypeError("Cannot read properties of undefined (reading 'id')");
};

describe('what is not the network is not called the network, and not repeated', () => {
  it('a credential source that breaks: a CredentialError, nothing sent', async () => {
    const credential = { description: 'a vault', load: async () => broken() };
    const { error, requests } = await run({ auth: requestSigner(() => {}), credential });
    expect(error).toMatchObject({ name: 'CredentialError', outcome: 'not-sent', retryable: false });
    expect(requests).toBe(0);
  });

  it('a signature that breaks: nothing sent', async () => {
    const { error, requests } = await run({ auth: requestSigner(broken), credential: 'a-key-of-no-use' });
    expect(error.name).not.toBe('NetworkError');
    expect(error).toMatchObject({ outcome: 'not-sent', retryable: false });
    expect(requests).toBe(0);
  });

  it.each<[string, EngineOptions, Partial<typeof readThing>]>([
    ['a hook', { hooks: { beforeRequest() {} } }, {}],
    ['a body that is opened', {}, { encode: () => ({ method: 'PUT', path: '/', body: streamBody('text') }) }],
  ])('a signature that breaks after %s: nothing sent', async (_, options, operation) => {
    const told: string[] = [];
    const onEvent = ({ type }: ClientEvent) => void told.push(type);
    const service = { auth: requestSigner(broken), credential: 'a-key-of-no-use' };
    const { error, requests } = await run(service, operation, { ...options, onEvent });
    expect(error).toMatchObject({ name: 'CredentialError', outcome: 'not-sent', retryable: false });
    expect(requests).toBe(0);
    expect(told).toEqual(['operation-start', 'operation-end']);
  });

  it('a signature that hangs after a hook: the wait is for the credential', async () => {
    const runtime = createManualRuntime();
    const auth = requestSigner(() => new Promise(() => {}));
    const call = createServiceClient(
      { name: 'acme', baseUrl: 'https://api.acme.test', auth, credential: 'a-key' },
      { runtime, timeoutMs: 500, retry: false, hooks: { beforeRequest() {} } },
    ).request({ method: 'GET', path: '/' });
    const refused = expect(call).rejects.toMatchObject({ phase: 'credential', outcome: 'not-sent' });
    await runtime.advance(500);
    await refused;
  });

  it('a signature that throws after a redirect: the end of the attempt is emitted', async () => {
    let signatures = 0;
    const auth = requestSigner(() => {
      signatures += 1;
      if (signatures > 1) broken();
    });
    const told: string[] = [];
    const onEvent = ({ type }: ClientEvent) => void told.push(type);
    const answer = { status: 307, headers: { location: '/elsewhere' } };
    const { error, requests } = await run({ auth, credential: 'a-key' }, {}, { answer, onEvent });
    expect(error).toMatchObject({ name: 'CredentialError', retryable: false });
    expect(requests).toBe(1);
    expect(told).toEqual(['operation-start', 'attempt-start', 'attempt-end', 'operation-end']);
  });

  it('a decoder that throws: the service has acted, once; the cause has the stack', async () => {
    const answer = { headers: { 'x-request-id': 'their-id' } };
    const { error, requests } = await run({}, { decode: broken }, { answer });
    expect(error).toMatchObject({ name: 'ResponseFormatError', outcome: 'sent', retryable: false });
    expect(error).toMatchObject({ providerRequestId: 'their-id', cause: { name: 'TypeError' } });
    expect(error.cause.stack).toContain('thrown.test.ts');
    expect(requests).toBe(1);
  });

  it('a decoder that throws an OrgError: the outcome is sent, unless the error sets one', async () => {
    const decode = (own: { outcome?: Outcome; status?: number }) => () => {
      throw new UnsupportedError({ message: 'Nobody knows this kind of thing.', ...own });
    };
    const name = 'UnsupportedError';
    const answer = { status: 201 };
    const acted = await run({}, { decode: decode({}) }, { answer });
    expect(acted.error).toMatchObject({ name, outcome: 'sent', status: 201, operation: 'thing.get' });
    const refused = await run({}, { decode: decode({ outcome: 'not-sent', status: 404 }) }, { answer });
    expect(refused.error).toMatchObject({ name, outcome: 'not-sent', status: 404 });
  });

  it('a classifier that throws: the status decides', async () => {
    const page = { body: '<html>Bad gateway</html>' };
    const failed = await run(
      { classify: broken },
      { safety: 'unsafe' },
      { answer: { status: 502, ...page } },
    );
    expect(failed.error).toMatchObject({
      name: 'ServerError',
      status: 502,
      outcome: 'unknown',
      cause: { name: 'TypeError' },
    });
    expect(failed.requests).toBe(1);
    const succeeded = await run({ classify: broken });
    expect(succeeded.error).toMatchObject({ name: 'ResponseFormatError', outcome: 'unknown' });
    expect(succeeded.requests).toBe(1);
  });

  it('a reader of rates that breaks: the call is what it is', async () => {
    const { error, requests } = await run({ readRates: broken }, {}, { answer: { status: 404 } });
    expect(error).toMatchObject({ name: 'NotFoundError' });
    expect(requests).toBe(1);
  });

  it('a task that breaks: passed on as it is', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      return broken();
    };
    const operations: { read: TaskOperation<undefined, unknown> } = {
      read: { name: 'read', safety: 'read', run },
    };
    const driver = taskDriver({ name: 'acme', capabilities: {}, open: () => ({ operations }) });
    const told: string[] = [];
    const session = driver.open({
      runtime: createManualRuntime(),
      onEvent: (event) => told.push('errorCode' in event ? `${event.type}: ${event.errorCode}` : event.type),
    });
    await expect(session.execute('read', undefined)).rejects.toBeInstanceOf(TypeError);
    expect(runs).toBe(1);
    expect(told.slice(-2)).toEqual(['attempt-end: unexpected', 'operation-end: unexpected']);
  });

  it('headers of a body that HTTP does not allow: a RequestBodyError, and the stream is let go', async () => {
    let cancelled = false;
    const stream = new ReadableStream({
      cancel() {
        cancelled = true;
      },
    });
    const body = streamBody(stream, { contentType: 'text/csv\r\nx-evil: 1' });
    const { error } = await run({}, { encode: () => ({ method: 'PUT', path: '/', body }) });
    expect(error).toMatchObject({ name: 'RequestBodyError', outcome: 'not-sent' });
    expect(cancelled).toBe(true);
  });
});

it("the runtime's fetch gets what its type says: a string, and an init with the request in it", async () => {
  const seen: unknown[] = [];
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
    {
      runtime: {
        fetch: async (input, { method, body, redirect, headers, signal }) => {
          const type = new Headers(headers).get('content-type');
          seen.push(input, { method, body, redirect, type, signal: signal instanceof AbortSignal });
          return new Response('{}');
        },
      },
    },
  );
  await client.request({ method: 'POST', path: '/things', json: { a: 1 } });
  expect(seen).toEqual([
    'https://api.acme.test/things',
    { method: 'POST', body: '{"a":1}', redirect: 'manual', type: 'application/json', signal: true },
  ]);
});
