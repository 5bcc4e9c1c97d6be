import { isMade } from './request.ts';
import type { TransportRequest } from './transport.ts';

type Body = TransportRequest['body'];

/** Streams whose whole content is at hand, with what makes a Blob of it. */
const blobs = /* @__PURE__ */ new WeakMap<Exclude<Body, string | undefined>, () => Blob>();

/** The platform's fetch gets the Blob instead of the stream. */
export function sendAsBlob(body: Body, makeBlob: () => Blob): void {
  if (body !== undefined && isMade(body)) blobs.set(body, makeBlob);
}

/**
 * The body for the platform's fetch. Deno's fetch sends text, bytes and an absent body again when a reused
 * connection ends before the response: the service acts twice. It sends a Blob only once. A stream would do
 * too, but has no `content-length`, and pages cannot send one: Chromium refuses it over HTTP/1.1.
 */
export function fetchBody(method: string, body: Body): BodyInit | null {
  if (body !== undefined && isMade(body)) return blobs.get(body)?.() ?? body;
  // POST, PUT and PATCH. Other methods may be repeated (RFC 9110 §9.2.2), and mostly have no body.
  const isWrite = method.startsWith('P');
  if ('Deno' in globalThis && isWrite) return new Blob([(body ?? '') as BlobPart]);
  return (body as BodyInit | undefined) ?? null;
}
