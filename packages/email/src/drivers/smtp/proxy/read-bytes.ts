import type { Socket } from 'node:net';

/** The proxy refused, or its answer makes no sense. */
export function proxyError(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'EPROXY' });
}

/** The proxy refused user and password, or wants them. */
export function proxySignInError(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'EPROXYAUTH' });
}

/**
 * The next bytes of a socket, exactly `count` of them, in whatever pieces they arrive; the rest stays for the
 * next reader. Each round takes all that is there: a socket that holds fewer bytes than it is asked for would
 * say again and again that it is readable, and no timer would run.
 */
export async function readBytes(socket: Socket, count: number): Promise<Buffer> {
  let bytes: Buffer = socket.read() ?? Buffer.alloc(0);
  while (bytes.length < count) {
    await untilReadable(socket);
    bytes = Buffer.concat([bytes, socket.read() ?? Buffer.alloc(0)]);
  }
  if (bytes.length > count) socket.unshift(bytes.subarray(count));
  return bytes.subarray(0, count);
}

function untilReadable(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      socket.off('readable', onReadable).off('error', onError).off('end', onClose).off('close', onClose);
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
    if (socket.destroyed || socket.readableEnded) onClose();
    else socket.on('readable', onReadable).on('error', onError).on('end', onClose).on('close', onClose);
  });
}
