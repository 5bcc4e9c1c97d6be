import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Socket } from './socket.ts';
import { openSocket } from './websocket-node.ts';

const options = { maxMessageBytes: 1_000, handshakeTimeoutMs: 5_000 };

/** Opens a socket, does something with it at once, and waits for its end. */
function endOf(
  url: string,
  then: (socket: Socket) => void = () => {},
): Promise<{ code: number; reason: string }> {
  return new Promise((resolve) => {
    const fail = () => expect.fail('nothing may come');
    then(openSocket(url, { received: fail, violated: fail, ended: resolve }, options));
  });
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
        expect(socket.bufferedBytes).toBe(0);
        socket[leave]();
      });
      expect(end).toEqual({ code: 1006, reason: 'closed before it was opened' });
      await new Promise((resolve) => server.close(resolve));
      expect(connections).toBe(0);
    },
  );

  it('with an address that is none ends with a reason, and breaks nothing', async () => {
    expect(await endOf('http//nowhere')).toMatchObject({ code: 1006, reason: expect.stringMatching(/url/i) });
  });
});
