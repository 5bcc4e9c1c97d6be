import OpenAI from 'openai';
import createClient from 'openapi-fetch';
import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetch, type FetchOptions } from '../src/fetch/index.ts';
import { bearerAuth } from '../src/index.ts';
import { type FaultRule, type FaultServer, startFaultServer } from '../src/testing/index.ts';

let server: FaultServer;
afterEach(() => server.close());

async function open(rules: readonly FaultRule[], options: FetchOptions = {}) {
  server = await startFaultServer({ rules });
  const service = { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: 'sk_good' };
  return createFetch(service, { retry: { baseMs: 1, throttledBaseMs: 1 }, ...options });
}

const authorizations = () => server.requests.map(({ headers }) => headers.get('authorization'));
const busy: FaultRule = { when: { nth: 1 }, answer: { status: 503, headers: { 'retry-after': '0' } } };

// The shapes are those of the services' API references; the clients are the published ones.
describe('C1: createFetch under a generated client (openapi-fetch)', () => {
  interface Paths {
    '/things/{id}': {
      get: {
        parameters: { path: { id: string } };
        responses: {
          200: { content: { 'application/json': { id: string } } };
          404: { content: { 'application/json': { reason: string } } };
        };
      };
    };
  }

  it('retries what may be repeated, and hands failures over', async () => {
    const missing = {
      when: { path: '/things/8' },
      answer: { status: 404, json: { reason: 'no such thing' } },
    };
    await using fetch = await open([busy, missing, { answer: { json: { id: 'a b' } } }]);
    const client = createClient<Paths>({ baseUrl: server.url, fetch });
    const found = await client.GET('/things/{id}', { params: { path: { id: 'a b' } } });
    expect(found.data).toEqual({ id: 'a b' });
    const { error, response } = await client.GET('/things/{id}', { params: { path: { id: '8' } } });
    expect([response.status, error]).toEqual([404, { reason: 'no such thing' }]);
    expect(authorizations()).toEqual(Array(3).fill('Bearer sk_good'));
  });
});

describe('C1: createFetch under the SDK of OpenAI', () => {
  const clientOf = (fetch: Awaited<ReturnType<typeof open>>) =>
    new OpenAI({ apiKey: 'placeholder', baseURL: `${server.url}/v1`, fetch, maxRetries: 0 });
  const ask = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] };
  const chunk = (content: string) => {
    const choices = [{ index: 0, delta: { content } }];
    return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`;
  };

  it('streams', async () => {
    const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
    const chunks = [chunk('Hel'), chunk('lo'), 'data: [DONE]\n\n'];
    await using fetch = await open([{ answer: { headers, chunks } }]);
    let said = '';
    for await (const { choices } of await clientOf(fetch).chat.completions.create({ ...ask, stream: true }))
      said += choices[0]?.delta.content ?? '';
    expect(said).toBe('Hello');
    expect(authorizations()).toEqual(['Bearer sk_good']);
  });

  it('throws its own errors', async () => {
    const json = {
      error: { message: 'No such model', type: 'invalid_request_error', code: 'model_not_found' },
    };
    await using fetch = await open([{ answer: { status: 404, json } }]);
    const call = clientOf(fetch).chat.completions.create(ask);
    await expect(call).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

describe('C1: createFetch under the SDK of Stripe', () => {
  const clientOf = (fetch: Awaited<ReturnType<typeof open>>) =>
    new Stripe('sk_placeholder', {
      host: '127.0.0.1',
      port: Number(new URL(server.url).port),
      protocol: 'http',
      httpClient: Stripe.createFetchHttpClient(fetch),
      maxNetworkRetries: 0,
      telemetry: false,
    });

  it('repeats a write with its idempotency key, and not one without', async () => {
    await using fetch = await open([busy, { answer: { json: { id: 'cus_1', object: 'customer' } } }]);
    const { customers } = clientOf(fetch);
    expect((await customers.create({ name: 'Ann' }, { idempotencyKey: 'order-7' })).id).toBe('cus_1');
    expect(server.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'order-7',
      'order-7',
    ]);
    expect(server.requests.map((request) => request.text())).toEqual(['name=Ann', 'name=Ann']);
    expect(authorizations()).toEqual(['Bearer sk_good', 'Bearer sk_good']);
  });

  it('throws its own errors', async () => {
    const json = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } };
    await using fetch = await open([{ answer: { status: 401, json } }]);
    const call = clientOf(fetch).customers.list();
    await expect(call).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });
});
