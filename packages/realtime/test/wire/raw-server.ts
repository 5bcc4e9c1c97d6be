import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { accept, frame } from '../scripted-server.ts';
import { createFrameReader, encodeFrame, opcodes, type WebSocketFrame } from './web-socket-frame.ts';

/** The key for the accept header: RFC 6455 section 1.3. */
const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export function upgradeResponse(request: string): string {
  const [, key = ''] = /^sec-websocket-key: *(.+)\r$/im.exec(request) ?? [];
  const accepted = createHash('sha1')
    .update(key + magic)
    .digest('base64');
  return (
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    `Sec-WebSocket-Accept: ${accepted}\r\n\r\n`
  );
}

/** A server of TCP alone, whose every byte is the test's. It greets, and accepts subscriptions. */
export async function startRawServer(
  answer: (request: string, nth: number) => string | Buffer = upgradeResponse,
) {
  const sockets: Socket[] = [];
  const closeCodes: number[] = [];
  const pongs: string[] = [];
  const text = (payload: string) => encodeFrame({ opcode: opcodes.text, payload }, false);
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket);
    const nth = sockets.length;
    const read = createFrameReader();
    socket.on('error', () => {});
    socket.once('data', (head) => {
      socket.write(answer(String(head), nth));
      const hello = { socket_id: `1.${nth}`, activity_timeout: 120 };
      socket.write(text(frame('pusher:connection_established', hello)));
      socket.on('data', (chunk) => {
        for (const { opcode, payload } of read(chunk)) {
          if (opcode === opcodes.close) closeCodes.push(payload.length < 2 ? 1005 : payload.readUInt16BE());
          if (opcode === opcodes.close) socket.end();
          if (opcode === opcodes.pong) pongs.push(String(payload));
          if (opcode === opcodes.text) serve(socket, String(payload));
        }
      });
    });
  });
  const serve = (socket: Socket, message: string): void => {
    const { event, data } = JSON.parse(message);
    if (event === 'pusher:subscribe') socket.write(text(accept(data.channel)));
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const last = () => sockets.at(-1);
  return {
    address: { key: 'k', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    closeCodes,
    pongs,
    get connections() {
      return sockets.length;
    },
    send: (frames: readonly WebSocketFrame[], isMasked = false) =>
      void last()?.write(Buffer.concat(frames.map((each) => encodeFrame(each, isMasked)))),
    write: (bytes: Uint8Array | string) => void last()?.write(bytes),
    say: (event: string, data: unknown, channel?: string) =>
      void last()?.write(text(frame(event, data, channel))),
    end: () => void last()?.end(),
  };
}
