import type { Socket } from 'node:net';

/** Resolves when the socket is open; an abort destroys it, also later. */
export function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  const cut = () => void socket.destroy();
  signal.addEventListener('abort', cut, { once: true });
  if (signal.aborted) cut();
  return new Promise((resolve, reject) => {
    const closed = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once(event, () => {
      socket.off('error', reject);
      socket.off('close', closed);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', closed);
  });
}
