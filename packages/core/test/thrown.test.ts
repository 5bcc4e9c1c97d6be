import { describe, expect, it } from 'vitest';
import { noAuth } from '../src/auth/no-auth.ts';
import { signer } from '../src/auth/signer.ts';
import { createServiceClient } from '../src/client.ts';
import { defineOperation, type Operation, type ServiceDefinition } from '../src/index.ts';
import { createManualRuntime, startFaultServer } from '../src/testing/index.ts';

const readThing: Operation<undefined, unknown> = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/things' }),
  decode: (answer) => answer.json(),
});

/** Runs a call in which something that is not the network throws; there is nothing to wait for, so no wait may begin. */
async function run(service: Partial<ServiceDefinition>, operation: Partial<typeof readThing> = {}) {
  await using server = await startFaultServer();
  const runtime = createManualRuntime();
  await using client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth(), ...service },
    { runtime, retry: { baseMs: 0 } },
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
    const { error, requests } = await run({ auth: signer(() => {}), credential });
    expect(error).toMatchObject({ name: 'CredentialError', outcome: 'not-sent', retryable: false });
    expect(requests).toBe(0);
  });

  it('a signature that breaks: nothing sent', async () => {
    const { error, requests } = await run({ auth: signer(broken), credential: 'a-key-of-no-use' });
    expect(error.name).not.toBe('NetworkError');
    expect(error).toMatchObject({ outcome: 'not-sent', retryable: false });
    expect(requests).toBe(0);
  });

  it('a decoder that breaks: the service has acted, once', async () => {
    const { error, requests } = await run({}, { decode: broken });
    expect(error).toMatchObject({ name: 'ResponseFormatError', outcome: 'sent', retryable: false });
    expect(requests).toBe(1);
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
