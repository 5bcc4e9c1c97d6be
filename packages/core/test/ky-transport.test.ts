import ky, { type KyInstance as Ky } from 'ky';
import { describe, expect, it } from 'vitest';
import { streamBody } from '../src/bodies/index.ts';
import { ConfigurationError, createServiceClient, noAuth, type RetryOptions } from '../src/index.ts';
import { type KyInstance, kyTransport } from '../src/ky/index.ts';
import { type FaultRule, type FaultServer, startFaultServer } from '../src/testing/index.ts';

const retry: RetryOptions = { baseMs: 1, throttledBaseMs: 1 };

function clientOf(server: FaultServer, instance: Ky) {
  const service = { name: 'acme', baseUrl: server.url, auth: noAuth() };
  return createServiceClient(service, { transport: kyTransport(instance), retry });
}

const ok: FaultRule = { answer: { body: '{"ok":true}' } };

describe("the program's own ky instance", () => {
  it('runs its hooks, its headers and its fetch for each attempt', async () => {
    await using server = await startFaultServer({
      rules: [{ when: { nth: 1 }, answer: { status: 503 } }, ok],
    });
    const seen: string[] = [];
    const instance = ky.extend({
      headers: { 'x-of-instance': 'yes' },
      fetch: (input, init) => {
        seen.push('fetch');
        return fetch(input, init);
      },
      hooks: {
        beforeRequest: [({ request }) => request.headers.set('x-trace', `t${seen.length}`)],
        afterResponse: [({ response }) => void seen.push(String(response.status))],
      },
    });
    await using client = clientOf(server, instance);
    const response = await client.request({ method: 'GET', path: '/things' });
    expect(response.json()).toEqual({ ok: true });
    expect(seen).toEqual(['fetch', '503', 'fetch', '200']);
    expect(
      server.requests.map(({ headers }) => [headers.get('x-trace'), headers.get('x-of-instance')]),
    ).toEqual([
      ['t0', 'yes'],
      ['t2', 'yes'],
    ]);
  });

  it.each([
    ['retries', { retry: { limit: 5, statusCodes: [500], methods: ['get'], delay: () => 0 } }],
    ['thrown statuses', { throwHttpErrors: true }],
    ['a prefix', { prefix: 'http://127.0.0.1:1/elsewhere' }],
    ['a base URL', { baseUrl: 'http://127.0.0.1:1/elsewhere/' }],
  ] as const)('does not add %s of its own', async (_what, options) => {
    await using server = await startFaultServer({ rules: [{ answer: { status: 500 } }] });
    await using client = clientOf(server, ky.create(options as object));
    const call = client.request({ method: 'GET', path: '/things' }, { maxAttempts: 2 });
    await expect(call).rejects.toMatchObject({ name: 'ServerError', status: 500, attempts: 2 });
    expect(server.requests.map(({ path }) => path)).toEqual(['/things', '/things']);
  });

  it('does not add a time limit of its own', async () => {
    await using server = await startFaultServer({
      rules: [{ fault: { kind: 'timeout', phase: 'after-headers' } }],
    });
    await using client = clientOf(server, ky.create({ timeout: 1, totalTimeout: 1 }));
    const call = client.request({ method: 'GET', path: '/things' }, { timeoutMs: 100, maxAttempts: 1 });
    await expect(call).rejects.toMatchObject({
      name: 'TimeoutError',
      message: expect.stringContaining('100 ms'),
    });
  });

  it("does not follow the service's redirects", async () => {
    const redirect = { answer: { status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' } } };
    await using server = await startFaultServer({ rules: [redirect] });
    await using client = clientOf(server, ky.create({ redirect: 'follow' }));
    const call = client.request({ method: 'POST', path: '/things', json: {} });
    await expect(call).rejects.toMatchObject({ name: 'RedirectError' });
    expect(server.requests).toHaveLength(1);
  });

  it('sends text and streams', async () => {
    await using server = await startFaultServer({ rules: [ok] });
    await using client = clientOf(server, ky);
    const bytes = new TextEncoder().encode('bytes');
    await client.request({ method: 'POST', path: '/a', json: { a: 1 } });
    await client.request({ method: 'PUT', path: '/b', body: streamBody(() => new Blob([bytes]).stream()) });
    expect(server.requests.map(({ body }) => new TextDecoder().decode(body))).toEqual(['{"a":1}', 'bytes']);
  });

  it('a hook that wants a retry ends the attempt', async () => {
    await using server = await startFaultServer({ rules: [ok] });
    await using client = clientOf(server, ky.create({ hooks: { afterResponse: [() => ky.retry()] } }));
    const call = client.request({ method: 'POST', path: '/a', json: {} });
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', outcome: 'unknown', attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it('a hook that throws ends the call, and its error is the cause', async () => {
    await using server = await startFaultServer({ rules: [ok] });
    const beforeRequest = [
      () => {
        throw new RangeError('of the hook');
      },
    ];
    await using client = clientOf(server, ky.create({ hooks: { beforeRequest } }));
    const call = client.request({ method: 'POST', path: '/a', json: {} });
    await expect(call).rejects.toMatchObject({
      outcome: 'unknown',
      attempts: 1,
      cause: expect.objectContaining({ name: 'RangeError' }),
    });
    expect(server.requests).toHaveLength(0);
  });
});

it.each([[undefined], [{}], ['ky'], [{ get: ky.get }]])('refuses %j, which is not an instance', (value) => {
  const open = () => kyTransport(value as unknown as KyInstance);
  expect(open).toThrow(ConfigurationError);
  expect(open).toThrow(/kyTransport\(\) takes an instance of ky, like `ky\.create\(\)`/);
});
