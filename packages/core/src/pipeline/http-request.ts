import type { CallRecord } from '../call-options.ts';
import { InvalidInputError } from '../errors/caller-errors.ts';
import {
  type Compress,
  createHeaders,
  type HttpRequest,
  invalidInput,
  isMade,
  isToken,
  type RequestBody,
  type RequestHeaders,
  requireRecord,
  transportHeaders,
} from '../http/request.ts';
import type { TransportRequest } from '../http/transport.ts';
import type { ServiceDefinition } from '../operation.ts';
import type { Safety } from '../safety.ts';

/** A request ready to be signed and sent. */
export interface ReadyRequest {
  readonly method: string;
  readonly url: URL;
  /** The whole path with names for what is in it, where the operation gives one. */
  readonly template: string | undefined;
  readonly headers: RequestHeaders;
  readonly body: TransportRequest['body'];
  /** The body, if hooks and signatures can read it. */
  readonly knownBody: string | Uint8Array | undefined;
}

/** The request of a call, for any number of attempts. */
export interface PreparedRequest extends ReadyRequest {
  /** A body that each attempt opens. */
  readonly made: RequestBody | undefined;
}

/**
 * The encoded request of an operation, completed with base URL, common headers and body.
 *
 * @throws InvalidInputError
 */
export function prepareRequest(
  service: ServiceDefinition,
  base: URL,
  request: HttpRequest,
  options: CallRecord,
  common: RequestHeaders,
  compress: Compress | false | undefined,
): PreparedRequest {
  const { method, path, params, query } = request;
  checkMethod(request);
  const pathTemplate = request.pathTemplate ?? (params && path);
  const template = pathTemplate && base.pathname.replace(/\/+$/, '') + pathTemplate;
  const url = joinUrl(base, params === undefined ? path : fillPath(path, params), query);
  const content = contentOf(request);
  const headers = createHeaders(common);
  // The services document it for reads, too; a DELETE with it would need a body on some servers.
  if (request.json === undefined && method !== 'GET') headers.delete('content-type');
  if (request.form !== undefined) headers.set('content-type', 'application/x-www-form-urlencoded');
  if (service.headers) addHeaders(service, headers, service.headers);
  if (request.headers) addHeaders(service, headers, request.headers);
  if (options.headers) addHeaders(service, headers, options.headers);
  const canCompress =
    compress && content !== undefined && !isMade(content) && !headers.has('content-encoding');
  const body = canCompress ? (compress(content) ?? content) : content;
  if (body !== undefined && isMade(body))
    return { method, url, template, headers, body: undefined, knownBody: undefined, made: body };
  return { method, url, template, headers, body, knownBody: body, made: undefined };
}

/** What a request by this method is, unless its caller says otherwise. */
export const safetyOf: Readonly<Record<HttpRequest['method'], Safety>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'unsafe',
  PUT: 'idempotent',
  PATCH: 'unsafe',
  DELETE: 'idempotent',
};

const methods = /* @__PURE__ */ Object.keys(safetyOf);

// The platform's fetch would reject these with an error that reads like one of the network.
function checkMethod({ method, json, form, body }: HttpRequest): void {
  if (!methods.includes(method)) throw invalidInput('method', `must be one of ${methods.join(', ')}`);
  const contents = [json, form, body].filter((content) => content !== undefined).length;
  if ((method === 'GET' || method === 'HEAD') && contents > 0)
    throw invalidInput('method', `${method} has no body: pass a query, or use another method`);
  if (contents > 1) throw invalidInput('body', 'must be one: pass json, form or body');
  // Such as a Blob, a FormData or a stream.
  if (body !== undefined && isMade(body) && typeof body?.open !== 'function')
    throw invalidInput('body', 'must be text, a Uint8Array, or made by streamBody() or multipart()');
}

function contentOf({ json, form, body }: HttpRequest): HttpRequest['body'] {
  if (json !== undefined) return jsonText(json);
  return form === undefined ? body : textOf('form', form, formValue);
}

