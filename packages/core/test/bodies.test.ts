import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { gzip, streamBody } from '../src/bodies/index.ts';
import type { EngineOptions } from '../src/driver/index.ts';
import {
  bearerAuth,
  createServiceClient,
  fromValue,
  noAuth,
  RequestBodyError,
  requestSigner,
  Secret,
  type ServiceClient,
  type ServiceDefinition,
} from '../src/index.ts';
import { createNodeTransport, type NodeTransport } from '../src/node/index.ts';
import { hedge } from '../src/resilience/index.ts';
import {
  createManualRuntime,
  type FaultRule,
  type FaultServer,
  openResources,
  startFaultServer,
} from '../src/testing/index.ts';

let server: FaultServer;
let client: ServiceClient;
let transport: NodeTransport | undefined;

async function setUp(
  kind: 'default' | 'node',
  rules: readonly FaultRule[] = [],
  options: EngineOptions = {},
  service: Partial<ServiceDefinition> = {},
) {
  server = await startFaultServer({ rules });
  transport = kind === 'node' ? createNodeTransport() : undefined;
  client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth(), ...service },
    { retry: { baseMs: 1, throttledBaseMs: 1 }, transport, ...options },
  );
}

afterEach(async () => {
  await client.close();
  transport?.close();
  await server.close();
});

const thrownBy = (call: Promise<unknown>) => call.catch((error: unknown) => error);
const put = (body: ReturnType<typeof streamBody>) => client.request({ method: 'PUT', path: '/file', body });
const post = (body: ReturnType<typeof streamBody>) => client.request({ method: 'POST', path: '/file', body });

/** A web stream of these pieces that tells when it was let go. */
function watchedStream(pieces: readonly (string | Error | 'hang')[]) {
  const watch = { pulled: 0, cancelled: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[watch.pulled];
        watch.pulled += 1;
        if (piece === 'hang') return new Promise(() => {});
        if (piece instanceof Error) controller.error(piece);
        else if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
        return undefined;
      },
      cancel() {
        watch.cancelled += 1;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, watch };
}

async function* generated(...pieces: readonly (string | Error)[]) {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield piece;
  }
}

const tooMany: FaultRule = { when: { nth: 1 }, answer: { status: 429 } };

