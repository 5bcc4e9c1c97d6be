import {
  createServer,
  type Server as HttpListener,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { ByteBudget, ByteLease } from '../byte-budget.ts';
import { RowRefused, StoreFull } from '../table.ts';
import { type Access, localAccess } from './access.ts';
import { drainBody, readBody } from './body.ts';
import { trackConnections } from './connections.ts';
import {
  type ArrivedRequest,
  BadJson,
  flattenHeaders,
  type HttpObserver,
  parseJsonBytes,
  pathOf,
  type SandboxHandler,
  type SandboxRequest,
  type SandboxResponse,
} from './exchange.ts';
import { answerHealthCheck, isHealthCheck } from './health-check.ts';
import { listen } from './listen.ts';
import { decideRefusal } from './origin.ts';
import { refuseGarbage, upgrade } from './raw-socket.ts';
import { acceptTls, createSecure } from './tls-port.ts';
import { writeResponse } from './write-response.ts';

export interface HttpServerOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** A larger body gets a 413. @default 10 MiB */
  readonly maxBodyBytes?: number | ((path: string) => number);
  /** The response to a larger body. @default a 413 of the sandbox */
  readonly refuseBody?: (request: SandboxRequest, maxBodyBytes: number) => SandboxResponse | undefined;
  /** A budget for the bodies of all requests in progress. Above it, a request gets a 503. @default none */
  readonly bodyBudget?: ByteBudget;
  /**
   * Handles upgrades whose Host and Origin are this machine. Without it, an upgrade is handled as a plain
   * request.
   */
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Sees each request and its response. */
  readonly observer?: HttpObserver | undefined;
  /** Called with `POST /path` and the error of its handler, before the response with status 500. */
  readonly onFailure?: (task: string, error: unknown) => void;
  /** Where it listens and who may ask. @default this machine */
  readonly access?: Access | undefined;
}

export interface HttpServer {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly url: string;
  /** The same with `https` where the port has TLS, for clients of a service. */
  readonly doorUrl: string;
  readonly port: number;
  /** Accepts no further connections. Open ones stay. */
  stopListening(): void;
  /** Stops listening and cuts every connection, also idle and upgraded ones. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Serves HTTP, by default on 127.0.0.1, to programs and pages of this machine only: a request with another
 * `Host` or `Origin` gets a 403 before the handler. No request and no error of a handler stops the server.
 *
 * @throws {PortInUseError} when the port is in use
 */
export async function startHttpServer(
  handler: SandboxHandler,
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const { onUpgrade, access = localAccess } = options;
  const answering = <AnyServer extends HttpListener>(server: AnyServer): AnyServer => {
    server.on('request', (request, response) => {
      const isHealth = isHealthCheck({ method: request.method ?? '', path: pathOf(request.url ?? '') });
      // A log of checks, which come every few seconds, would hide the other requests.
      const part = isHealth ? ([answerHealthCheck, { access }] as const) : ([handler, options] as const);
      serve(request, response, ...part).catch((error: unknown) => {
        options.onFailure?.('A response', error);
        response.destroy();
      });
    });
    server.on('clientError', refuseGarbage);
    if (onUpgrade)
      server.on('upgrade', (request, socket, head) =>
        upgrade({ request, socket, head }, { access, onUpgrade, onFailure: options.onFailure }),
      );
    return server;
  };
  const plain = answering(createServer(settings));
  const { certificate } = access;
  const server = certificate ? acceptTls(plain, answering(createSecure(settings, certificate))) : plain;
  server.maxConnections = 4096;
  const connections = trackConnections(server);
  const port = await listen(server, options.port ?? 0, access.host);
  const place = `${access.name}:${port}`;
  const urls = { url: `http://${place}`, doorUrl: `${certificate ? 'https' : 'http'}://${place}` };
  return { ...urls, port, ...connections };
}

const settings = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
};

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  handler: SandboxHandler,
  options: HttpServerOptions,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(); // an abort reason has a stack trace, which is slow
  });
  const lease = options.bodyBudget?.open();
  try {
    const answer = await answerTo(request, gone.signal, handler, { ...options, lease });
    if (answer) await writeResponse(response, answer, () => drainBody(request));
  } catch (error) {
    // Only for a response that cannot be written: a header with a line break, or a failed body stream.
    options.onFailure?.(`The response to ${request.method} ${pathOf(request.url ?? '')}`, error);
    if (response.headersSent) response.destroy();
    else
      await writeResponse(response, problem(500, 'The response could not be written.')).catch(() =>
        response.destroy(),
      );
  } finally {
    lease?.release();
  }
}

