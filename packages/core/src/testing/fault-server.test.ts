import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Fault, FaultRule } from './fault-rules.ts';
import { type FaultServer, startFaultServer } from './fault-server.ts';

const servers: FaultServer[] = [];
const start = async (...rules: FaultRule[]) => {
  const server = await startFaultServer({ rules });
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Sends bytes, and returns all bytes until the server closes, and how it closed. */
async function exchange(server: FaultServer, bytes: string): Promise<{ text: string; closed: string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let text = '';
  let closed = 'fin';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    closed = error.code ?? 'error';
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text, closed };
}

const post =
  'POST /things?page=2 HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nConnection: close\r\n\r\nabcdef';

describe('startFaultServer', () => {
  it('records requests with a length and chunked ones, on a kept connection', async () => {
    const server = await start({ answer: { status: 201, headers: { 'X-A': ['1', '2'] }, json: { id: 7 } } });
    const chunked =
      'POST /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\nX-Two: a\r\nX-Two: b\r\n\r\n' +
      '3;ext=1\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n';
    const { text, closed } = await exchange(server, chunked + post);
    expect(closed).toBe('fin');
    expect(text.match(/HTTP\/1\.1 201 Created\r\nx-a: 1\r\nx-a: 2\r\n/g)).toHaveLength(2);
    const [first, second] = server.requests;
    expect(first).toMatchObject({ method: 'POST', path: '/b', complete: true, connection: 1 });
    expect(first?.text()).toBe('abcde');
    expect(first?.headers.get('x-two')).toBe('a, b');
    expect(second?.query.get('page')).toBe('2');
    expect(second?.text()).toBe('abcdef');
    expect(server.connections.total).toBe(1);
  });

  it('works with fetch: json, chunks, no content, HEAD', async () => {
    const server = await start(
      { when: { path: '/json' }, answer: { json: { a: 1 } } },
      { when: { path: '/chunks' }, answer: { chunks: ['one ', 'two ', 'three'] } },
      { when: { path: '/none' }, answer: { status: 204 } },
    );
    expect(await (await fetch(`${server.url}/json`)).json()).toEqual({ a: 1 });
    expect(await (await fetch(`${server.url}/chunks`)).text()).toBe('one two three');
    const none = await fetch(`${server.url}/none`);
    expect([none.status, await none.text()]).toEqual([204, '']);
    const head = await fetch(`${server.url}/json`, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['7', '']);
  });

  it('counts nth over all requests that match a rule, and lets handlers decide late', async () => {
    const server = await start(
      { when: { nth: 2, path: '/a' }, answer: { status: 503 } },
      { when: { nth: 3, path: '/a' }, answer: { status: 429 } },
    );
    server.respond(async (request) =>
      request.text() === 'refuse me' ? { answer: { status: 422 } } : undefined,
    );
    const statuses: number[] = [];
    for (const path of ['/a', '/b', '/a', '/a', '/a']) {
      const answer = await fetch(server.url + path);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 503, 429, 200]);
    expect((await fetch(server.url, { method: 'POST', body: 'refuse me' })).status).toBe(422);
  });

  it('cuts the response exactly at the phase of the fault', async () => {
    const answer = { headers: { a: 'b' }, body: '0123456789' };
    const upTo = async (phase: Fault['phase']) => {
      const server = await start({ fault: { kind: 'limit-data', phase }, answer });
      const { text, closed } = await exchange(server, post);
      expect(closed).toBe('fin');
      return { text, seen: server.requests[0]?.text() };
    };
    const statusLine = 'HTTP/1.1 200 OK\r\n';
    const head = `${statusLine}a: b\r\ncontent-length: 10\r\nconnection: close\r\n\r\n`;
    expect(await upTo('before-accept')).toEqual({ text: '', seen: undefined });
    expect(await upTo('after-request-line')).toEqual({ text: '', seen: '' });
    expect(await upTo('after-headers')).toEqual({ text: '', seen: '' });
    expect(await upTo('mid-request-body')).toEqual({ text: '', seen: 'abc' });
    expect(await upTo('after-request-body')).toEqual({ text: '', seen: 'abcdef' });
    expect(await upTo('after-status-line')).toEqual({ text: statusLine, seen: 'abcdef' });
    expect(await upTo('after-response-headers')).toEqual({ text: head, seen: 'abcdef' });
    expect(await upTo('mid-response-body')).toEqual({ text: `${head}01234`, seen: 'abcdef' });
    expect(await upTo('after-body')).toEqual({ text: `${head}0123456789`, seen: 'abcdef' });
  });

  it('resets the connection, and closes late for slow-close', async () => {
    const reset = await start({ fault: { kind: 'reset-peer', phase: 'mid-response-body' } });
    expect(await exchange(reset, post)).toMatchObject({ closed: 'ECONNRESET' });
    const waits: number[] = [];
    const late = await startFaultServer({
      rules: [{ fault: { kind: 'slow-close', phase: 'after-status-line', delayMs: 60_000 } }],
      runtime: { random: () => 0, sleep: async (ms) => void waits.push(ms) },
    });
    servers.push(late);
    expect(await exchange(late, post)).toEqual({ text: 'HTTP/1.1 200 OK\r\n', closed: 'fin' });
    expect(waits).toEqual([60_000]);
  });

  it('slows down without changing a byte', async () => {
    const body = 'abcdefghij'.repeat(3);
    const slow: Fault[] = [
      { kind: 'latency', phase: 'after-headers', delayMs: 10 },
      { kind: 'jitter', phase: 'after-request-line', maxDelayMs: 4 },
      { kind: 'bandwidth', phase: 'after-request-body', bytesPerSecond: 10_000 },
      { kind: 'slicer', phase: 'before-accept' },
    ];
    for (const fault of slow) {
      const server = await start({ fault, answer: { body } });
      const answer = await fetch(server.url, { method: 'PUT', body });
      expect(await answer.text(), fault.kind).toBe(body);
      expect(server.requests[0]?.text()).toBe(body);
      expect(server.faults).toEqual([fault]);
    }
  });

  it('sends nothing in a black hole, and notices when the client closes', async () => {
    const server = await start({ fault: { kind: 'timeout', phase: 'after-headers' } });
    const controller = new AbortController();
    const call = fetch(server.url, { signal: controller.signal });
    call.catch(() => {});
    await server.waitUntil(({ faults }) => faults.length === 1);
    expect(server.connections.open).toBe(1);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await server.waitUntil(({ connections }) => connections.open === 0);
  });

  it('goes down by rule or by down(): refuses connections, and comes up on the same port', async () => {
    const refused = { cause: { code: 'ECONNREFUSED' } };
    const first = await start({ when: { nth: 1 }, fault: { kind: 'down', phase: 'before-accept' } });
    await expect(fetch(first.url)).rejects.toMatchObject(refused);
    expect(first.connections.total).toBe(0);
    await first.up();
    expect((await fetch(first.url)).status).toBe(200);

    const second = await start({ when: { nth: 1 }, fault: { kind: 'down', phase: 'after-headers' } });
    await expect(fetch(second.url)).rejects.toMatchObject({ cause: { code: expect.stringMatching(/./) } });
    await expect(fetch(second.url)).rejects.toMatchObject(refused);
    await second.up();
    expect((await fetch(second.url)).status).toBe(200);
    second.down();
    await expect(fetch(second.url)).rejects.toMatchObject(refused);
  });

  it('keeps the port of a server that is down, or was just closed, from other servers', async () => {
    const first = await start();
    first.down();
    const port = Number(new URL(first.url).port);
    const choice = vi.spyOn(crypto, 'randomInt').mockImplementationOnce(() => port);
    syncBuiltinESMExports();
    try {
      expect((await start()).url).not.toBe(first.url);
      await first.up();
      expect((await fetch(first.url)).status).toBe(200);
      await first.close();
      choice.mockImplementationOnce(() => port);
      expect((await start()).url).not.toBe(first.url);
    } finally {
      choice.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it('sends raw bytes unchanged', async () => {
    const server = await start();
    server.answerRaw(['HTTP/1.1 200 OK\r\n', 'content-length: nonsense\r\n\r\n']);
    const { text, closed } = await exchange(server, post);
    expect({ text, closed }).toEqual({
      text: 'HTTP/1.1 200 OK\r\ncontent-length: nonsense\r\n\r\n',
      closed: 'fin',
    });
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a broken header', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400],
    ['a broken length', 'POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n', 400],
    ['a broken chunk size', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 400],
    ['a chunk longer than its size', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n', 400],
    ['an endless line', 'x'.repeat(200_000), 431],
    ['endless headers', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(600)}\r\n`, 431],
  ])('survives %s', async (_name, bytes, status) => {
    const server = await start();
    const { text } = await exchange(server, bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await fetch(server.url)).status).toBe(200);
  });

  it('closes twice, with connections open', async () => {
    const server = await start({ fault: { kind: 'timeout', phase: 'after-request-line' } });
    const call = fetch(server.url);
    call.catch(() => {});
    await server.waitUntil(({ requests }) => requests.length === 1);
    await Promise.all([server.close(), server.close()]);
    await server.close();
    await expect(call).rejects.toThrow('fetch failed');
    expect(server.connections.open).toBe(0);
  });

  it('rejects a rule that can never match', async () => {
    const server = await start();
    const rule: FaultRule = { when: { method: 'GET' }, fault: { kind: 'timeout', phase: 'before-accept' } };
    expect(() => server.respond(rule)).toThrow(ConfigurationError);
  });
});
