import type { Duplex } from 'node:stream';

/** Node's parser failed: not HTTP, a header that is too long, or a client that is too slow. */
export function refuseGarbage(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'HPE_HEADER_OVERFLOW') endRaw(socket, '431 Request Header Fields Too Large');
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') endRaw(socket, '408 Request Timeout');
  else endRaw(socket, '400 Bad Request');
}

/** Ends a connection with a status alone. */
export function endRaw(socket: Duplex, status: string): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
