import { once } from 'node:events';
import { constants, createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import { createServiceClient, noAuth, type OrgError } from '../src/index.ts';
import { createUndiciTransport, type UndiciDispatcher } from '../src/undici/index.ts';
import { makeCertificate } from './certificates.ts';

const authority = makeCertificate({ subject: 'An authority', isAuthority: true });
const { cert, key } = makeCertificate({ subject: 'localhost', names: ['localhost'], issuer: authority });

/** A service on HTTP/2 that answers the first request of each client in this way, and all others well. */
async function serve(first: (stream: ServerHttp2Stream) => void) {
  let requests = 0;
  const server = createSecureServer({ cert, key });
  server.on('session', (session) => session.on('error', () => {}));
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    requests += 1;
    if (requests === 1) return first(stream);
    stream.respond({ ':status': 200 });
    stream.end('{"ok":true}');
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

const begin = (stream: ServerHttp2Stream) => {
  stream.respond({ ':status': 200 });
  stream.write('{"ok"');
};

const transports: Readonly<Record<string, (agent: Agent) => EngineOptions>> = {
  undici: (agent) => ({ transport: createUndiciTransport({ dispatcher: agent as UndiciDispatcher }) }),
  "fetch of undici's own": (agent) => ({
    runtime: {
      fetch: (url, init) =>
        undiciFetch(url, { ...init, dispatcher: agent } as never) as unknown as Promise<Response>,
    },
  }),
};

describe.each(Object.entries(transports))('C3: HTTP/2 over %s', (_, optionsOf) => {
  /** A POST that must not act twice, against a service that treats its first request so. */
  async function send(first: (stream: ServerHttp2Stream) => void, options: EngineOptions = {}) {
    await using server = await serve(first);
    const agent = new Agent({ connect: { ca: authority.cert }, allowH2: true });
    const service = { name: 'acme', baseUrl: server.url, auth: noAuth() };
    const client = createServiceClient(service, { ...optionsOf(agent), ...options });
    const ended = await client.request({ method: 'POST', path: '/', json: {} }).then(
      (answer) => ({ value: answer.json() }),
      ({ code, outcome, retryRefusal }: OrgError) => ({ code, outcome, retryRefusal }),
    );
    await agent.destroy();
    return { ...ended, requests: server.requests() };
  }

  it('an answer is read', async () => {
    const answered = await send((stream) => {
      stream.additionalHeaders({ ':status': 103 });
      stream.respond({ ':status': 200 });
      stream.end('{"ok":true}');
    });
    expect(answered).toEqual({ value: { ok: true }, requests: 1 });
  });

  it('a refused stream was not acted on, and is sent again', async () => {
    const refused = await send((stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM));
    expect(refused).toEqual({ value: { ok: true }, requests: 2 });
  });

  it.each<[string, (stream: ServerHttp2Stream) => void]>([
    ['a stream that ends with an error', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)],
    ['a connection that ends', (stream) => stream.session?.destroy()],
    [
      'an answer that is cut off',
      (stream) => {
        begin(stream);
        setImmediate(() => stream.destroy(new Error('cut')));
      },
    ],
  ])('%s leaves it open whether the service acted', async (_name, first) => {
    const unknown = { code: 'network', outcome: 'unknown', retryRefusal: 'ambiguous', requests: 1 };
    expect(await send(first)).toEqual(unknown);
  });

  it('an answer that is too large is not read to its end', async () => {
    const endless = (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': 200 });
      const piece = new Uint8Array(65_536);
      const go = () => {
        while (!stream.destroyed && stream.write(piece));
      };
      stream.on('drain', go);
      go();
    };
    expect(await send(endless, { maxResponseBytes: 300_000 })).toMatchObject({
      code: 'response-too-large',
      requests: 1,
    });
  });
});
