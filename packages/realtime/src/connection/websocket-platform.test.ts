import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createRuntime } from '@org/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import type { SocketEnd } from './socket.ts';
import { openSocket } from './websocket-platform.ts';

/** What a client with a limit of 1 000 bytes hears of one message. */
async function hear(text: string): Promise<string | SocketEnd> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => socket.send(text));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return new Promise((received, unusable) => {
    const runtime = createRuntime();
    const options = { maxMessageBytes: 1_000, handshakeTimeoutMs: 5_000, runtime, openDefault: openSocket };
    const heard = { received, violated: unusable, ended: received, unusable };
    const socket = openSocket(`ws://127.0.0.1:${port}/`, heard, options);
    onTestFinished(() => socket.drop());
  });
}

describe('the platform’s socket counts bytes, not characters', () => {
  it.each([
    ['1 000 of one byte', 'x'.repeat(1_000)],
    ['500 of two bytes', 'é'.repeat(500)],
    ['333 of three bytes', '€'.repeat(333)],
    ['250 of four bytes', '😀'.repeat(250)],
  ])('takes %s', async (_name, text) => {
    expect(await hear(text)).toBe(text);
  });

  it.each([
    ['1 001 of one byte', 'x'.repeat(1_001)],
    ['501 of two bytes', 'é'.repeat(501)],
    ['334 of three bytes', '€'.repeat(334)],
    ['251 of four bytes', '😀'.repeat(251)],
  ])('P6: ends at %s, and names the option', async (_name, text) => {
    const reason = 'a message was larger than 1000 bytes: raise maxMessageBytes';
    expect(await hear(text)).toEqual({ code: 1009, reason });
  });
});
