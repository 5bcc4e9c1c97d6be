import type { IncomingMessage, ServerResponse } from 'node:http';
import { wrongOption } from '../errors/wrong-option.ts';
import { wholeNumberOption } from '../options/numbers.ts';
import { refuseUnknown } from '../options/refuse-unknown.ts';

/** A request of `node:http` or Express. @public */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly host?: string | undefined };
}

/** A response of `node:http` or Express. @public */
export interface NodeResponse {
  writeHead(status: number): unknown;
  end(): unknown;
}

/** Options of `toNodeHandler`. @public */
export interface NodeHandlerOptions {
  /** The most bytes of a body; a larger one gets a 413. @defaultValue 1 048 576 */
  readonly maxBodyBytes?: number | undefined;
}

/** A handler of web requests. @public */
export type WebHandler = (request: Request) => Response | Promise<Response>;

/** A handler for `node:http`, Express and Connect. It never rejects. @public */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => Promise<void>;

/**
 * Serves a handler for web requests with `node:http` or Express. Use it before `express.json()` and other
 * body parsers: it reads the body itself. After `express.raw()` and `express.text()` it takes their body.
 *
 * @example
 * createServer(toNodeHandler(handler))
 * app.post('/webhooks', toNodeHandler(handler))
 *
 * @throws ConfigurationError for something other than a function, and for invalid options
 * @public
 */
export function toNodeHandler(handler: WebHandler, options: NodeHandlerOptions = {}): NodeHandler {
  refuseUnknown(options, { maxBodyBytes: 0 }, 'toNodeHandler()');
  const maxBytes = wholeNumberOption('maxBodyBytes', options.maxBodyBytes, 1024 * 1024, 1);
  if (typeof handler !== 'function') throw wrongOption('toNodeHandler takes a handler for web requests.');
  return async (request, response) => {
    try {
      await serve(handler, maxBytes, request as ExpressRequest, response as ServerResponse);
    } catch (error) {
      console.error(error);
      response.writeHead(500);
      response.end();
    }
  };
}

/** What Express adds to a request. */
interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string;
  /** What a body parser read. */
  readonly body?: unknown;
}

async function serve(
  handler: WebHandler,
  maxBytes: number,
  request: ExpressRequest,
  response: ServerResponse,
): Promise<void> {
  const web = await toWebRequest(request, maxBytes);
  const answer = typeof web === 'number' ? new Response(null, { status: web }) : await handler(web);
  const body = new Uint8Array(await answer.arrayBuffer());
  response.setHeaders(answer.headers).writeHead(answer.status).end(body);
}

/** The request; or the status for one that is too large, or that no `Request` can hold, such as TRACE. */
async function toWebRequest(request: ExpressRequest, maxBytes: number): Promise<Request | 400 | 413> {
  const { method = 'GET', headersDistinct } = request;
  const { host = 'localhost' } = request.headers;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  try {
    const body = method === 'GET' || method === 'HEAD' ? null : await bodyOf(request, maxBytes);
    if (body === undefined) return 413;
    const init: RequestInit & { readonly duplex: 'half' } = { method, headers, body, duplex: 'half' };
    return new Request(new URL(request.originalUrl ?? request.url ?? '/', `http://${host}`), init);
  } catch {
    return 400;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

function bodyOf(
  request: ExpressRequest,
  maxBytes: number,
): string | Bytes | ReadableStream | Promise<Bytes | undefined> {
  const { body } = request;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return request.readableEnded ? parsedBefore() : readBody(request, maxBytes);
}

/** Reads to the end, also a body that is too large: the connection's next request comes after it. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Bytes | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  return length > maxBytes ? undefined : new Uint8Array(Buffer.concat(chunks));
}

/** The handler's `onError` receives the error, as for any other body that cannot be read. */
function parsedBefore(): ReadableStream {
  const error = wrongOption(
    'The body was parsed before: use toNodeHandler before express.json() and other body parsers.',
  );
  return new ReadableStream({ start: (controller) => controller.error(error) });
}
