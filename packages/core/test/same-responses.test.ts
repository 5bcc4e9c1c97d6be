import ky from 'ky';
import { afterAll, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import { createServiceClient, noAuth, type OrgError, type ServiceResponse } from '../src/index.ts';
import { kyTransport } from '../src/ky/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { startFaultServer } from '../src/testing/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';
import { head } from './hostile-answer.ts';

const node = createNodeTransport();
const undici = createUndiciTransport();
afterAll(() => Promise.all([node.close(), undici.close()]));

const transports = Object.entries({
  fetch: createFetchTransport(),
  ky: kyTransport(ky),
  'node:http': node,
  undici,
});

async function readRaw(raw: string, transport: (typeof transports)[number][1]): Promise<ServiceResponse> {
  await using server = await startFaultServer();
  server.answerRaw(raw);
  const service = { name: 'acme', baseUrl: server.url, auth: noAuth() };
  await using client = createServiceClient(service, { transport, retry: false });
  return await client.request({ method: 'GET', path: '/things' });
}

const listed = (response: ServiceResponse) => [...(response.headers as Iterable<[string, string]>)];

describe.each(transports)('the same response over %s', (_name, transport) => {
  it('headers in a loop: lower case, sorted, joined, set-cookie apart', async () => {
    const lines = ['X-B: 2', 'x-a: 1', 'X-b: 3', 'Set-Cookie: a=1', 'SET-COOKIE: b=2', 'Content-Length: 0'];
    expect(listed(await readRaw(head('200 OK', ...lines), transport))).toEqual([
      ['content-length', '0'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['x-a', '1'],
      ['x-b', '2, 3'],
    ]);
  });

  it('values without blanks around them', async () => {
    const response = await readRaw(head('200 OK', 'X-A:', 'X-B:  v \t', 'Content-Length: 0'), transport);
    expect([response.headers.get('x-a'), response.headers.get('x-b')]).toEqual(['', 'v']);
    expect(listed(response)).toContainEqual(['x-b', 'v']);
  });

  it('1,500 headers', async () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => `a${at}: 1`);
    const response = await readRaw(head('200 OK', ...lines, 'Content-Length: 0'), transport);
    expect(listed(response)).toHaveLength(1_501);
  });

  it('a 205 without its body', async () => {
    const response = await readRaw(`${head('205 Reset Content', 'Content-Length: 5')}hello`, transport);
    expect([response.status, response.text()]).toEqual([205, '']);
  });

  it('invalid chunks are not valid HTTP, and not retried', async () => {
    const raw = `${head('200 OK', 'Transfer-Encoding: chunked')}zz\r\nhello`;
    const error: OrgError = await readRaw(raw, transport).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ name: 'NetworkError', outcome: 'unknown', retryable: false });
    expect(error.message).toMatch(/not valid HTTP \(HPE_/);
  });
});
