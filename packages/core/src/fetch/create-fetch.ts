/// <reference lib="esnext.disposable" preserve="true" />

import { responseStream } from '../bodies/response-stream.ts';
import { streamBody } from '../bodies/stream-body.ts';
import type { CallOptions } from '../call-options.ts';
import { createServiceClient } from '../client.ts';
import type { EngineOptions } from '../engine-options.ts';
import { isOrgError } from '../errors/org-error.ts';
import { type RawRequest, transportHeaders } from '../http/request.ts';
import type { ServiceResponse } from '../http/response.ts';
import type { IsStreamed } from '../http/response-stream.ts';
import type { ServiceDefinition } from '../operation.ts';
import { engineOptionNames } from '../option-rules.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import type { Safety } from '../safety.ts';
import { toResponse } from './to-response.ts';

const fetchNames: OptionNames<FetchOptions> = { ...engineOptionNames, isStreamed: 0, safetyOf: 0 };

/** Options of `createFetch()`: those of every client, and how requests are taken. @public */
export interface FetchOptions extends EngineOptions {
  /**
   * The 2xx responses whose body is read as it comes.
   *
   * @defaultValue server-sent events, lines of JSON, and content that is neither text nor JSON
   */
  readonly isStreamed?: IsStreamed | undefined;
  /**
   * What a repeated request would do, where the method does not tell: `read` for a search by POST.
   *
   * @defaultValue `read` for GET and HEAD, `idempotent` for PUT and DELETE, `keyed` with the header
   * `idempotency-key`, `unsafe` for others
   */
  readonly safetyOf?: ((method: string, url: URL) => Safety | undefined) | undefined;
}

/** A `fetch` for one service, with connections to close. @public */
export interface ServiceFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Lets calls in flight end (10 s at most), then refuses everything. May be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A `fetch` made of the pipeline of every client: limiter, credential, retry, redaction, events. For clients
 * that take one: generated ones, and official SDKs. Turn their own retries off.
 *
 * Resolves with the last response, whatever its status. Relative addresses are below the base URL; others are
 * refused. The service's credential replaces a header of the same name that the program set. @public
 *
 * @example
 * ```ts
 * const fetch = createFetch({ name: 'acme', baseUrl, auth: bearerAuth(), credential: fromFile('/run/key') });
 * const client = createClient<paths>({ baseUrl, fetch });
 * ```
 *
 * @throws ConfigurationError as `createServiceClient` does. Calls reject with an `OrgError` when there is no
 * response, and with the caller's own abort reason
 */
export function createFetch(service: ServiceDefinition, options: FetchOptions = {}): ServiceFetch {
  refuseUnknown(options, fetchNames, 'createFetch()', meantOption);
  const { isStreamed = isContinuous, safetyOf, ...engine } = ownCopy(options);
  const client = createServiceClient(service, engine);
  const base = client.baseUrl.endsWith('/') ? client.baseUrl : `${client.baseUrl}/`;
  const stream = responseStream(isStreamed);
  const call = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(typeof input === 'string' ? new URL(input, base) : input, withDuplex(init));
    const url = new URL(request.url);
    url.hash = '';
    const key = request.headers.get('idempotency-key') ?? undefined;
    let last: ServiceResponse | undefined;
    const callOptions: CallOptions = {
      signal: init.signal ?? (input instanceof Request ? input.signal : undefined),
      idempotencyKey: key,
      hooks: {
        afterResponse(response) {
          last = response;
        },
      },
    };
    const safety = safetyOf?.(request.method, url) ?? (key === undefined ? undefined : 'keyed');
    const headers = headersOf(request, service.auth.headerNames, safety === 'keyed');
    const body = await bodyOf(request, init.body instanceof ReadableStream);
    const method = request.method as RawRequest['method'];
    const raw: RawRequest = {
      method,
      path: url.href,
      headers,
      body,
      safety,
      // The response to a HEAD has no body, whose end would give the permit back.
      stream: method === 'HEAD' ? undefined : stream,
    };
    try {
      return toResponse(url, await client.request(raw, callOptions));
    } catch (error) {
      // The program reads failures itself, as from any other fetch.
      if (isOrgError(error) && last !== undefined && error.status === last.status)
        return toResponse(url, last);
      throw error;
    }
  };
  const { close } = client;
  return Object.assign(call, { close, [Symbol.asyncDispose]: close });
}

const continuous = /^(?:text\/event-stream|application\/(?:x-ndjson|jsonl|json-seq|stream\+json))/i;
const whole = /^(?:text\/|$)|[/+](?:json|xml)\b/i;

/** Content without an end, and content that is not a text. */
const isContinuous: IsStreamed = (_status, headers) => {
  const type = headers.get('content-type') ?? '';
  return continuous.test(type) || !whole.test(type);
};

/** A stream as body needs it, and many programs leave it out. */
function withDuplex(init: RequestInit): RequestInit {
  return init.body instanceof ReadableStream ? ({ ...init, duplex: 'half' } as RequestInit) : init;
}

function headersOf(request: Request, ofAuth: readonly string[], isKeyed: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: '*/*' };
  for (const [name, value] of request.headers)
    if (!transportHeaders.has(name) && !ofAuth.includes(name) && !(isKeyed && name === 'idempotency-key'))
      headers[name] = value;
  return headers;
}

/** Read before the first attempt, so that it can be sent again; a stream of the program is sent once. */
async function bodyOf(request: Request, isStream: boolean): Promise<RawRequest['body']> {
  if (request.body === null) return undefined;
  return isStream ? streamBody(request.body) : new Uint8Array(await request.arrayBuffer());
}
