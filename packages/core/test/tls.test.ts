import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import {
  bearerAuth,
  createServiceClient,
  defineOperation,
  type OrgError,
  type Transport,
} from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';
import { authority, badServers, serveCut, startGoodServer } from './tls-servers.ts';

// Only this worker's default; without the function, nobody can trust an authority while the program runs.
const canTrust = typeof setDefaultCACertificates === 'function';
const trustedBefore = canTrust ? getCACertificates('default') : [];
beforeAll(() => {
  if (canTrust) setDefaultCACertificates([...trustedBefore, authority.cert]);
});
afterAll(() => {
  if (canTrust) setDefaultCACertificates(trustedBefore);
});

const readThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/things' }),
  decode: (answer) => answer.json(),
});

const transports: Readonly<Record<string, Transport | undefined>> = {
  fetch: createFetchTransport(),
  'node:https': createNodeTransport(),
  undici: createUndiciTransport(),
};

describe.runIf(canTrust).each(Object.entries(transports))('C19: TLS over %s', (_name, transport) => {
  it('talks to a server whose certificate is in order', async () => {
    await using server = await startGoodServer();
    expect(await get(server.url, transport)).toEqual({});
    expect(server.told()).toContain('Bearer the-key');
  });

  it.each(Object.entries(badServers))('security: refuses %s, and does not try again', async (_bad, bad) => {
    await using server = await bad.start();
    const error = await get(server.url, transport).catch((thrown: OrgError) => thrown);
    expect(error).toMatchObject({
      name: 'NetworkError',
      providerCode: expect.stringMatching(bad.code),
      outcome: 'not-sent',
      attempts: 1,
      retryRefusal: 'not-retryable',
    });
    expect(server.connections()).toBe(1);
    // Neither the key nor a word of the request.
    expect(server.told()).toBe('');
  });
});

// Over fetch, nothing tells a reset in the handshake from a later one: the outcome is then honestly unknown.
it('C19: TLS over node:https: refuses a reset in the handshake, and does not try again', async () => {
  await using server = await serveCut((socket) => socket.resetAndDestroy());
  const error = await get(server.url, transports['node:https']).catch((thrown: OrgError) => thrown);
  expect(error).toMatchObject({ name: 'NetworkError', outcome: 'not-sent', attempts: 1 });
  expect(server.connections()).toBe(1);
});

async function get(baseUrl: string, transport: Transport | undefined): Promise<unknown> {
  await using client = createServiceClient(
    { name: 'acme', baseUrl, auth: bearerAuth(), credential: 'the-key' },
    { transport, retry: { baseMs: 0 } },
  );
  return await client.execute(readThing, undefined);
}
