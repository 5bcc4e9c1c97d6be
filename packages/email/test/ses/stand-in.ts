// The API v2 of Amazon SES as its API model (sesv2/2019-09-27) and the SES Developer Guide describe it.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedMail } from '@org/email/testing';
import { keys } from './harness.ts';
import { createMailRoutes } from './stand-in-mail.ts';
import { isSignedBy } from './stand-in-signature.ts';
import { createStoreRoutes } from './stand-in-stores.ts';

/** A response: its status, its JSON, and the kind of the error. */
export type Reply = readonly [status: number, body: object, error?: string];

export interface StandInRequest {
  readonly query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of all routes
  readonly json: any;
}

/** Routes by `METHOD /path`, where `*` is one segment. */
export type Routes = Readonly<
  Record<string, (request: StandInRequest, ...segments: readonly string[]) => Reply>
>;

export const done: Reply = [200, {}];

export function refuse(status: number, error: string, message = error): Reply {
  return [status, { message }, error];
}

/** A page of a list, with a token where it goes on. */
export function pageOf<Item>(items: readonly Item[], size: unknown, token: unknown) {
  const start = Number(token ?? 0);
  const end = start + Number(size ?? 100);
  return { items: items.slice(start, end), NextToken: end < items.length ? String(end) : null };
}

export interface SesStandIn {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Every request, as `METHOD /path?query`. */
  readonly lines: readonly string[];
  /** Performs the next requests and closes their connections without a response. */
  loseAnswers(count: number): void;
  close(): Promise<void>;
}

export async function startSes(): Promise<SesStandIn> {
  let toLose = 0;
  const lines: string[] = [];
  const mail = createMailRoutes();
  const routes: Routes = { ...mail.routes, ...createStoreRoutes() };
  const perform = (request: IncomingMessage, body: string): Reply => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://ses');
    if (!isSignedBy(keys, request, body))
      return refuse(403, 'InvalidSignatureException', 'The canonical string should have been …');
    const found = find(routes, `${request.method} ${pathname}`);
    if (found === undefined) return refuse(404, 'UnknownOperationException');
    return found({ query, json: body === '' ? undefined : JSON.parse(body) });
  };
  const server = createServer(async (request, response) => {
    lines.push(`${request.method} ${request.url}`);
    const [status, json, error] = perform(request, await text(request));
    if (toLose > 0) {
      toLose -= 1;
      return request.socket.destroy();
    }
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-amzn-requestid', `request-${lines.length}`);
    if (error !== undefined)
      response.setHeader('x-amzn-errortype', `${error}:http://internal.amazon.com/coral/`);
    return response.writeHead(status).end(JSON.stringify(json));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    mails: mail.mails,
    lines,
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
