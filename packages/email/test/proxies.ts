import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy that records what it is asked for. */
export interface TestProxy {
  readonly port: number;
  /** Each request in words: the CONNECT line, or the SOCKS request. */
  readonly requests: readonly string[];
  readonly accounts: readonly string[];
  readonly open: number;
  close(): Promise<void>;
}

/** How the proxy writes an answer. */
type Write = (socket: Socket, bytes: Uint8Array) => Promise<void>;

const atOnce: Write = async (socket, bytes) => void socket.write(bytes);

/** Each byte in a segment of its own, as far as the machine lets it. */
export const byteByByte: Write = async (socket, bytes) => {
  socket.setNoDelay(true);
  for (const byte of bytes) {
    socket.write(Uint8Array.of(byte));
    await sleep(2);
  }
};

/** The bytes after the type of the bound address, for each type. */
const boundAddresses: Readonly<Record<number, readonly number[]>> = {
  1: [127, 0, 0, 1],
  3: [4, ...Buffer.from('here')],
  4: Array.from({ length: 16 }, (_, index) => index),
};

interface SocksAnswers {
  readonly wantsAccount?: boolean;
  readonly reply?: number;
  /** The type of the bound address. */
  readonly bound?: number;
  readonly write?: Write;
}

type Greet = (
  socket: Socket,
  proxy: { requests: string[]; accounts: string[] },
) => Promise<number | undefined>;

async function startProxy(greet: Greet): Promise<TestProxy> {
  const requests: string[] = [];
  const accounts: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    void greet(socket, { requests, accounts }).then((port) => {
      if (port === undefined) return;
      const relay = connect(port, '127.0.0.1');
      relay.on('error', () => {});
      socket.pipe(relay).pipe(socket);
      socket.on('close', () => relay.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requests,
    accounts,
    get open() {
      return sockets.size;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

async function next(socket: Socket): Promise<Buffer> {
  const arriving = once(socket, 'data');
  socket.resume();
  const [chunk] = (await arriving) as [Buffer];
  socket.pause();
  return chunk;
}

/** CONNECT. With `status`, refuses. */
export function startHttpProxy(status = '200 Connected', write: Write = atOnce): Promise<TestProxy> {
  return startProxy(async (socket, { requests, accounts }) => {
    const head = (await next(socket)).toString('latin1');
    requests.push(head.split('\r\n')[0] ?? '');
    const [, account = ''] = /^Proxy-Authorization: Basic (.*)$/m.exec(head) ?? [];
    if (account !== '') accounts.push(Buffer.from(account.trim(), 'base64').toString());
    await write(socket, Buffer.from(`HTTP/1.1 ${status}\r\nVia: test\r\n\r\n`));
    if (status.startsWith('2')) return Number(/:(\d+) /.exec(head)?.[1]);
    socket.end();
    return undefined;
  });
}

/** SOCKS 5 (RFC 1928, RFC 1929), byte for byte. `reply` other than 0 refuses. */
export function startSocksProxy({
  wantsAccount = false,
  reply = 0,
  bound = 3,
  write = atOnce,
}: SocksAnswers = {}): Promise<TestProxy> {
  return startProxy(async (socket, { requests, accounts }) => {
    const [version, count = 0, ...methods] = await next(socket);
    if (version !== 5 || methods.length !== count) throw new Error('not SOCKS 5');
    const method = wantsAccount ? 2 : 0;
    const isAcceptable = methods.includes(method);
    await write(socket, Uint8Array.of(5, isAcceptable ? method : 255));
    if (!isAcceptable) return undefined;
    if (wantsAccount) {
      const bytes = await next(socket);
      const userLength = bytes[1] ?? 0;
      const user = bytes.subarray(2, 2 + userLength).toString();
      const password = bytes.subarray(3 + userLength).toString();
      accounts.push(`${user}:${password}`);
      await write(socket, Uint8Array.of(1, password === 'right' ? 0 : 1));
      if (password !== 'right') return undefined;
    }
    const request = await next(socket);
    const type = request[3];
    const length = type === 1 ? 4 : type === 4 ? 16 : (request[4] ?? 0);
    const start = type === 3 ? 5 : 4;
    const address = request.subarray(start, start + length);
    const port = request.readUInt16BE(start + length);
    requests.push(`${type} ${type === 3 ? address.toString() : address.toString('hex')} ${port}`);
    // In two pieces: the client must read exactly.
    await write(socket, Uint8Array.of(5, reply, 0, bound));
    await write(socket, Uint8Array.of(...(boundAddresses[bound] ?? []), 0, 25));
    return reply === 0 ? port : undefined;
  });
}
