import { afterEach, describe, expect, it, vi } from 'vitest';
import { noAuth } from '../src/auth/no-auth.ts';
import { createLimiter, createServiceClient, maxConcurrency, type ServiceClient } from '../src/index.ts';
import { createFakeTransport, startFaultServer } from '../src/testing/index.ts';

const retry = { baseMs: 1, throttledBaseMs: 1 };
const get = { method: 'GET', path: '/things' } as const;

/** The header of each request to a server with this address that refuses two of three. */
async function reportedTo(baseUrl: string) {
  const transport = createFakeTransport([
    { when: { nth: 1 }, answer: { status: 503 } },
    { when: { nth: 2 }, answer: { status: 429 } },
    { answer: { json: {} } },
  ]);
  await using client = createServiceClient(
    { name: 'acme', baseUrl, auth: noAuth() },
    { transport, limiter: false, retry },
  );
  await client.request(get);
  return transport.requests.map(({ headers }) => headers.get('org-attempt'));
}

afterEach(() => vi.unstubAllGlobals());

describe('a request to this machine says which attempt it is', () => {
  it.each([
    'http://localhost:8025/resend',
    'http://127.0.0.1:8025',
    'https://mail.localhost',
    'http://[::1]:8025',
  ])('from the second on, to %s', async (baseUrl) => {
    expect(await reportedTo(baseUrl)).toEqual([null, '2; waited-ms=0', '3; waited-ms=0']);
  });

  it.each(['https://api.example.com', 'https://127.0.0.1.example.com', 'https://localhost.example.com'])(
    'and to no other: %s',
    async (baseUrl) => {
      expect(await reportedTo(baseUrl)).toEqual([null, null, null]);
    },
  );

  it('but not from a page, where the server would have to allow the header', async () => {
    vi.stubGlobal('process', Object.create(process, { type: { value: 'renderer' } }));
    vi.stubGlobal('document', {});
    expect(await reportedTo('http://localhost:8025')).toEqual([null, null, null]);
  });

  it('and how long it waited for the limiter', async () => {
    await using server = await startFaultServer();
    server.respond({ answer: { delayMs: 30, json: {} } });
    const definition = { name: 'acme', baseUrl: server.url, auth: noAuth() };
    await using client: ServiceClient = createServiceClient(definition, {
      limiter: createLimiter({ limits: [maxConcurrency(1)] }),
    });
    await Promise.all([client.request(get), client.request(get)]);
    const [first, second] = server.requests.map(({ headers }) => headers.get('org-attempt'));
    expect(first).toBeUndefined();
    const waitedMs = Number(/^1; waited-ms=(\d+)$/.exec(second ?? '')?.[1]);
    expect(waitedMs).toBeGreaterThan(20);
  });
});
