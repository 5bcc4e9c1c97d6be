import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ByteCollector } from '../http/read-bounded.ts';
import { headerRecord, isMade } from '../http/request.ts';
import { HeaderLines, type ServiceResponse, TooLarge } from '../http/response.ts';
import type { TransportRequest } from '../http/transport.ts';
import type { OpenRequest } from './connections.ts';
import {
  acceptedEncodings,
  contentCodings,
  largestBody,
  responseOf,
  streamedResponse,
} from './response-content.ts';

/**
 * Sends one request and reads its response. Ends at once on abort. Rejects with the signal's reason,
 * {@link TooLarge} or the connection's error.
 */
export function exchange(open: OpenRequest, request: TransportRequest): Promise<ServiceResponse> {
  const { signal, maxResponseBytes } = request;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const options = requestOptions(request);
    const outgoing = open(options);
    const abort = () => fail(signal.reason);
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', abort);
      reject(error);
      outgoing.destroy();
    };
    signal.addEventListener('abort', abort);
    const proxy = open.proxyOf(request.url);
    const connection = watchConnection(outgoing, request, proxy);
    let answered = false;
    outgoing.on('response', (incoming) => {
      answered = true;
      const status = incoming.statusCode ?? 0;
      // Node's parser accepts any three digits. A status of 0 means a redirect that a browser hides.
      if (status < 100) return fail(notHttp());
      request.onHeaders?.(status);
      const headers = new HeaderLines(incoming.rawHeaders);
      if (request.isStreamed?.(status, headers)) {
        signal.removeEventListener('abort', abort);
        return resolve(streamedResponse(status, headers, incoming));
      }
      const codings = contentCodings(headers);
      const finish = (bytes: Uint8Array) => {
        signal.removeEventListener('abort', abort);
        resolve(responseOf(status, headers, bytes, codings, maxResponseBytes));
      };
      readBody(incoming, largestBody(codings, maxResponseBytes), finish, fail);
    });
    // A service may respond before it has read the whole request: from then on, only the response counts.
    const lose = (error: Error) => {
      if (!answered) fail(connection.isOpen ? error : Object.assign(error, { socket: connection, proxy }));
    };
    outgoing.on('error', lose);
    // Every request ends with a close; an error with its stack would cost more than the rest of it.
    outgoing.on('close', () => answered || lose(cutOff()));
    if (isMade(request.body)) pour(request.body, outgoing, fail);
    else outgoing.end(asSent(request.body, options.headers));
  });
}

// Node joins the headers to a text body and writes both as UTF-8. Before bytes, it writes headers as latin-1.
function asSent(
  body: string | Uint8Array | undefined,
  headers: SentHeaders,
): string | Uint8Array | undefined {
  if (typeof body !== 'string') return body;
  return beyondAscii.test(Object.values(headers).join('')) ? Buffer.from(body) : body;
}

const beyondAscii = /[^\p{ASCII}]/u;

type SentHeaders = Record<string, string | number>;

function requestOptions({ url, method, headers, body }: TransportRequest) {
  const sent: SentHeaders = headerRecord(headers);
  sent['accept-encoding'] ??= acceptedEncodings;
  // Without it, Node sends the body of a GET or DELETE unframed.
  const chunked = isMade(body) && sent['content-length'] === undefined;
  if (chunked) sent['transfer-encoding'] = 'chunked';
  if (body !== undefined && !isMade(body)) sent['content-length'] = Buffer.byteLength(body);
  const { hostname } = url;
  return {
    method,
    headers: sent,
    protocol: url.protocol,
    hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: url.port,
    path: url.pathname + url.search,
  };
}

/**
 * Sends the stream as fast as the connection accepts it. A failing stream fails the request: the request
 * never ends with a short body.
 */
async function pour(
  body: ReadableStream<Uint8Array>,
  outgoing: ClientRequest,
  fail: (error: unknown) => void,
): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (outgoing.destroyed) return;
      if (done) break;
      if (!outgoing.write(value)) await drainedOrClosed(outgoing);
    }
    outgoing.end();
  } catch (error) {
    fail(error);
  }
}

function drainedOrClosed(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      outgoing.off('drain', end);
      outgoing.off('close', end);
      resolve();
    };
    outgoing.on('drain', end);
    outgoing.on('close', end);
  });
}

/** Reads to the end, at most `maxBytes`. A truncated response is an error, never a short body. */
function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  finish: (bytes: Uint8Array) => void,
  fail: (error: unknown) => void,
): void {
  const collected = new ByteCollector();
  incoming.on('data', (chunk: Uint8Array) => {
    if (collected.length + chunk.byteLength > maxBytes) fail(new TooLarge(incoming.statusCode ?? 0));
    else collected.add(chunk);
  });
  incoming.on('end', () => finish(collected.join()));
  incoming.on('error', fail);
  incoming.on('close', () => {
    if (!incoming.complete) fail(cutOff());
  });
}

/**
 * The part of Node's sockets that the classification of errors reads. No byte of the request leaves before
 * the connection and its TLS handshake are complete.
 */
interface Connection {
  isOpen: boolean;
  readonly bytesWritten: 0;
  secureConnecting: boolean;
}

function watchConnection(
  outgoing: ClientRequest,
  request: TransportRequest,
  proxy: string | undefined,
): Connection {
  const connection: Connection = { isOpen: false, bytesWritten: 0, secureConnecting: false };
  const open = () => {
    connection.isOpen = true;
    request.onConnection?.(true);
  };
  request.onConnection?.(false, proxy);
  outgoing.on('socket', (socket: Socket & { readonly secureConnecting?: boolean }) => {
    connection.secureConnecting = socket.secureConnecting ?? false;
    if (connection.secureConnecting) socket.once('secureConnect', open);
    else if (socket.connecting) socket.once('connect', open);
    else open();
  });
  return connection;
}

function notHttp(): Error {
  return Object.assign(new Error('The response has no status.'), { code: 'HPE_INVALID_STATUS' });
}

function cutOff(): Error {
  return Object.assign(new Error('The connection was closed before the response was complete.'), {
    code: 'ECONNRESET',
  });
}
