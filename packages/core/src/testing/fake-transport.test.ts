import { describe, expect, it } from 'vitest';
import { bearerAuth } from '../auth/bearer.ts';
import { createServiceClient } from '../client.ts';
import { fromValue } from '../credentials/value.ts';
import type { EngineOptions } from '../engine-options.ts';
import { createFakeTransport, type FakeRule } from './fake-transport.ts';
import { createManualRuntime } from './manual-clock.ts';

function setUp(rules: readonly FakeRule[] = [], options: EngineOptions = {}) {
  const runtime = createManualRuntime();
  const transport = createFakeTransport(rules);
  const client = createServiceClient(
    {
      name: 'acme',
      baseUrl: 'https://api.acme.example/v1',
      auth: bearerAuth(),
      credential: fromValue('k3y'),
    },
    { transport, runtime, ...options },
  );
  return { client, transport, runtime };
}

const get = { method: 'GET', path: '/things' } as const;

describe('createFakeTransport', () => {
  it('responds without a network, and records the requests', async () => {
    const { client, transport } = setUp([
      { answer: { status: 201, headers: { 'x-a': ['1', '2'] }, json: { id: 7 } } },
    ]);
    const answer = await client.request({
      method: 'POST',
      path: '/things',
      query: { a: 1 },
      json: { name: 'a' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-a')).toBe('1, 2');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.json()).toEqual({ id: 7 });
    const [request] = transport.requests;
    expect(request?.method).toBe('POST');
    expect(request?.url.href).toBe('https://api.acme.example/v1/things?a=1');
    expect(request?.headers.get('authorization')).toBe('Bearer k3y');
    expect(request?.json()).toEqual({ name: 'a' });
  });

  it('selects the first rule that matches method, path and nth; a function gets the request', async () => {
    const { client, transport } = setUp([
      { when: { path: '/v1/things', nth: 2 }, answer: { body: 'second' } },
      { when: { method: 'GET', path: '/v1/things' }, answer: ({ url }) => ({ body: url.search }) },
    ]);
    transport.respond({ answer: { chunks: ['the ', 'rest'] } });
    const texts = [];
    for (const request of [
      { ...get, query: { a: 1 } },
      get,
      get,
      { method: 'PUT', path: '/other', body: 'x' } as const,
    ]) {
      texts.push((await client.request(request)).text());
    }
    expect(texts).toEqual(['?a=1', 'second', '', 'the rest']);
  });

  it('runs the whole pipeline: retries, waits and errors', async () => {
    const { client, transport, runtime } = setUp([
      { when: { nth: 1 }, answer: { status: 429, headers: { 'retry-after': '7' } } },
      { when: { nth: 2 }, answer: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) },
      { answer: { delayMs: 500, json: {} } },
    ]);
    const call = client.request(get);
    await runtime.advance(6_999);
    expect(transport.requests).toHaveLength(1);
    await runtime.advance(60_000);
    expect((await call).status).toBe(200);
    expect(transport.requests).toHaveLength(3);
  });

  it("ends at the attempt timeout for the response 'never'", async () => {
    const { client, runtime } = setUp([{ answer: 'never' }], { timeoutMs: 1_000, retry: false });
    const call = client.request(get).catch((error: unknown) => error);
    await runtime.advance(1_000);
    expect(await call).toMatchObject({ code: 'timeout', phase: 'headers' });
  });

  it('rejects at once with the request that no rule matches', async () => {
    const { client, transport } = setUp([{ when: { path: '/v1/other' }, answer: {} }]);
    await expect(client.request(get)).rejects.toMatchObject({
      code: 'configuration',
      message: `The fake transport has no rule for GET /v1/things. Add one with respond(…).`,
    });
    expect(transport.requests).toHaveLength(1);
  });
});
