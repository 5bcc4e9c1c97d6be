import type { Server as HttpServer, ServerOptions } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import type { SelfSignedCertificate } from './self-signed-certificate.ts';

/** How long a connection may stay silent before its first byte. */
const silenceMs = 10_000;
/** The type of a TLS record with a handshake, with which each TLS connection begins (RFC 8446 §5.1). */
const handshake = 0x16;

/** An HTTPS server that ends a handshake that takes too long. */
export function createSecure(
  settings: ServerOptions,
  { certificate, privateKey }: SelfSignedCertificate,
): HttpsServer {
  return createHttps({ ...settings, handshakeTimeout: silenceMs, cert: certificate, key: privateKey });
}

/**
 * One port for TLS and plain text: the first byte of a connection decides. Neither of the two servers listens
 * itself.
 */
export function acceptTls(plain: HttpServer, secure: HttpsServer): Server {
  const servers = [plain, secure];
  // As Node's HTTP servers set them.
  const front = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const destroy = () => void socket.destroy();
    socket.setTimeout(silenceMs, destroy).once('end', destroy);
    whenBegun(socket, (first) => {
      socket.off('timeout', destroy).off('end', destroy).setTimeout(0);
      const isSecure = first === handshake;
      if (isSecure) socket.allowHalfOpen = false; // TLS ends with an alert; half a handshake ends here
      (isSecure ? secure : plain).emit('connection', socket);
    });
  });
  // Node's HTTP servers check their timeouts from this event on, until they close.
  front.on('listening', () => void servers.forEach((server) => void server.emit('listening')));
  front.on('close', () => void servers.forEach((server) => void server.close(() => {})));
  return front;
}

/** Calls back with the first byte, which stays unread. */
function whenBegun(socket: Socket, begin: (first: number) => void): void {
  const chunk = socket.read(1) as Buffer | null;
  if (chunk === null) {
    socket.once('readable', () => whenBegun(socket, begin));
    return;
  }
  socket.unshift(chunk);
  begin(chunk[0] ?? 0);
}