describe.each(['default', 'node'] as const)('streamBody over %s', (kind) => {
  it.each([
    ['a web stream', () => watchedStream(['one ', 'two']).stream],
    ['a stream of Node', () => Readable.from([Buffer.from('one '), Buffer.from('two')])],
    ['a generator of text', () => generated('one ', 'two')],
    ['a Blob', () => new Blob(['one ', 'two'])],
    ['bytes', () => new TextEncoder().encode('one two')],
  ])('sends %s', async (_name, make) => {
    await setUp(kind);
    await put(streamBody(make()));
    expect(server.requests[0]?.text()).toBe('one two');
  });

  it('leaves chunked, or with content-length where the length is known', async () => {
    await setUp(kind);
    await put(streamBody(() => generated('one ', 'two')));
    await put(streamBody(() => generated('one ', 'two'), { lengthBytes: 7, contentType: 'text/csv' }));
    await put(streamBody(new Blob(['one two'], { type: 'text/plain' })));
    const seen = server.requests.map(({ headers }) =>
      ['transfer-encoding', 'content-length', 'content-type'].map((name) => headers.get(name)),
    );
    expect(seen).toEqual([
      ['chunked', undefined, undefined],
      [undefined, '7', 'text/csv'],
      [undefined, '7', 'text/plain'],
    ]);
  });

  it('a megabyte arrives as it was', async () => {
    await setUp(kind);
    const bytes = randomBytes(1 << 20);
    async function* slices() {
      for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
    }
    await put(streamBody(() => slices()));
    expect(Buffer.compare(Buffer.from(server.requests[0]?.body ?? ''), bytes)).toBe(0);
  });

  it('reads no further than the service takes it: a stream without end fills no memory', async () => {
    await setUp(kind);
    // It reads nothing: what is taken is what the buffers of the connection hold.
    const sockets: Socket[] = [];
    const deaf = createTcpServer({ pauseOnConnect: true }, (socket) => void sockets.push(socket));
    deaf.listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    const baseUrl = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
    const other = createServiceClient({ name: 'acme', baseUrl, auth: noAuth() }, { transport });
    const most = 64 * 1024 * 1024;
    let taken = 0;
    const piece = new Uint8Array(64 * 1024);
    async function* endless() {
      for (;;) {
        taken += piece.byteLength;
        if (taken > most) throw new Error('read without end');
        yield piece;
      }
    }
    const controller = new AbortController();
    const call = thrownBy(
      other.request(
        { method: 'PUT', path: '/file', body: streamBody(endless()) },
        { signal: controller.signal },
      ),
    );
    // Until it stands still.
    for (let before = -1; taken !== before || taken === 0; ) {
      before = taken;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    controller.abort('enough');
    expect(await call).toBe('enough');
    expect(taken).toBeLessThan(most);
    for (const socket of sockets) socket.destroy();
    deaf.close();
  });

  it('a factory is asked again for a retry, and the whole body is sent again', async () => {
    await setUp(kind, [tooMany]);
    let made = 0;
    await post(streamBody(() => watchedStream([`part ${++made}, `, 'end']).stream));
    expect(server.requests.map((request) => request.text())).toEqual(['part 1, end', 'part 2, end']);
  });

  it('a Blob is sent again', async () => {
    await setUp(kind, [tooMany]);
    await post(streamBody(new Blob(['all of it'])));
    expect(server.requests.map((request) => request.text())).toEqual(['all of it', 'all of it']);
  });

  it('a stream itself is sent once: its attempt is not repeated, and the error says why', async () => {
    await setUp(kind, [tooMany]);
    const error = await thrownBy(post(streamBody(generated('once'))));
    expect(error).toMatchObject({
      code: 'rate-limit',
      retryRefusal: 'body-consumed',
      attempts: 1,
      outcome: 'not-sent',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('after a 401, keeps the fresh credential for the next call, and never resends a stream', async () => {
    let loads = 0;
    const load = async () => ({ secret: new Secret(`key-${++loads}`), source: 'test' });
    await setUp(
      kind,
      [{ when: { nth: 1 }, answer: { status: 401 } }],
      {},
      { auth: bearerAuth(), credential: { description: 'test', load } },
    );
    const error = await thrownBy(post(streamBody(generated('once'))));
    expect(error).toMatchObject({ code: 'authentication', attempts: 1, outcome: 'not-sent' });
    await post(streamBody(generated('once')));
    expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer key-1',
      'Bearer key-2',
    ]);
  });

  it('a stream that fails midway ends the call: outcome unknown, no retry, its error as cause', async () => {
    await setUp(kind);
    const { stream, watch } = watchedStream(['one ', new Error('the disk is gone')]);
    let made = 0;
    const error = await thrownBy(
      put(
        streamBody(() => {
          made += 1;
          return stream;
        }),
      ),
    );
    expect(RequestBodyError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      outcome: 'unknown',
      retryRefusal: 'not-retryable',
      cause: { message: 'the disk is gone' },
    });
    expect(made).toBe(1);
    expect(watch.pulled).toBe(2);
    await server.waitUntil(({ connections }) => connections.open === 0);
    expect(server.requests.every(({ complete }) => !complete)).toBe(true);
  });

  it('a factory that throws ends the call before anything is sent', async () => {
    await setUp(kind);
    const error = await thrownBy(
      put(
        streamBody(() => {
          throw new Error('no such file');
        }),
      ),
    );
    expect(error).toMatchObject({
      code: 'request-body',
      outcome: 'not-sent',
      cause: { message: 'no such file' },
    });
    expect(server.requests).toHaveLength(0);
  });

  it('a factory that gives the same stream again ends the call with that reason', async () => {
    await setUp(kind, [tooMany]);
    const stream = generated('one');
    const error = await thrownBy(put(streamBody(() => stream)));
    expect(error).toMatchObject({
      code: 'request-body',
      attempts: 2,
      cause: {
        message: 'The factory returned the same stream twice; it must create a new one for each attempt.',
      },
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [
      'locked by somebody else',
      () => {
        const { stream } = watchedStream(['one']);
        stream.getReader();
        return stream;
      },
    ],
    [
      'a stream of Node that was read',
      () => {
        const stream = Readable.from(['one']);
        stream.read();
        return stream;
      },
    ],
  ])('a stream that is %s is refused', async (_name, make) => {
    await setUp(kind);
    expect(await thrownBy(put(streamBody(make())))).toMatchObject({
      code: 'request-body',
      outcome: 'not-sent',
    });
  });

  it.each([
    [6, 'The body must have 6 bytes (lengthBytes), but it has more.'],
    [8, 'The body must have 8 bytes (lengthBytes), but it has only 7.'],
  ])('a body of 7 bytes announced with %i is an error', async (lengthBytes, message) => {
    await setUp(kind);
    const error = await thrownBy(put(streamBody(() => generated('one ', 'two'), { lengthBytes })));
    expect(error).toMatchObject({ code: 'request-body', cause: { name: 'RangeError', message } });
  });

  it('something that is not bytes is an error, not text made of it', async () => {
    await setUp(kind);
    const error = await thrownBy(put(streamBody(generated(7 as never))));
    expect(error).toMatchObject({ code: 'request-body', cause: { name: 'TypeError' } });
  });

  it('C9: an abort while the stream hangs ends the call with its reason and lets the stream go', async () => {
    await setUp(kind);
    const { stream, watch } = watchedStream(['one ', 'hang']);
    const controller = new AbortController();
    const call = thrownBy(
      client.request(
        { method: 'PUT', path: '/file', body: streamBody(stream) },
        { signal: controller.signal },
      ),
    );
    await server.waitUntil(({ requests }) => requests.length === 1);
    controller.abort('enough');
    expect(await call).toBe('enough');
    await server.waitUntil(({ connections }) => connections.open === 0);
    expect(watch.cancelled).toBe(1);
  });

  it('C11: nothing is left open after uploads that end in every way', async () => {
    const resources = openResources();
    await setUp(kind, [tooMany]);
    const controller = new AbortController();
    const hanging = watchedStream(['one ', 'hang']).stream;
    const ends = [
      put(streamBody(() => generated('one'))),
      put(streamBody(generated('one', new Error('broken')))),
      put(streamBody(new Blob(['one']), { lengthBytes: 9 })),
      client.request(
        { method: 'PUT', path: '/file', body: streamBody(hanging) },
        { signal: controller.signal },
      ),
    ].map(thrownBy);
    await Promise.all(ends.slice(0, 3));
    controller.abort('enough');
    await Promise.all(ends);
    await client.close();
    transport?.close();
    await server.close();
    expect(await resources.settled()).toEqual([]);
  });

  it('a factory that hangs counts against the attempt', async () => {
    const runtime = createManualRuntime();
    await setUp(kind, [], { runtime, timeoutMs: 300, retry: false });
    const { stream, watch } = watchedStream(['late']);
    let give: (late: ReadableStream<Uint8Array>) => void = () => {};
    const call = thrownBy(put(streamBody(() => new Promise((resolve) => (give = resolve)))));
    await runtime.advance(300);
    expect(await call).toMatchObject({ code: 'timeout', phase: 'request-body', outcome: 'not-sent' });
    give(stream);
    await runtime.settle();
    expect(watch).toEqual({ pulled: 0, cancelled: 1 });
  });

  it('an answer before the whole body was sent counts, and the rest of the stream is let go', async () => {
    await setUp(kind);
    const impatient = createServer((_request, response) => void response.writeHead(413).end());
    impatient.listen(0, '127.0.0.1');
    await once(impatient, 'listening');
    const { port } = impatient.address() as AddressInfo;
    const other = createServiceClient(
      { name: 'acme', baseUrl: `http://127.0.0.1:${port}`, auth: noAuth() },
      { transport },
    );
    const { stream, watch } = watchedStream(['one ', 'hang']);
    const error = await thrownBy(other.request({ method: 'PUT', path: '/file', body: streamBody(stream) }));
    expect(error).toMatchObject({ code: 'payload-too-large', status: 413 });
    expect(watch.cancelled).toBe(1);
    impatient.closeAllConnections();
    impatient.close();
  });

  it('a connection that is refused: a factory is asked again, a stream itself is not', async () => {
    await setUp(kind);
    server.down();
    let made = 0;
    const again = () => {
      made += 1;
      return generated('one');
    };
    expect(await thrownBy(post(streamBody(again)))).toMatchObject({ code: 'network', attempts: 3 });
    expect(made).toBe(3);
    expect(await thrownBy(post(streamBody(generated('one'))))).toMatchObject({
      code: 'network',
      outcome: 'not-sent',
      attempts: 1,
      retryRefusal: 'body-consumed',
    });
  });
});

it('a stream itself gets no hedged attempt; a factory does', async () => {
  const held: FaultRule = { when: { nth: 1 }, fault: { kind: 'timeout', phase: 'after-request-body' } };
  const upload = (body: ReturnType<typeof streamBody>, signal?: AbortSignal) =>
    client.request({ method: 'POST', path: '/file', safety: 'read', body }, { signal });
  await setUp('default', [held], { hedge: hedge({ afterMs: 20 }) });
  await upload(streamBody(() => generated('one')));
  expect(server.requests).toHaveLength(2);
  await Promise.all([client.close(), server.close()]);

  const runtime = createManualRuntime();
  await setUp('default', [held], { hedge: hedge({ afterMs: 20 }), runtime });
  const controller = new AbortController();
  const call = thrownBy(upload(streamBody(generated('one')), controller.signal));
  await server.waitUntil(({ faults }) => faults.length === 1);
  await runtime.advance(1_000);
  controller.abort('enough');
  expect(await call).toBe('enough');
  expect(server.requests).toHaveLength(1);
});

describe('gzip', () => {
  const text = JSON.stringify({ text: 'the same again, '.repeat(500) });
  const send = (body: string, headers?: Record<string, string>) =>
    client.request({ method: 'POST', path: '/things', body, headers });
  const unzipped = (index = 0) => gunzipSync(server.requests[index]?.body ?? '').toString();

  it('compresses from the threshold on, and says so', async () => {
    await setUp('default', [], {}, { compress: gzip({ thresholdBytes: 100 }) });
    await send('x'.repeat(99));
    await send('x'.repeat(100));
    const [small, large] = server.requests;
    expect([small?.headers.get('content-encoding'), small?.text()]).toEqual([undefined, 'x'.repeat(99)]);
    expect(large?.headers.get('content-encoding')).toBe('gzip');
    expect(large?.headers.get('content-length')).toBe(`${large?.body.byteLength}`);
    expect(unzipped(1)).toBe('x'.repeat(100));
  });

  it('counts bytes, not characters', async () => {
    await setUp('default', [], {}, { compress: gzip({ thresholdBytes: 100 }) });
    await send('ü'.repeat(50));
    expect(unzipped()).toBe('ü'.repeat(50));
  });

  it('sends the same bytes again on a retry', async () => {
    await setUp('default', [tooMany], {}, { compress: gzip() });
    await send(text);
    const [first, second] = server.requests;
    expect(unzipped(0)).toBe(text);
    expect(Buffer.compare(Buffer.from(first?.body ?? []), Buffer.from(second?.body ?? []))).toBe(0);
  });

  it('sends what does not get smaller as it is', async () => {
    await setUp('default', [], {}, { compress: gzip() });
    const body = randomBytes(2_000);
    await client.request({ method: 'POST', path: '/things', body });
    expect(server.requests[0]?.headers.has('content-encoding')).toBe(false);
    expect(Buffer.compare(Buffer.from(server.requests[0]?.body ?? ''), body)).toBe(0);
  });

  it('a signature is made over the bytes that are sent', async () => {
    const signed: unknown[] = [];
    await setUp(
      'default',
      [],
      {},
      {
        compress: gzip(),
        auth: requestSigner(({ body, headers }) => void signed.push(body, headers.get('content-encoding'))),
        credential: fromValue('k3y'),
      },
    );
    await send(text);
    expect(signed[1]).toBe('gzip');
    expect(
      Buffer.compare(Buffer.from(signed[0] as Uint8Array), Buffer.from(server.requests[0]?.body ?? '')),
    ).toBe(0);
  });

  it('prefers the operation to the service, and the service to the client; `false` is never', async () => {
    const encode = () => ({ method: 'POST' as const, path: '/', body: text });
    const operation = { name: 'thing.create', safety: 'unsafe' as const, encode, decode: () => undefined };
    const compressed = async (
      ofClient: EngineOptions['compress'],
      ofService?: ServiceDefinition['compress'],
      ofOperation?: false,
    ) => {
      await setUp('default', [], { compress: ofClient }, { compress: ofService });
      await client.execute({ ...operation, compress: ofOperation }, undefined);
      await server.close();
      return server.requests[0]?.headers.has('content-encoding');
    };
    expect(await compressed(undefined)).toBe(false);
    expect(await compressed(gzip())).toBe(true);
    expect(await compressed(undefined, gzip())).toBe(true);
    expect(await compressed(undefined, gzip(), false)).toBe(false);
    expect(await compressed(false, gzip())).toBe(false);
  });

  it('leaves alone what has an encoding already, and streams', async () => {
    await setUp('default', [], {}, { compress: gzip() });
    await send(text, { 'content-encoding': 'br' });
    await post(streamBody(new Blob([text])));
    expect(server.requests.map((request) => request.text())).toEqual([text, text]);
  });
});
