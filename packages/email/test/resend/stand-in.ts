// Resend's API as its OpenAPI document (August 2026) and its pages about errors and idempotency describe it.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedMail } from '@org/email/testing';
import { createMailRoutes, type ResendMail } from './stand-in-mail.ts';
import { createStores } from './stand-in-stores.ts';

/** A response: its status and its JSON. */
export type Reply = readonly [status: number, body: object];

export interface StandInRequest {
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  json(): Record<string, unknown>;
}

/** Routes by `METHOD /path`, where `*` is one segment. */
export type Routes = Readonly<
  Record<string, (request: StandInRequest, ...segments: readonly string[]) => Reply>
>;

export function refuse(statusCode: number, name: string, message = name): Reply {
  return [statusCode, { statusCode, name, message }];
}

export interface ResendStandIn {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  readonly accepted: readonly ResendMail[];
  /** Performs the next requests and closes their connections without a response. */
  loseAnswers(count: number): void;
  /** How many requests to send mail arrived. */
  sendRequests(): number;
  close(): Promise<void>;
}

export async function startResend(): Promise<ResendStandIn> {
  let toLose = 0;
  let sends = 0;
  const stores = createStores();
  const mail = createMailRoutes(stores.published);
  const routes: Routes = { ...mail.routes, ...stores.routes };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://resend');
    const body = await text(request);
    if (/^POST \/(?:emails|v3\.1\/send)/.test(`${request.method} ${url.pathname}`)) sends += 1;
    const { headers } = request;
    const found = find(routes, `${request.method} ${url.pathname}`);
    const perform = (): Reply => {
      if (headers.authorization === undefined) return refuse(401, 'missing_api_key');
      if (headers.authorization !== 'Bearer re_good') return refuse(403, 'invalid_api_key');
      if (found === undefined) return refuse(404, 'not_found');
      return found({ query: url.searchParams, headers, body, json: () => JSON.parse(body) });
    };
    const [status, json] = perform();
    if (toLose > 0) {
      toLose -= 1;
      return request.socket.destroy();
    }
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    mails: mail.mails,
    accepted: mail.accepted,
    sendRequests: () => sends,
    loseAnswers: (count) => {
      toLose = count;
    },
    close: async () => void server.close(),
  };
}

function find(routes: Routes, line: string): ((request: StandInRequest) => Reply) | undefined {
  for (const [pattern, run] of Object.entries(routes)) {
    const segments = new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`).exec(line);
    if (segments !== null) return (request) => run(request, ...segments.slice(1).map(decodeURIComponent));
  }
  return undefined;
}
