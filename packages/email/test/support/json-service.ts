// A service on this machine that speaks JSON: routes, a key, and responses that get lost.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A response: its status, its JSON (none: an empty body) and its headers. */
export type Reply = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

export interface ServiceRequest {
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  json<Body>(): Body;
}

/** Routes by `METHOD /path`, where `*` is one segment. */
export type Routes = Readonly<
  Record<string, (request: ServiceRequest, ...segments: readonly string[]) => Reply>
>;

export interface JsonService {
  readonly url: string;
  /** Every request that arrived, as `METHOD /path?query`. */
  readonly lines: readonly string[];
  /** Performs the next requests, and closes their connections without a response. */
  loseAnswers(count: number): void;
  close(): Promise<void>;
}

/** `authorize` returns a refusal, or `undefined` for a request with the right key. */
export async function startJsonService(
  routes: Routes,
  authorize: (headers: IncomingMessage['headers']) => Reply | undefined,
  notFound: Reply,
): Promise<JsonService> {
  let toLose = 0;
  const lines: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    const body = await text(request);
    lines.push(`${request.method} ${request.url}`);
    const { headers } = request;
    const run = find(routes, `${request.method} ${url.pathname}`);
    const parts = { query: url.searchParams, headers, body, json: () => JSON.parse(body) };
    const [status, json, extra] = authorize(headers) ?? run?.(parts) ?? notFound;
    if (toLose > 0) {
      toLose -= 1;
      return request.socket.destroy();
    }
    const content = json === undefined ? {} : { 'content-type': 'application/json' };
    return response
      .writeHead(status, { ...content, ...extra })
      .end(json === undefined ? undefined : JSON.stringify(json));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    loseAnswers: (count) => {
      toLose = count;
    },
    close: async () => void server.close(),
  };
}

function find(routes: Routes, line: string): ((request: ServiceRequest) => Reply) | undefined {
  for (const [pattern, run] of Object.entries(routes)) {
    const segments = new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`).exec(line);
    if (segments !== null) return (request) => run(request, ...segments.slice(1).map(decodeURIComponent));
  }
  return undefined;
}
