import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that arrived, and whether its connection ended without a response. */
export interface Received {
  readonly at: number;
  readonly path: string;
  readonly body: string;
  readonly isClosed: boolean;
}

/** A server on loopback that records every request. */
export interface Recorder extends AsyncDisposable {
  readonly origin: string;
  readonly requests: readonly Received[];
  /** Waits for a state of the server, for at most ten seconds. */
  until(isReached: () => boolean): Promise<boolean>;
}

type Respond = (received: Received, request: IncomingMessage, response: ServerResponse) => void;

export async function startRecorder(respond: Respond): Promise<Recorder> {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    const received = { at: performance.now(), path: request.url ?? '', body: '', isClosed: false };
    response.on('close', () => {
      received.isClosed = !response.writableFinished;
    });
    request.setEncoding('utf8');
    for await (const text of request) received.body += text;
    requests.push(received);
    respond(received, request, response);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    until: waitUntil,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Looks every ten milliseconds, for at most ten seconds. */
export async function waitUntil(isReached: () => boolean): Promise<boolean> {
  for (let waits = 0; waits < 1_000 && !isReached(); waits += 1) await sleep(10);
  return isReached();
}

export function answer(response: ServerResponse, status: number, body: string, headers = {}): void {
  const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  response.writeHead(status, all).end(body);
}