interface Serving extends HttpServerOptions {
  readonly lease: ByteLease | undefined;
}

async function answerTo(
  request: IncomingMessage,
  signal: AbortSignal,
  handler: SandboxHandler,
  serving: Serving,
): Promise<SandboxResponse | undefined> {
  const arrived: ArrivedRequest = {
    method: request.method ?? '',
    target: request.url ?? '/',
    headers: flattenHeaders(request.headers),
    bytes: new Uint8Array(),
  };
  const remoteAddress = request.socket.remoteAddress ?? '';
  const respond = async () =>
    (await refuseOrRead(request, arrived, serving)) ??
    handle(handler, toSandboxRequest(arrived, remoteAddress, signal), serving);
  const again = () =>
    handle(handler, toSandboxRequest(arrived, remoteAddress, new AbortController().signal), serving);
  const answer = await (serving.observer?.observe(arrived, respond, again) ?? respond());
  return answer === gone ? undefined : answer;
}

/** The response to a request that is not handled; otherwise the body is in `arrived`. */
async function refuseOrRead(
  request: IncomingMessage,
  arrived: ArrivedRequest,
  { lease, maxBodyBytes: limit = 10 * 1024 * 1024, refuseBody, access }: Serving,
): Promise<SandboxResponse | undefined> {
  const { method, target } = arrived;
  const { headers, rawHeaders } = request;
  const refusal = decideRefusal({ method, path: pathOf(target), headers, rawHeaders }, access);
  if (refusal !== undefined) return last(problem(403, `Refused: ${refusal}.`));
  if (!target.startsWith('/')) return last(problem(400, 'The request target must be a path.'));
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    return last(problem(415, `The content-encoding ${encoding} is not supported. Send the body without it.`));
  const maxBodyBytes = typeof limit === 'number' ? limit : limit(pathOf(target));
  const body = await readBody(request, maxBodyBytes, lease);
  if (body.kind === 'read') {
    arrived.bytes = body.bytes;
    return undefined;
  }
  if (body.kind === 'aborted') return gone;
  if (body.kind === 'over-budget') return last(overBudget);
  const ownAnswer = problem(413, `The body is larger than ${maxBodyBytes} bytes.`);
  const refused = toSandboxRequest(arrived, request.socket.remoteAddress ?? '', new AbortController().signal);
  return last(refuseBody?.(refused, maxBodyBytes) ?? ownAnswer);
}

async function handle(
  handler: SandboxHandler,
  request: SandboxRequest,
  { onFailure }: HttpServerOptions,
): Promise<SandboxResponse> {
  try {
    return await handler(request);
  } catch (error) {
    if (BadJson.isInstance(error) || RowRefused.isInstance(error)) return problem(400, error.message);
    if (StoreFull.isInstance(error)) return problem(507, error.message);
    onFailure?.(`${request.method} ${request.path}`, error);
    return problem(500, `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function toSandboxRequest(
  { method, target, headers, bytes }: ArrivedRequest,
  remoteAddress: string,
  signal: AbortSignal,
): SandboxRequest {
  const path = pathOf(target);
  let parsed: { readonly value: unknown } | undefined;
  return {
    method,
    path,
    query: new URLSearchParams(target.slice(path.length + 1)),
    headers,
    remoteAddress,
    bytes,
    signal,
    text: () => new TextDecoder().decode(bytes),
    json: () => {
      parsed ??= { value: parseJsonBytes(bytes) }; // cached, because bodies may be large
      return parsed.value;
    },
  };
}

/** The client closed the connection: nobody reads a response. */
const gone: SandboxResponse = { status: 499, drop: true };

const problem = (status: number, message: string): SandboxResponse => ({ status, json: { error: message } });

const overBudget: SandboxResponse = {
  ...problem(503, 'The bodies of requests in progress are too large. Retry later.'),
  headers: { 'retry-after': '1' },
};

/** The body was not read, so the connection cannot serve another request. */
function last(answer: SandboxResponse): SandboxResponse {
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}
