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
