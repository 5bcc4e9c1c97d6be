// Mailjet's API as its guides (September 2023) describe it: Send API v3.1 and REST v3.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedMail } from '@org/email/testing';
import { createMailRoutes, type MailjetMail } from './stand-in-mail.ts';
import { createStores } from './stand-in-stores.ts';

/** A response: its status, and its JSON as text, as ids are longer than a number holds. */
export type Reply = readonly [status: number, body?: string];

export interface StandInRequest {
  readonly query: URLSearchParams;
  json(): Record<string, unknown>;
}

/** Routes by `METHOD /path`, where `*` is one segment. */
export type Routes = Readonly<
  Record<string, (request: StandInRequest, ...segments: readonly string[]) => Reply>
>;

export function refuse(StatusCode: number, ErrorMessage: string): Reply {
  return [StatusCode, JSON.stringify({ ErrorInfo: '', ErrorMessage, StatusCode })];
}

/** The envelope of the REST API. */
export function wrap(...Data: readonly object[]): string {
  return JSON.stringify({ Count: Data.length, Data, Total: Data.length });
}

export interface MailjetStandIn {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  readonly accepted: readonly MailjetMail[];
  /** Performs the next requests and closes their connections without a response. */
  loseAnswers(count: number): void;
  /** How many requests to send mail arrived. */
  sendRequests(): number;
  close(): Promise<void>;
}

const good = `Basic ${Buffer.from('key:secret').toString('base64')}`;

export async function startMailjet(): Promise<MailjetStandIn> {
  let toLose = 0;
  let sends = 0;
  const stores = createStores();
  const mail = createMailRoutes(stores.contents);
  const routes: Routes = { ...mail.routes, ...stores.routes };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://mailjet');
    const body = await text(request);
    if (/^POST \/(?:emails|v3\.1\/send)/.test(`${request.method} ${url.pathname}`)) sends += 1;
    const found = find(routes, `${request.method} ${url.pathname}`);
    const perform = (): Reply => {
      if (request.headers.authorization !== good) return refuse(401, 'API key authentication failed');
      if (found === undefined) return refuse(404, 'Resource not found');
      return found({ query: url.searchParams, json: () => JSON.parse(body) });
    };
    const [status, json] = perform();
    if (toLose > 0) {
      toLose -= 1;
      return request.socket.destroy();
    }
    return response.writeHead(status, { 'content-type': 'application/json' }).end(json);
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
