import { afterEach, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { createFetch } from '../../src/fetch/index.ts';
import { bearerAuth } from '../../src/index.ts';
import { type FaultRule, type FaultServer, startFaultServer } from '../../src/testing/index.ts';
import { generateClient } from './support/hey-api.ts';

const generated = await obtain('@hey-api/openapi-ts', generateClient);
const broken: FaultRule = { when: { nth: 1 }, answer: { status: 502 } };
const sse = { 'content-type': 'text/event-stream; charset=utf-8' };

let server: FaultServer;
afterEach(() => server.close());

describe.skipIf(generated === undefined)('createFetch under a client of @hey-api/openapi-ts 0.99.0', () => {
  async function open(rules: readonly FaultRule[]) {
    server = await startFaultServer({ rules });
    const service = { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: 'sk_good' };
    const fetch = createFetch(service, { retry: { baseMs: 1, throttledBaseMs: 1 } });
    const { client, ...calls } = generated ?? (await generateClient());
    client.setConfig({ baseUrl: server.url, fetch });
    return { ...calls, [Symbol.asyncDispose]: fetch.close };
  }
  const headersOf = (name: string) => server.requests.map(({ headers }) => headers.get(name));

  it('retries a read, and hands failures over', async () => {
    const missing = {
      when: { path: '/things/8' },
      answer: { status: 404, json: { reason: 'no such thing' } },
    };
    await using acme = await open([broken, missing, { answer: { json: { id: 'a b' } } }]);
    expect((await acme.getThing({ path: { id: 'a b' } })).data).toEqual({ id: 'a b' });
    const { error, response } = await acme.getThing({ path: { id: '8' } });
    expect([response?.status, error]).toEqual([404, { reason: 'no such thing' }]);
    expect(server.requests.map(({ path }) => path)).toEqual(['/things/a%20b', '/things/a%20b', '/things/8']);
    expect(headersOf('authorization')).toEqual(Array(3).fill('Bearer sk_good'));
  });

  it('repeats a write with its idempotency key', async () => {
    await using acme = await open([broken, { answer: { status: 201, json: { id: '7' } } }]);
    const headers = { 'idempotency-key': 'order-7' };
    expect((await acme.createThing({ body: { id: '7' }, headers })).data).toEqual({ id: '7' });
    expect(headersOf('idempotency-key')).toEqual(['order-7', 'order-7']);
    expect(server.requests.map((request) => request.text())).toEqual(['{"id":"7"}', '{"id":"7"}']);
  });

  it('does not repeat a write without a key', async () => {
    await using acme = await open([broken, { answer: { status: 201, json: { id: '7' } } }]);
    expect((await acme.createThing({ body: { id: '7' } })).response?.status).toBe(502);
    expect(server.requests).toHaveLength(1);
  });

  it('sends a form with a file, and takes an empty answer', async () => {
    await using acme = await open([{ answer: { status: 204 } }]);
    const file = new File(['pixels'], 'a.png', { type: 'image/png' });
    const { error, response } = await acme.addPicture({ body: { file } });
    expect([error, response?.status]).toEqual([undefined, 204]);
    const [request] = server.requests;
    const type = request?.headers.get('content-type') ?? '';
    const form = await new Response(request?.text(), { headers: { 'content-type': type } }).formData();
    const sent = form.get('file') as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual(['a.png', 'image/png', 'pixels']);
  });

  it('streams events as they come', async () => {
    const chunks = ['data: {"id":"1"}\n\nda', 'ta: {"id":"2"}\n\n'];
    await using acme = await open([{ answer: { headers: sse, chunks } }]);
    const seen: unknown[] = [];
    const { stream } = await acme.readEvents({ sseMaxRetryAttempts: 1 });
    for await (const event of stream) seen.push(event);
    expect(seen).toEqual([{ id: '1' }, { id: '2' }]);
    expect(headersOf('authorization')).toEqual(['Bearer sk_good']);
  });

  it('ends a call with its signal', async () => {
    await using acme = await open([{ answer: { delayMs: 10_000, json: {} } }]);
    const signal = AbortSignal.timeout(100);
    const { error, response } = await acme.getThing({ path: { id: '1' }, signal });
    expect([error, response]).toEqual([expect.objectContaining({ name: 'TimeoutError' }), undefined]);
  });
});
