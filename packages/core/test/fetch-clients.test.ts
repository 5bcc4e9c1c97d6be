import OpenAI from 'openai';
import createClient from 'openapi-fetch';
import { Resend, type Response as ResendAnswer } from 'resend';
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
const broken: FaultRule = { when: { nth: 1 }, answer: { status: 502, json: {} } };

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

  it('repeats a write with its idempotency key', async () => {
    await using fetch = await open([broken, { answer: { json: { id: 'cus_1', object: 'customer' } } }]);
    const { customers } = clientOf(fetch);
    expect((await customers.create({ name: 'Ann' }, { idempotencyKey: 'order-7' })).id).toBe('cus_1');
    expect(server.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'order-7',
      'order-7',
    ]);
    expect(server.requests.map((request) => request.text())).toEqual(['name=Ann', 'name=Ann']);
    expect(authorizations()).toEqual(['Bearer sk_good', 'Bearer sk_good']);
  });

  it('repeats a write with the key that the SDK makes', async () => {
    await using fetch = await open([broken, { answer: { json: { id: 'cus_1', object: 'customer' } } }]);
    expect((await clientOf(fetch).customers.create({ name: 'Ann' })).id).toBe('cus_1');
    const [first, second] = server.requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^stripe-node-retry-/);
    expect(second).toBe(first);
  });

  it('throws its own errors', async () => {
    const json = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } };
    await using fetch = await open([{ answer: { status: 401, json } }]);
    const call = clientOf(fetch).customers.list();
    await expect(call).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });
});

// Its constructor takes no fetch (6.38.0); all its requests go through one method.
describe('C1: createFetch under the SDK of Resend', () => {
  const clientOf = (fetch: Awaited<ReturnType<typeof open>>) =>
    new (class extends Resend {
      override async fetchRequest<T>(path: string, options: RequestInit = {}): Promise<ResendAnswer<T>> {
        let statusCode: number | null = null;
        try {
          const response = await fetch(this.baseUrl + path, options);
          statusCode = response.status;
          const [body, headers] = [await response.json(), Object.fromEntries(response.headers)];
          return response.ok ? { data: body, error: null, headers } : { data: null, error: body, headers };
        } catch (error) {
          if (options.signal?.aborted) throw error;
          const name = 'application_error';
          return { data: null, error: { name, statusCode, message: String(error) }, headers: null };
        }
      }
    })('re_placeholder', { baseUrl: server.url });
  const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };

  it('repeats a mail with its idempotency key', async () => {
    await using fetch = await open([broken, { answer: { json: { id: 'm1' } } }]);
    const { data } = await clientOf(fetch).emails.send(mail, { idempotencyKey: 'order-7' });
    expect(data).toEqual({ id: 'm1' });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(2).fill('POST /emails'),
    );
    expect(server.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'order-7',
      'order-7',
    ]);
    expect(authorizations()).toEqual(['Bearer sk_good', 'Bearer sk_good']);
  });

  it('resolves with its own errors', async () => {
    const json = { statusCode: 422, name: 'validation_error', message: 'No such domain' };
    await using fetch = await open([{ answer: { status: 422, json } }]);
    expect(await clientOf(fetch).domains.list()).toMatchObject({ data: null, error: json });
  });

  it('resolves without a response, and with one of a proxy', async () => {
    await using fetch = await open([
      { when: { method: 'GET' }, answer: { status: 404, body: '<html>' } },
      { fault: { kind: 'reset-peer', phase: 'after-request-body' } },
    ]);
    const client = clientOf(fetch);
    expect((await client.domains.list()).error?.statusCode).toBe(404);
    const { error } = await client.emails.send(mail);
    expect(error?.message).toContain('whether the service acted is not known');
    expect(server.requests).toHaveLength(2);
  });
});
