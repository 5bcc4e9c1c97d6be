import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetch, type FetchOptions } from '../src/fetch/index.ts';
import {
  bearerAuth,
  createLimiter,
  maxConcurrency,
  noAuth,
  type OrgError,
  type ServiceDefinition,
} from '../src/index.ts';
import { type FaultRule, type FaultServer, startFaultServer } from '../src/testing/index.ts';

let server: FaultServer;
// A test may start none.
afterEach(() => (server as FaultServer | undefined)?.close());

const quick = { retry: { baseMs: 1, throttledBaseMs: 1 } } as const;

async function open(rules: readonly FaultRule[], options: FetchOptions = {}, service = {}) {
  server = await startFaultServer({ rules });
  const definition: ServiceDefinition = {
    name: 'acme',
    baseUrl: `${server.url}/v1`,
    auth: bearerAuth(),
    credential: 'sk_good',
    ...service,
  };
  return createFetch(definition, { ...quick, ...options });
}

const headerOf = (name: string) => server.requests.map(({ headers }) => headers.get(name));

describe('C1: createFetch', () => {
  it('is a fetch: method, address, headers, body, response', async () => {
    const answer = { status: 201, headers: { 'x-one': 'a', 'set-cookie': ['b=1', 'c=2'] }, json: { id: 7 } };
    await using fetch = await open([{ answer }]);
    const standard: typeof globalThis.fetch = fetch;
    const body = JSON.stringify({ name: 'ä' });
    const headers = { 'Content-Type': 'application/json', 'X-Two': 'b' };
    const response = await standard(`${server.url}/v1/things?a=1&a=2#x`, { method: 'POST', body, headers });
    expect([response.status, response.ok, response.headers.get('x-one')]).toEqual([201, true, 'a']);
    expect(response.headers.getSetCookie()).toEqual(['b=1', 'c=2']);
    expect(response.url).toBe(`${server.url}/v1/things?a=1&a=2`);
    expect(await response.json()).toEqual({ id: 7 });
    const [request] = server.requests;
    expect([request?.method, request?.path, request?.query.getAll('a'), request?.text()]).toEqual([
      'POST',
      '/v1/things',
      ['1', '2'],
      body,
    ]);
    expect(headerOf('x-two')).toEqual(['b']);
    expect(headerOf('content-type')).toEqual(['application/json']);
    expect(headerOf('accept')).toEqual(['*/*']);
  });

  it('places the credential of the service, whatever key the program set', async () => {
    await using fetch = await open([{ answer: { json: {} } }]);
    await fetch('things', { headers: { authorization: 'Bearer placeholder' } });
    expect(headerOf('authorization')).toEqual(['Bearer sk_good']);
  });

  it("leaves the program's own key in place for a service without a credential", async () => {
    await using fetch = await open([{ answer: { json: {} } }], {}, { auth: noAuth(), credential: undefined });
    await fetch('things', { headers: { authorization: 'Bearer own' } });
    expect(headerOf('authorization')).toEqual(['Bearer own']);
  });

  it('retries, and resolves with the last response', async () => {
    await using fetch = await open([
      { when: { nth: 1 }, answer: { status: 503 } },
      { when: { nth: 2 }, answer: { json: { ok: true } } },
      { answer: { status: 503, json: { message: 'x'.repeat(20_000) } } },
    ]);
    expect(await (await fetch('things')).json()).toEqual({ ok: true });
    const refused = await fetch('things');
    expect(refused.status).toBe(503);
    expect((await refused.json()).message).toHaveLength(20_000);
    expect(server.requests).toHaveLength(5);
  });

  it('repeats a POST with an idempotency key alone, and each time with that key', async () => {
    await using fetch = await open([{ fault: { kind: 'reset-peer', phase: 'after-request-body' } }]);
    const error = await fetch('things', { method: 'POST', body: '{}' }).catch((error: OrgError) => error);
    expect(error).toMatchObject({ name: 'NetworkError', outcome: 'unknown' });
    expect(server.requests).toHaveLength(1);
    const headers = { 'Idempotency-Key': 'order-7' };
    await fetch(new Request(`${server.url}/v1/things`, { method: 'POST', body: '{}', headers })).catch(
      () => {},
    );
    expect(headerOf('idempotency-key').slice(1)).toEqual(['order-7', 'order-7', 'order-7']);
    expect(server.requests.map((request) => request.text())).toEqual(['{}', '{}', '{}', '{}']);
  });

  it('takes from the program what a POST would do twice', async () => {
    await using fetch = await open(
      [{ when: { nth: 1 }, answer: { status: 502 } }, { answer: { json: [] } }],
      {
        safetyOf: (method, url) =>
          method === 'POST' && url.pathname.endsWith('/search') ? 'read' : undefined,
      },
    );
    expect((await fetch('search', { method: 'POST', body: '{}' })).status).toBe(200);
  });

  it('streams server-sent events and downloads, and reads JSON and texts whole', async () => {
    const typed = (type: string) => ({
      when: { path: `/v1/${type}` },
      answer: { headers: { 'content-type': type }, body: 'body' },
    });
    const types = ['text/event-stream', 'application/x-ndjson', 'application/pdf', 'application/json'];
    await using fetch = await open(types.map(typed), { maxResponseBytes: 3 });
    for (const type of types.slice(0, 3)) expect(await (await fetch(type)).text()).toBe('body');
    await expect(fetch('application/json')).rejects.toMatchObject({ name: 'ResponseTooLargeError' });
  });

  it('sends a stream once, and forms with their boundary', async () => {
    await using fetch = await open([{ when: { nth: 1 }, answer: { status: 503 } }, { answer: { json: {} } }]);
    const body = new Blob(['stream']).stream();
    expect((await fetch('things', { method: 'PUT', body })).status).toBe(503);
    const form = new FormData();
    form.set('name', 'Ann');
    expect((await fetch('things', { method: 'POST', body: form })).status).toBe(200);
    expect(server.requests[0]?.text()).toBe('stream');
    expect(headerOf('content-type')[1]).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.requests[1]?.text()).toContain('Ann');
  });

  it('gives an empty response no body', async () => {
    await using fetch = await open([{ answer: { status: 204 } }]);
    const response = await fetch('things', { method: 'DELETE' });
    expect([response.status, response.body]).toEqual([204, null]);
  });

  it('gives its permit back after a HEAD', async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    await using fetch = await open([{ answer: { headers: { 'content-type': 'a/b' } } }], { limiter });
    await fetch('things', { method: 'HEAD' });
    expect(limiter.snapshot().inFlight).toBe(0);
  });

  it('gives the length of a body, unless it was decoded', async () => {
    await using fetch = await open([
      { when: { method: 'HEAD' }, answer: { headers: { 'content-type': 'a/b', 'content-length': '500' } } },
      {
        when: { nth: 2 },
        answer: { headers: { 'content-type': 'a/b', 'content-length': '4' }, body: 'body' },
      },
      { answer: { headers: { 'content-encoding': 'gzip' }, body: gzipSync('body') } },
    ]);
    const lengthOf = ({ headers }: Response) => headers.get('content-length');
    expect(lengthOf(await fetch('things', { method: 'HEAD' }))).toBe('500');
    const plain = await fetch('things');
    expect([lengthOf(plain), await plain.text()]).toEqual(['4', 'body']);
    const decoded = await fetch('things');
    expect([lengthOf(decoded), await decoded.text()]).toEqual([null, 'body']);
  });

  it("rejects with the caller's own reason", async () => {
    await using fetch = await open([{ fault: { kind: 'timeout', phase: 'after-request-body' } }]);
    const reason = new Error('enough');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 30);
    await expect(fetch('things', { signal: controller.signal })).rejects.toBe(reason);
  });

  it('goes to no other address with the credential', async () => {
    await using fetch = await open([{ answer: { json: {} } }]);
    for (const url of ['https://evil.example/v1/things', `${server.url}/other`, '/other', '../other'])
      await expect(fetch(url)).rejects.toMatchObject({ name: 'InvalidInputError', outcome: 'not-sent' });
    expect(server.requests).toEqual([]);
  });

  it('refuses an unknown option', () => {
    const service = { name: 'acme', baseUrl: 'https://api.acme.dev', auth: noAuth() };
    expect(() => createFetch(service, { timeout: 5 } as never)).toThrow('Did you mean "timeoutMs"?');
  });
});
