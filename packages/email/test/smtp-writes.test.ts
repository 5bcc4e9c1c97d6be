import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
afterEach(() => void vi.restoreAllMocks());

/** Counts the writes to a server from now on: each is a call of the system, and a packet. */
function countWrites(port: number): () => number {
  let count = 0;
  for (const name of ['_write', '_writev'] as const) {
    const original = Socket.prototype[name] as (...parts: unknown[]) => void;
    vi.spyOn(Socket.prototype, name).mockImplementation(function (this: Socket, ...parts: unknown[]) {
      if (this.remotePort === port) count += 1;
      original.apply(this, parts);
    });
  }
  return () => count;
}

describe('smtp() on an open connection', () => {
  it('sends a small mail with two writes: the envelope, and the message with its end', async () => {
    const server = await start({ extensions: ['AUTH PLAIN', 'PIPELINING'] });
    const email = client(server);
    await email.send(message);
    const writes = countWrites(server.port);
    await email.send({ ...message, html: '<p>.</p>\n.\n', text: '.\n..\n' });
    expect(writes()).toBe(2);
    expect(server.connections).toBe(1);
  });

  it('sends a message of more than the buffer of its socket', async () => {
    const server = await start({ extensions: ['AUTH PLAIN', 'PIPELINING'] });
    const text = 'A line of words.\r\n'.repeat(100_000);
    await client(server).send({ ...message, text });
    expect(server.messages[0]).toContain(text.slice(0, -2));
  });
});
