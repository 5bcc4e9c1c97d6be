import type { ServiceResponse } from '../http/response.ts';

/** The platform refuses a body for these. Source: Fetch standard, "null body status". */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Of the bytes on the wire; the length is that of the body as well, unless it was decoded. */
const ofWire: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding']);

/** The platform's response: the body as a stream where the service's response has one. */
export function toResponse(url: URL, { status, headers, bytes, body }: ServiceResponse): Response {
  const kept = [...(headers[Symbol.iterator] ? (headers as Iterable<[string, string]>) : [])];
  const isDecoded = headers.get('content-encoding') !== null;
  const isOfWire = (name: string) => ofWire.has(name) || (isDecoded && name === 'content-length');
  const content = bodiless.has(status) ? null : (body ?? bytes);
  const response = new Response(content as BodyInit | null, {
    status,
    headers: kept.filter(([name]) => !isOfWire(name.toLowerCase())),
  });
  // A response that a program makes has no address.
  return Object.defineProperty(response, 'url', { value: url.href });
}
