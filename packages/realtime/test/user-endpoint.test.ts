import { inspect } from 'node:util';
import { createRuntime } from '@org/core';
import { type Answer, collectLeaks, type RecordedRequest, startFaultServer } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { httpUserAuthenticator } from '../src/index.ts';
import { startService } from './realtime-fixtures.ts';
import { bob, connectAs, signUser } from './user-fixtures.ts';

const canary = 'canary-session-token';

async function endpointThat(answer: (request: RecordedRequest) => Answer) {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  server.respond((request) => ({ answer: answer(request) }));
  return { server, endpoint: `${server.url}/user-auth` };
}

async function refusalOf(answer: Answer, timeoutMs = 10_000) {
  const service = await startService();
  const { server, endpoint } = await endpointThat(() => answer);
  const authenticate = httpUserAuthenticator({ endpoint, headers: { 'x-session': canary } });
  const { realtime } = connectAs(service, bob, { authenticate });
  const error = await realtime.signIn({ timeoutMs }).catch((caught: unknown) => caught);
  expect(collectLeaks(error, [canary])).toEqual([]);
  await realtime.subscribe('private-a').subscribed();
  return { error, requests: server.requests.length };
}

describe('httpUserAuthenticator', () => {
  it('posts a form with the socket id, and takes the token', async () => {
    const service = await startService();
    const { server, endpoint } = await endpointThat((request) => {
      const form = new URLSearchParams(request.text());
      return { status: 201, json: signUser(service)(form.get('socket_id') ?? '') };
    });
    let calls = 0;
    const authenticate = httpUserAuthenticator({
      endpoint,
      headers: async () => ({ 'x-call': String(++calls) }),
      fields: () => ({ tenant: `a&b${calls}` }),
    });
    const { realtime } = connectAs(service, bob, { authenticate });
    expect(await realtime.signIn()).toMatchObject({ id: 'bob', info: { name: 'Bob' } });
    const [request] = server.requests;
    expect(Object.fromEntries(new URLSearchParams(request?.text()))).toEqual({
      tenant: 'a&b1',
      socket_id: realtime.socketId,
    });
    expect(request?.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(request?.headers.get('x-call')).toBe('1');
  });

  it.each<[string, Answer, object]>([
    ['a page of HTML', { body: '<html>sign in</html>', headers: { 'content-type': 'text/html' } }, {}],
    ['JSON without auth', { json: { ok: true } }, {}],
    ['JSON that is not an object', { json: ['auth'] }, {}],
    ['nothing', { body: '' }, {}],
    ['a token of another key', { json: { auth: 'other:ab', user_data: '{"id":"bob"}' } }, {}],
    ['a user that is an object', { json: { auth: 'sandbox-key:ab', user_data: { id: 'bob' } } }, {}],
    ['a redirect', { status: 302, headers: { location: '/sign-in' } }, { status: 302 }],
    ['401', { status: 401 }, { status: 401 }],
    ['403', { status: 403 }, { status: 403 }],
    ['too much', { body: 'x'.repeat(100_000) }, {}],
  ])('W7: %s is a typed error, after one request', async (_name, answer, expected) => {
    const { error, requests } = await refusalOf(answer);
    expect(error).toMatchObject({ code: 'sign-in', outcome: 'not-sent', retryable: false, ...expected });
    expect(requests).toBe(1);
  });

  it('W7: 503 is tried again, and signIn() waits on until its time limit', async () => {
    const { error, requests } = await refusalOf({ status: 503 }, 500);
    expect(error).toMatchObject({ code: 'timeout' });
    expect(requests).toBeGreaterThan(0);
  });

  it('W7: an endpoint that never responds ends with authorizeTimeoutMs', async () => {
    const service = await startService();
    const server = await startFaultServer({
      rules: [{ fault: { kind: 'timeout', phase: 'after-request-body' } }],
    });
    onTestFinished(() => server.close());
    const { realtime } = connectAs(service, bob, {
      authorizeTimeoutMs: 50,
      authenticate: httpUserAuthenticator({ endpoint: `${server.url}/user-auth` }),
    });
    const signIn = realtime.signIn({ timeoutMs: 500 });
    await expect(signIn).rejects.toMatchObject({ code: 'timeout' });
    await realtime.close();
    await server.waitUntil(({ connections }) => connections.open === 0);
  });

  it.each([
    ['nothing', undefined],
    ['no endpoint', {}],
    ['plain http to another machine', { endpoint: 'http://acme.dev/user-auth' }],
    ['a password in the endpoint', { endpoint: 'https://user:pass@acme.dev/user-auth' }],
    ['fields that are a list', { endpoint: '/user-auth', fields: [] }],
    ['headers that are a Map', { endpoint: '/user-auth', headers: new Map() }],
    ['unknown credentials', { endpoint: '/user-auth', credentials: 'all' }],
  ])('refuses %s', (_name, options) => {
    expect(() => httpUserAuthenticator(options as never)).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    );
  });

  it('security: a header that HTTP does not allow is a configuration error without its value', async () => {
    const headers = { 'x-session': 'canary\ncanary' };
    const authenticate = httpUserAuthenticator({ endpoint: 'https://app.example/user-auth', headers });
    const { signal } = new AbortController();
    const call = authenticate({ socketId: '1.1', signal, runtime: createRuntime() });
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('headers of') });
    expect(inspect(error, { depth: 9 })).not.toContain('canary');
  });

  it('the content type is the form’s, and accept may be another', async () => {
    const seen: Headers[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      seen.push(new Request(url, init).headers);
      return Response.json({ auth: 'k:ab', user_data: '{"id":"bob"}' });
    };
    const headers = { 'Content-Type': 'application/json', Accept: 'text/json' };
    const authenticate = httpUserAuthenticator({ endpoint: 'https://app.example/user-auth', headers });
    const { signal } = new AbortController();
    await authenticate({ socketId: '1.1', signal, runtime: createRuntime({ fetch }) });
    expect(seen.map((each) => [each.get('content-type'), each.get('accept')])).toEqual([
      ['application/x-www-form-urlencoded', 'text/json'],
    ]);
  });

  it.each(['headers', 'fields'])('%s that return something else are a configuration error', async (name) => {
    const authenticate = httpUserAuthenticator({ endpoint: '/user-auth', [name]: () => 'x' as never });
    const { signal } = new AbortController();
    await expect(authenticate({ socketId: '1.1', signal, runtime: createRuntime() })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(`${name} of httpUserAuthenticator`),
    });
  });
});
