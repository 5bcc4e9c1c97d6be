import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createServiceClient, createServiceResponse, noAuth, type Transport } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';

const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };

describe('a transport of one’s own', () => {
  it('gives what createServiceResponse() makes', async () => {
    const transport: Transport = async ({ method, url, headers, body }) => {
      const said = { method, url: url.href, type: new Map(headers).get('content-type'), body };
      return createServiceResponse(200, new Headers(), new TextEncoder().encode(JSON.stringify(said)));
    };
    await using client = createServiceClient(service, { transport });
    const answer = await client.request({ method: 'POST', path: '/things', json: { a: 1 } });
    expect(answer.json()).toEqual({
      method: 'POST',
      url: 'https://api.acme.example/things',
      type: 'application/json',
      body: '{"a":1}',
    });
  });

  it.each([
    { what: 'one that gives the platform’s Response', transport: async () => new Response('{}') },
    { what: 'one that gives nothing', transport: async () => undefined },
  ])('$what is refused with its option, and nothing is tried again', async ({ transport }) => {
    await using client = createServiceClient(service, { transport: transport as unknown as Transport });
    await expect(client.request({ method: 'GET', path: '/' })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('transport must resolve with what createServiceResponse() returns'),
      outcome: 'unknown',
      attempts: 1,
    });
  });

  const text = new TextEncoder();
  it.each<[string, () => unknown]>([
    ['headers', () => createServiceResponse(200, { a: 'b' } as never, text.encode('{}'))],
    ['headers', () => createServiceResponse(200, undefined as never, text.encode('{}'))],
    ['content', () => createServiceResponse(200, new Headers(), '{}' as never)],
    ['content', () => createServiceResponse(200, new Headers(), new ArrayBuffer(2) as never)],
  ])('wrong %s of a response are no statement that nothing was sent', async (name, respond) => {
    await using client = createServiceClient(service, { transport: async () => respond() as never });
    await expect(client.request({ method: 'POST', path: '/', json: {} })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(`${name} must be a`),
      outcome: 'unknown',
      attempts: 1,
    });
  });

  it('may give bytes of another realm, as in a test runner', async () => {
    const bytes = runInNewContext('Uint8Array.of(123, 125)');
    expect(bytes instanceof Uint8Array).toBe(false);
    expect(createServiceResponse(200, new Headers(), bytes).json()).toEqual({});
  });

  it('what makes a transport is refused with how it is written', async () => {
    await using client = createServiceClient(service, { transport: createNodeTransport as never });
    await expect(client.request({ method: 'GET', path: '/' })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('transport: createNodeTransport() has no option "url"'),
      outcome: 'not-sent',
      attempts: 1,
    });
  });
});
