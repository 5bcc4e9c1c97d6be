import { utf8 } from '../encoding/encoding.ts';
import { InvalidInputError } from '../errors/caller-errors.ts';
import { readBounded } from '../http/read-bounded.ts';

/** A web `Request`, or its parts with the raw body. @public */
export type WebhookRequest =
  | Request
  | {
      readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
      readonly body: string | Uint8Array;
      /** For services that send parameters in the URL, or whose signature covers it. */
      readonly url?: string | undefined;
    };

/** The parts of a webhook's request. @public */
export interface WebhookContent {
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  /** The body as text or bytes, as the program passed it; `undefined` when it is larger than the limit. */
  readonly body: string | Uint8Array | undefined;
  /** The body as bytes: text is encoded on first use. */
  readonly bytes: Uint8Array | undefined;
  /** The address as it arrived: `node:http` has the path alone. Empty where the program passed none. */
  readonly url: string;
  /** The parameters of the URL. Read on first use. */
  readonly query: URLSearchParams;
}

/**
 * Reads a webhook's request. A body of more than `maxBytes` is not read to its end. @public
 *
 * @throws InvalidInputError for something else than a request, or a body that was read before
 */
export async function readWebhookRequest(
  request: WebhookRequest,
  maxBytes: number = 10 * 1024 * 1024,
): Promise<WebhookContent> {
  if (!isObject(request) || !isObject(request.headers))
    throw invalid('request', 'parse needs a web Request, or its { headers, body }.');
  const { headers, url } = request;
  const given = request instanceof Request ? await readBody(request, maxBytes) : requireBody(request.body);
  const body = given !== undefined && isWithin(given, maxBytes) ? given : undefined;
  return new ReceivedContent(headers, body, typeof url === 'string' ? url : '');
}

// A class: an object literal with getters costs as much as the hash of a webhook.
class ReceivedContent implements WebhookContent {
  readonly header: (name: string) => string | undefined;
  readonly body: string | Uint8Array | undefined;
  readonly url: string;
  #bytes: Uint8Array | undefined;
  #query: URLSearchParams | undefined;

  constructor(headers: WebhookRequest['headers'], body: string | Uint8Array | undefined, url: string) {
    this.header = (name) => readHeader(headers, name);
    this.body = body;
    this.url = url;
  }

  get bytes(): Uint8Array | undefined {
    this.#bytes ??= typeof this.body === 'string' ? utf8(this.body) : this.body;
    return this.#bytes;
  }

  get query(): URLSearchParams {
    this.#query ??= queryOf(this.url);
    return this.#query;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function readBody({ bodyUsed, body }: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (bodyUsed)
    throw invalid(
      'request',
      'The body of the Request was read before: pass the Request unread, or pass its { headers, body }.',
    );
  return readBounded(body, maxBytes);
}

function requireBody(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw invalid(
    'body',
    'body must be the raw text or bytes, because the signature covers them: read it before a JSON parser ' +
      "(in Express: express.raw({ type: '*/*' })).",
  );
}

function isWithin(body: string | Uint8Array, maxBytes: number): boolean {
  if (typeof body !== 'string') return body.length <= maxBytes;
  // A character has at most three bytes in UTF-8.
  return body.length * 3 <= maxBytes || utf8(body).length <= maxBytes;
}

function readHeader(headers: WebhookRequest['headers'], wanted: string): string | undefined {
  if (headers instanceof Headers) return headers.get(wanted) ?? undefined;
  const found = Object.keys(headers).find(
    (name) => name.length === wanted.length && name.toLowerCase() === wanted,
  );
  const value = found === undefined ? undefined : headers[found];
  return typeof value === 'string' ? value : value?.[0];
}

/** Of an address, or of the path that node:http calls `url`. */
function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1).split('#')[0]);
}

function invalid(path: string, message: string): InvalidInputError {
  return new InvalidInputError({ message, issues: [{ path, message }], outcome: 'not-sent' });
}