function jsonText(value: unknown): string {
  let cause: unknown;
  try {
    const text: string | undefined = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  throw invalidInput('json', 'must be something that JSON has: no cycle, BigInt, function or symbol', cause);
}

/**
 * The URL of a request: a path below the base URL, or a whole URL that the service gave, such as that of the
 * next page. Never leaves the base's origin and path.
 *
 * @throws InvalidInputError when the path would, or when a query value is not text, a number or a boolean
 */
export function joinUrl(base: URL, path: string, query?: HttpRequest['query']): URL {
  const isUrl = /^https?:\/\/[^#]*$/i.test(path) && URL.canParse(path);
  const fault = isUrl ? undefined : faultOfPath(path);
  if (fault !== undefined) throw invalidInput('path', `must ${fault}`);
  const root = base.href.replace(/\/+$/, '');
  const search = query === undefined ? '' : textOf('query', query, queryValue);
  const whole = isUrl ? path : root + path;
  const url = new URL(whole + (search && (whole.includes('?') ? '&' : '?') + search));
  // In case the parser disagrees with the checks above, too.
  if (!`${url.href.split('?', 1)}/`.startsWith(`${root}/`))
    throw invalidInput('path', `must stay below ${root}, and not go to ${url.origin}`);
  return url;
}

/** @throws InvalidInputError for a name without a value, and for a value that is not a segment */
function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  if (!path.startsWith('/')) throw invalidInput('path', 'must begin with "/"');
  const values = new Map<string, unknown>(Object.entries(params));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => namedSegment(name, values.get(name)));
}

/**
 * One outside value as one segment of a path: encoded, and never `.`, `..` or empty. @public
 *
 * @example
 * const path = `/files/${pathSegment('a/b c')}`; // /files/a%2Fb%20c
 *
 * @throws InvalidInputError for those, for half of a surrogate pair, and for a value that is not text, such
 * as `undefined`
 */
export function pathSegment(value: string): string {
  return namedSegment('id', value);
}

/** The same, with the name of the value for the error. */
function namedSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$|[\ud800-\udfff]/u.test(value))
    throw invalidInput(name, 'in a path must be a well-formed text other than "", "." and ".."');
  return encodeURIComponent(value);
}

function faultOfPath(path: string): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return 'begin with "/", or be a URL of the service';
  if (path.startsWith('//')) return 'begin with a single "/"';
  if (/[^!-~\xa0-\uffff]|[\\\s]/.test(path)) return 'not contain backslashes, spaces or control characters';
  if (/[?#]/.test(path)) return 'not contain "?" or "#": pass a query as `query`';
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return 'not contain "." or ".." segments';
  return undefined;
}

/** Names and values as a query or a form has them; a list repeats its name. */
function textOf(
  where: string,
  fields: Readonly<Record<string, unknown>>,
  textOfValue: (path: string, value: unknown) => string | undefined,
): string {
  const parameters = new URLSearchParams();
  for (const name of Object.keys(requireRecord(where, fields))) {
    const given = fields[name];
    for (const item of Array.isArray(given) ? given : [given]) {
      const text = textOfValue(`${where}.${name}`, item);
      if (text !== undefined) parameters.append(name, text);
    }
  }
  return parameters.toString();
}

function formValue(path: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalidInput(path, 'must be a text or a list of texts');
}

function queryValue(path: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  throw invalidInput(path, 'must be text, a finite number or a boolean');
}

/** Sets them on the target. @throws InvalidInputError for a header that is not the caller's to set */
export function addHeaders(
  service: ServiceDefinition,
  target: RequestHeaders,
  source: Readonly<Record<string, string>>,
): void {
  for (const name of Object.keys(requireRecord('headers', source))) {
    const lower = name.toLowerCase();
    if (transportHeaders.has(lower)) throw wrongHeader(service, name, 'is set by the transport');
    if (service.auth.headerNames.includes(lower))
      throw wrongHeader(service, name, 'carries the credential; use the `auth` and key options');
    const value: unknown = source[name];
    if (value === undefined) continue;
    if (typeof value === 'object') throw wrongHeader(service, name, 'must have a text for a value');
    try {
      target.set(name, String(value));
    } catch {
      const why = 'has a name or a value that HTTP does not allow (line breaks, control characters)';
      throw wrongHeader(service, name, why);
    }
  }
}

/** The error for a header that carries another idempotency key than the call. */
export function otherKey(service: ServiceDefinition, name: string): InvalidInputError {
  return wrongHeader(service, name, 'carries the idempotency key; use the option `idempotencyKey`');
}

function wrongHeader({ name: provider }: ServiceDefinition, name: string, why: string): InvalidInputError {
  const shown = isToken(name) && name.length <= 64 ? `"${name}"` : 'with a forbidden name';
  return new InvalidInputError({ message: `The header ${shown} ${why}.`, provider, outcome: 'not-sent' });
}
