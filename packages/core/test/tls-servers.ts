import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { makeCertificate } from './certificates.ts';

const dayMs = 86_400_000;
const fromNow = (days: number) => new Date(Date.now() + days * dayMs);

/** The authority that a test makes its program trust, and one that nobody trusts. */
export const authority = makeCertificate({ subject: 'An authority', isAuthority: true });
const stranger = makeCertificate({ subject: 'A stranger', isAuthority: true });

const leaf = (options: Partial<Parameters<typeof makeCertificate>[0]> = {}) =>
  makeCertificate({ subject: 'localhost', names: ['localhost'], issuer: authority, ...options });

/** Servers that a client must refuse, with the codes of the reason. Each starts from a valid certificate. */
export const badServers: Readonly<Record<string, { start(): Promise<TlsTestServer>; code: RegExp }>> = {
  'a self-signed certificate': {
    start: () => serveTls(makeCertificate({ subject: 'localhost', names: ['localhost'] })),
    code: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
  },
  'an expired certificate': {
    start: () => serveTls(leaf({ validFrom: fromNow(-10), validTo: fromNow(-1) })),
    code: /^CERT_HAS_EXPIRED$/,
  },
  'a certificate of the future': {
    start: () => serveTls(leaf({ validFrom: fromNow(1), validTo: fromNow(10) })),
    code: /^CERT_NOT_YET_VALID$/,
  },
  'a certificate for another host': {
    start: () => serveTls(leaf({ names: ['other.example'] })),
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
  },
  'a certificate of an unknown authority': {
    start: () => serveTls(leaf({ issuer: stranger })),
    code: /^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/,
  },
  'a version of TLS from before 1.2': {
    start: () =>
      serveTls({ ...leaf(), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    code: /^(ERR_SSL_|EPROTO)/,
  },
  'plain HTTP': {
    start: () => serveCut((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    code: /^(ERR_SSL_|EPROTO)/,
  },
  'a close in answer to the first word': {
    start: () => serveCut((socket) => socket.end()),
    code: /^ECONNRESET$/,
  },
  'a close in the middle of its own first word': {
    start: () => serveCut((socket) => socket.end(Buffer.from([0x16, 3, 3, 0, 0x40, 2, 0, 0, 0x3c]))),
    code: /^ECONNRESET$/,
  },
};

export interface TlsTestServer {
  readonly url: string;
  readonly connections: () => number;
  /** Bytes that arrived decrypted: what a client told this server. */
  readonly told: () => string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A server with the certificate that a client should accept. */
export function startGoodServer(): Promise<TlsTestServer> {
  return serveTls(leaf());
}

/** A server that accepts, reads the first word of the handshake, and does this. */
export function serveCut(answer: (socket: Socket) => void): Promise<TlsTestServer> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  return listen(server, () => '');
}

function serveTls(options: TlsOptions): Promise<TlsTestServer> {
  let told = '';
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      told += bytes.toString('latin1');
      if (told.includes('\r\n\r\n')) {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
      }
    });
  });
  server.on('tlsClientError', () => {});
  return listen(server, () => told);
}

async function listen(server: Server, told: () => string): Promise<TlsTestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('no port');
  return {
    url: `https://localhost:${address.port}`,
    connections: () => connections,
    told,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
