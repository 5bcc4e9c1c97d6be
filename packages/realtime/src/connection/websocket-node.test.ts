import { createServer } from 'node:net';
import { createRuntime } from '@org/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Socket, SocketEnd } from './socket.ts';
import { openSocket } from './websocket-node.ts';

const runtime = createRuntime({ now: () => Date.parse('2026-01-01') });
const options = { maxMessageBytes: 1_000, handshakeTimeoutMs: 5_000, runtime, openDefault: openSocket };

/** Opens a socket, does something with it at once, and waits for its end. */
function endOf(url: string, then: (socket: Socket) => void = () => {}): Promise<SocketEnd> {
  return new Promise((resolve, unusable) => {
    const fail = () => expect.fail('nothing may come');
    then(openSocket(url, { received: fail, violated: fail, ended: resolve, unusable }, options));
  });
}

/** Listens, answers each request with these lines, and gives the port. */
async function answering(...lines: readonly string[]): Promise<number> {
  const server = createServer((connection) => {
    connection.once('data', () => connection.end([...lines, '', ''].join('\r\n')));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

describe('a socket on Node', () => {
  it.each(['close', 'drop'] as const)(
    'that is left before it is opened ends, and never connects: %s',
    async (leave) => {
      let connections = 0;
      const server = createServer((connection) => {
        connections += 1;
        connection.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const end = await endOf(`ws://127.0.0.1:${port}/`, (socket) => {
        socket.send('too early');
        socket[leave]();
      });
      expect(end).toEqual({ code: 1006, reason: 'closed before it was opened' });
      await new Promise((resolve) => server.close(resolve));
      expect(connections).toBe(0);
    },
  );

  it('with an address that is none is unusable: trying again does not help', async () => {
    await expect(endOf('http//nowhere')).rejects.toThrow(/url/i);
  });

  it.each([
    ['Retry-After: 7', 7_000],
    ['Retry-After: Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Retry-After: soon', undefined],
    ['X-Other: 1', undefined],
  ])('reports status and Retry-After of a refused upgrade: %s', async (header, retryAfterMs) => {
    const port = await answering('HTTP/1.1 503 Service Unavailable', header, 'Connection: close');
    const end = await endOf(`ws://127.0.0.1:${port}/`);
    const reason = 'the upgrade was refused with status 503';
    expect(end).toEqual({ code: 1006, reason, retryAfterMs });
  });

  it('keeps the cause of a connection that could not be made', async () => {
    const port = await answering('');
    const refused = await endOf(`ws://127.0.0.1:${port}/`);
    expect(refused).toMatchObject({ code: 1006, cause: expect.any(Error) });
  });

  it('a ws that cannot be loaded is a ConfigurationError at once, with what to do', async () => {
    const cause = new Error("Cannot find package 'ws'");
    vi.doMock('ws', () => {
      throw cause;
    });
    onTestFinished(() => void vi.doUnmock('ws'));
    vi.resetModules();
    const fresh = await import('../client.ts');
    const realtime = fresh.createRealtimeClient({ key: 'k', host: 'localhost' });
    const error = await realtime.connect().catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('npm install ws'),
    });
    expect(realtime.state).toBe('failed');
    await expect(realtime.subscribe('orders').subscribed()).rejects.toBe(error);
    await realtime.close();
  });
});
