import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Acceptance } from './drivers.ts';

/** A request, without what the transports add. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

// fetch and node:http differ in these, or they name the connection.
const ofTransport =
  /^(?:host|connection|accept-(?:encoding|language)|sec-|content-length|transfer-encoding|user-agent)/;

function receivedOf({ method, url: path, headers }: IncomingMessage, body: string): Received {
  const own = Object.entries(headers).filter(([name]) => !ofTransport.test(name));
  return { method, path, headers: Object.fromEntries(own.sort()), body };
}

/** A service that gives its responses in order, and the last one again. Status 0 ends the connection. */
export async function startScriptedService(responses: readonly Acceptance[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push(receivedOf(request, await text(request)));
    const { status, headers, json } = responses[received.length - 1] ?? responses.at(-1) ?? { status: 500 };
    if (status === 0) return request.socket.destroy();
    const body = json === undefined ? '' : JSON.stringify(json);
    return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: async () => received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
