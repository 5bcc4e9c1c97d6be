import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:net';

const background = new AsyncLocalStorage<true>();

/** Runs a start whose servers and connections do not keep the process alive. */
export function inBackground<Started>(start: () => Promise<Started>): Promise<Started> {
  return background.run(true, start);
}

/** Applies `inBackground()` to a server that listens. */
export function releaseProcess(server: Server): void {
  if (background.getStore() !== true) return;
  server.unref();
  server.on('connection', (socket) => socket.unref());
}
