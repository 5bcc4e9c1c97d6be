import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import { createServiceClient, headerKey, InvalidInputError, type Transport } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

let seen: IncomingMessage['headers'] = {};
let body = '';
const server = createServer((request, response) => {
  seen = request.headers;
  body = '';
  request.setEncoding('utf8');
  request.on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => response.end('{}'));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const node = createNodeTransport();
const undici = createUndiciTransport();
afterAll(() => {
  node.close();
  return undici.close();
});
const transports: Readonly<Record<string, Transport | undefined>> = {
  'the default': undefined,
  fetch: createFetchTransport(),
  node,
  undici,
};

describe.each(Object.entries(transports))('headers over %s', (_, transport) => {
  const open = () => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const service = { name: 'acme', baseUrl, auth: headerKey('x-key'), credential: 'clé' };
    return createServiceClient(service, { ...(transport && { transport }), retry: false });
  };

  it.each([
    ['text', { body: 'naïve 日本' }],
    ['JSON', { json: 'naïve 日本' }],
    ['bytes', { body: new TextEncoder().encode('naïve 日本') }],
  ])('arrive as latin-1 beside a body of %s, credential included', async (_kind, content) => {
    const headers = { 'x-name': 'Zoë' };
    await open().request({ method: 'POST', path: '/', headers, ...content });
    expect([seen['x-name'], seen['x-key']]).toEqual(['Zoë', 'clé']);
    expect(body).toContain('naïve 日本');
  });

  it.each(['expect', 'keep-alive', 'connection', 'content-length'])(
    'that belong to the connection are refused before it is there: %s',
    async (name) => {
      const error = await open()
        .request({ method: 'POST', path: '/', body: 'a', headers: { [name]: 'x' } })
        .catch((thrown: unknown) => thrown);
      expect(InvalidInputError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ outcome: 'not-sent' });
    },
  );
});
