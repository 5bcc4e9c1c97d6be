import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request to a stand-in. */
export interface StandInRequest {
  /** `GET /path`, without the query. */
  readonly line: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A response: its status, and its JSON or text. */
export type StandInReply = readonly [status: number, body: unknown];

export interface StandInServer {
  readonly url: string;
  /** Performs the next requests and closes their connections without a response. */
  loseAnswers(count: number): void;
  close(): Promise<void>;
}

/** A service on loopback that answers in JSON. */
export async function startStandIn(
  answer: (request: StandInRequest) => StandInReply | Promise<StandInReply>,
): Promise<StandInServer> {
  let toLose = 0;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://stand-in');
    const line = `${request.method} ${pathname}`;
    const [status, body] = await answer({
      line,
      query,
      headers: request.headers,
      body: await buffer(request),
    });
    if (toLose > 0) {
      toLose -= 1;
      return request.socket.destroy();
    }
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
    return response.end(isText ? body : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    loseAnswers: (count) => {
      toLose = count;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs the first route that matches; `*` of a pattern is one segment. */
export function findRoute<Run>(
  routes: Readonly<Record<string, Run>>,
  line: string,
): { readonly run: Run; readonly segments: readonly string[] } | undefined {
  for (const [pattern, run] of Object.entries(routes)) {
    const match = new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`).exec(line);
    if (match !== null) return { run, segments: match.slice(1).map(decodeURIComponent) };
  }
  return undefined;
}
