import type { Socket } from 'node:net';

/** The proxy refused, or its answer makes no sense. */
export function proxyError(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'EPROXY' });
}

/** The next bytes of a paused socket, exactly `count` of them; the rest stays for the next reader. */
export async function readBytes(socket: Socket, count: number): Promise<Buffer> {
  let bytes: Buffer | null = socket.read(count);
  while (bytes === null) {
    await untilReadable(socket);
    bytes = socket.read(count);
  }
  if (bytes.length < count) throw proxyError('it closed the connection');
  return bytes;
}

function untilReadable(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      socket.off('readable', onReadable).off('error', onError).off('close', onClose);
    };
    const onReadable = () => {
      done();
      resolve();
    };
    const onError = (error: Error) => {
      done();
      reject(error);
    };
    const onClose = () => {
      done();
      reject(proxyError('it closed the connection'));
    };
    if (socket.destroyed) onClose();
    else socket.on('readable', onReadable).on('error', onError).on('close', onClose);
  });
}
