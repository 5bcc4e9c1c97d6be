import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { collectChunks } from '../http/read-bounded.ts';
import { headerRecord } from '../http/request.ts';
import { buildServiceResponse, HeaderLines, type ServiceResponse, TooLarge } from '../http/response.ts';
import type { TransportRequest } from '../http/transport.ts';
import { type Connection, idleSince } from './connections.ts';
import {
  acceptedEncodings,
  codingOverheadBytes,
  contentCodings,
  decodedResponse,
  invalidStatus,
  streamedResponse,
} from './response-content.ts';

/**
 * Sends one request and reads its response. Ends at once on abort. Rejects with the signal's reason,
 * {@link TooLarge} or the connection's error.
 */
export function exchange(connection: Connection, request: TransportRequest): Promise<ServiceResponse> {
  const { body, maxResponseBytes, signal } = request;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stream = typeof body === 'object' && !(body instanceof Uint8Array) ? body : undefined;
    const options = requestOptions(request, connection.agent, stream !== undefined);
    const outgoing = connection.module.request(options);
    const abort = () => fail(signal.reason);
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', abort);
      reject(error);
      outgoing.destroy();
    };
    signal.addEventListener('abort', abort);
    // A connection that is kept open waits for nothing.
    const socket: WaitingSocket = { isOpen: outgoing.reusedSocket, bytesWritten: 0, secureConnecting: false };
    if (!socket.isOpen) watchSocket(socket, outgoing, request, connection.proxyOf(request.url));
    outgoing.maxHeadersCount = 0; // Node drops headers above 1,000 without an error.
    let response: IncomingMessage | undefined;
    outgoing.on('response', (incoming) => {
      response = incoming;
      const { socket: used } = incoming; // At its end, the response has none.
      const status = incoming.statusCode ?? 0;
      if (status < 100) return fail(invalidStatus());
      request.onHeaders?.(status);
      const headers = new HeaderLines(incoming.rawHeaders);
      if (request.isStreamed?.(status, headers)) {
        incoming.once('end', () => idleSince.set(used, Date.now()));
        signal.removeEventListener('abort', abort);
        return resolve(streamedResponse(status, headers, incoming));
      }
      const coding = headers.get('content-encoding');
      const codings = coding === null ? [] : contentCodings(coding);
      const finish = (bytes: Uint8Array) => {
        idleSince.set(used, Date.now());
        signal.removeEventListener('abort', abort);
        const isPlain = codings.length === 0 || bytes.byteLength === 0;
        if (isPlain) resolve(buildServiceResponse(status, headers, bytes));
        else resolve(decodedResponse(status, headers, bytes, codings, maxResponseBytes));
      };
      const largestBytes = maxResponseBytes + (codings.length === 0 ? 0 : codingOverheadBytes);
      incoming.on('error', fail);
      // A truncated response is an error, never a short body.
      incoming.on('close', () => incoming.complete || fail(cutOff()));
      collectChunks(incoming, largestBytes, finish, () => fail(new TooLarge(status)));
    });
    // A service may respond before it has read the whole request: from then on, only the response counts.
    const lose = (error: Error) => {
      if (response !== undefined) return breakOff(response, error);
      if (socket.isOpen) return fail(error);
      fail(Object.assign(error, { socket, proxy: connection.proxyOf(request.url) }));
    };
    outgoing.on('error', lose);
    // Every request ends with a close; an error with its stack would cost more than the rest of it.
    outgoing.on('close', () => response || lose(cutOff()));
    if (stream) pour(stream, outgoing, fail);
    else outgoing.end(asSent(body as string | Uint8Array | undefined, options.headers));
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

function requestOptions({ url, method, headers, body }: TransportRequest, agent: Agent, isStream: boolean) {
  const sent: SentHeaders = headerRecord(headers);
  sent['accept-encoding'] ??= acceptedEncodings;
  if (body !== undefined && !isStream)
    sent['content-length'] = Buffer.byteLength(body as string | Uint8Array);
  // Without it, Node sends the body of a GET or DELETE unframed.
  if (isStream && sent['content-length'] === undefined) sent['transfer-encoding'] = 'chunked';
  const { hostname } = url;
  return {
    agent,
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

/**
 * The part of Node's sockets that the classification of errors reads. No byte of the request leaves before
 * the connection and its TLS handshake are complete.
 */
interface WaitingSocket {
  isOpen: boolean;
  readonly bytesWritten: 0;
  secureConnecting: boolean;
}

function watchSocket(
  waiting: WaitingSocket,
  outgoing: ClientRequest,
  request: TransportRequest,
  proxy: string | undefined,
): void {
  const open = () => {
    waiting.isOpen = true;
    request.onConnection?.(true);
  };
  request.onConnection?.(false, proxy);
  outgoing.on('socket', (socket: Socket & { readonly secureConnecting?: boolean }) => {
    waiting.secureConnecting = socket.secureConnecting ?? false;
    if (waiting.secureConnecting) socket.once('secureConnect', open);
    else if (socket.connecting) socket.once('connect', open);
    else open();
  });
}

/** Ends a response whose body is not valid HTTP. Bytes after a complete one do not count. */
function breakOff(response: IncomingMessage, error: Error & { readonly code?: unknown }): void {
  if (!response.complete && String(error.code).startsWith('HPE_')) response.destroy(error);
}

function cutOff(): Error {
  return Object.assign(new Error('The connection was closed before the response was complete.'), {
    code: 'ECONNRESET',
  });
}
