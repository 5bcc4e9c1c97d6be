import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { SentRequest } from './api-description.ts';

/** A server that passes requests on to another one and keeps them. */
export interface RecordingProxy {
  readonly url: string;
  readonly requests: readonly SentRequest[];
  close(): Promise<void>;
}

/** Starts a proxy on loopback in front of `target`. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const requests: SentRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    requests.push(toSent(request, body));
    const answer = await fetch(target + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: passedOn(request),
      redirect: 'manual',
      ...(body.length > 0 ? { body } : {}),
    });
    const headers = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !/^(?:content-encoding|content-length|transfer-encoding|connection)$/.test(name),
      ),
    );
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function toSent({ method = '', url = '', headers }: IncomingMessage, body: Buffer): SentRequest {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return {
    method,
    path: pathname,
    query: searchParams,
    contentType: headers['content-type'],
    body: body.toString(),
  };
}

function passedOn({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers)
    .filter(([name]) => !/^(?:host|connection|content-length|transfer-encoding|accept-encoding)$/.test(name))
    .map(([name, value]) => [name, String(value)]);
}
