import type { CallOptions } from '../call-options.ts';
import { InvalidInputError } from '../errors/caller-errors.ts';
import { invalid, joinUrl, requireRecord } from '../http/base-url.ts';
import type { HttpRequest } from '../http/request.ts';
import {
  type Compress,
  createHeaders,
  isMade,
  isToken,
  type RequestHeaders,
  transportHeaders,
} from '../http/request.ts';
import type { TransportRequest } from '../http/transport.ts';
import type { ServiceDefinition } from '../operation.ts';

/** A request ready to be signed and sent, any number of times. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: URL;
  /** The whole path with names for what is in it, where the operation gives one. */
  readonly template: string | undefined;
  readonly headers: RequestHeaders;
  readonly body: HttpRequest['body'];
}

/** The request of one attempt: its body is there. */
export interface ReadyRequest extends Omit<PreparedRequest, 'body'> {
  readonly body: TransportRequest['body'];
}

/** The body, if hooks and signatures can read it. */
export function knownBody({ body }: ReadyRequest): string | Uint8Array | undefined {
  return isMade(body) ? undefined : body;
}

/** What every request of a client begins with. */
export function commonHeaders(userAgent: string | undefined): RequestHeaders {
  const headers = createHeaders([['accept', 'application/json']]);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}

/** What an operation encoded, completed with base URL, common headers and body. Throws `InvalidInputError` before any I/O. */
export function prepareRequest(
  service: ServiceDefinition,
  base: URL,
  request: HttpRequest,
  options: CallOptions,
  common: RequestHeaders,
  compress?: Compress | false,
): PreparedRequest {
  checkMethod(request);
  const headers = createHeaders(common);
  const body = encodeBody(request, headers);
  addHeaders(service, headers, service.headers);
  addHeaders(service, headers, request.headers);
  addHeaders(service, headers, options.headers);
  const { method, path, pathTemplate, query } = request;
  const template = pathTemplate && base.pathname.replace(/\/+$/, '') + pathTemplate;
  return {
    method,
    url: joinUrl(base, path, query),
    template,
    headers,
    body: compressed(body, headers, compress || undefined),
  };
}

function compressed(
  body: HttpRequest['body'],
  headers: RequestHeaders,
  compress: Compress | undefined,
): HttpRequest['body'] {
  if (compress === undefined || body === undefined || isMade(body) || headers.has('content-encoding'))
    return body;
  return compress(body) ?? body;
}

function encodeBody(request: HttpRequest, headers: RequestHeaders): HttpRequest['body'] {
  if (request.body !== undefined) return request.body;
  if (request.form !== undefined) {
    headers.set('content-type', 'application/x-www-form-urlencoded');
    return formText(request.form);
  }
  if (request.json !== undefined) {
    headers.set('content-type', 'application/json');
    return jsonText(request.json);
  }
  // Services of this kind show the header on reads too; on a DELETE without body some servers would then expect one.
  if (request.method === 'GET') headers.set('content-type', 'application/json');
  return undefined;
}

function formText(fields: NonNullable<HttpRequest['form']>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(requireRecord('form', fields))) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item !== 'string') throw invalid(`form.${name}`, 'must be a text or a list of texts');
      form.append(name, item);
    }
  }
  return form.toString();
}

function jsonText(value: unknown): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    cause = error;
  }
  if (text !== undefined) return text;
  throw invalid('json', 'must be something that JSON has: no cycle, BigInt, function or symbol', cause);
}

const methods: readonly HttpRequest['method'][] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

// What the platform's fetch would refuse with an error that reads like one of the network.
function checkMethod({ method, json, form, body }: HttpRequest): void {
  if (!methods.includes(method)) throw invalid('method', `must be one of ${methods.join(', ')}`);
  const contents = [json, form, body].filter((content) => content !== undefined).length;
  if ((method === 'GET' || method === 'HEAD') && contents > 0)
    throw invalid('method', `${method} has no body: pass a query, or use another method`);
  if (contents > 1) throw invalid('body', 'must be one: pass json, form or body');
  // As fetch takes them: a Blob, a FormData, a stream.
  if (isMade(body) && typeof body?.open !== 'function')
    throw invalid('body', 'must be text, a Uint8Array, or made by streamBody() or multipart()');
}

/** Sets them on the target. @throws InvalidInputError for a header that is not the caller's to set */
export function addHeaders(
  service: ServiceDefinition,
  target: RequestHeaders,
  source: Readonly<Record<string, string>> | undefined,
): void {
  if (source === undefined) return;
  for (const name of Object.keys(requireRecord('headers', source))) {
    const lower = name.toLowerCase();
    if (transportHeaders.has(lower)) throw refuseHeader(service, name, 'is set by the transport');
    if (service.auth.headerNames.includes(lower))
      throw refuseHeader(service, name, 'carries the credential; use the `auth` and key options');
    const value: unknown = source[name];
    if (value === undefined) continue;
    if (typeof value === 'object') throw refuseHeader(service, name, 'must have a text for a value');
    try {
      target.set(name, String(value));
    } catch {
      throw refuseHeader(
        service,
        name,
        'has a name or a value that HTTP does not allow (line breaks, control characters)',
      );
    }
  }
}

/** The key of the call goes along, and no other. */
export function addIdempotencyKey(
  service: ServiceDefinition,
  headers: RequestHeaders,
  name: string,
  key: string,
): void {
  if ((headers.get(name) ?? key) !== key)
    throw refuseHeader(service, name, 'carries the idempotency key; use the option `idempotencyKey`');
  headers.set(name, key);
}

function refuseHeader(service: ServiceDefinition, name: string, why: string): InvalidInputError {
  const shown = isToken(name) && name.length <= 64 ? `"${name}"` : 'with a forbidden name';
  return new InvalidInputError({
    message: `The header ${shown} ${why}.`,
    provider: service.name,
    outcome: 'not-sent',
  });
}
