import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Access } from './access.ts';
import { pathOf } from './exchange.ts';
import { decideRefusal } from './origin.ts';

interface Upgrading {
  readonly access: Access;
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly onFailure?: ((task: string, error: unknown) => void) | undefined;
}

/** Hands an upgrade to its handler, if the request is of this machine. */
export function upgrade(
  {
    request,
    socket,
    head,
  }: { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
  { access, onUpgrade, onFailure }: Upgrading,
): void {
  const { method = '', url = '', headers, rawHeaders } = request;
  const refusal = decideRefusal({ method, path: pathOf(url), headers, rawHeaders }, access);
  if (refusal !== undefined) {
    endRaw(socket, '403 Forbidden');
    return;
  }
  try {
    onUpgrade(request, socket, head);
  } catch (error) {
    onFailure?.(`The upgrade of ${pathOf(request.url ?? '')}`, error);
    endRaw(socket, '500 Internal Server Error');
  }
}

/** Node's parser failed: not HTTP, a header that is too long, or a client that is too slow. */
export function refuseGarbage(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'HPE_HEADER_OVERFLOW') endRaw(socket, '431 Request Header Fields Too Large');
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') endRaw(socket, '408 Request Timeout');
  else endRaw(socket, '400 Bad Request');
}

function endRaw(socket: Duplex, status: string): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
