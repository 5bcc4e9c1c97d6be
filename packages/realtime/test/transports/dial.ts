import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createRealtimeClient, isOrgError, type OpenSocket } from '../../src/index.ts';

export interface Place {
  readonly host: string;
  readonly port: number;
  readonly useTls?: boolean;
  readonly socket?: OpenSocket;
  readonly connectTimeoutMs?: number;
}

/** Connects a client, and describes how its first attempt ended. */
export async function endOfDial(place: Place): Promise<string> {
  await using realtime = createRealtimeClient({ key: 'k', ...place });
  return await new Promise((resolve) => {
    realtime.on('state', ({ state, error }) => {
      if (error !== undefined) resolve(describe(error));
      else if (state === 'connected') resolve('connected');
    });
    realtime.connect().catch(() => {});
  });
}

/** The words of the reason, without the codes of one version of Node. */
function describe(error: unknown): string {
  if (!isOrgError(error)) throw error;
  const reason = /\((.*)\)\. The client reconnects/.exec(error.message)?.[1] ?? error.message;
  const wait = error.retryAfterMs === undefined ? '' : `, ${error.retryAfterMs} ms`;
  return `lost: ${reason.replace(/, [A-Z_]+: check.*|the upgrade was refused with |127\.0\.0\.1:\d+ \(proxy\) /, '')}${wait}`;
}

/** A server on this machine that answers each upgrade with these bytes, and what arrived. */
export async function answering(answer: string | ((socket: Socket) => void)) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (typeof answer === 'function') return answer(socket);
    socket.once('data', (bytes) => {
      requests.push(bytes.toString('latin1'));
      socket.end(answer, 'latin1');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
