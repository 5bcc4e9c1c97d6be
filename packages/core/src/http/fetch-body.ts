import { isMade } from './request.ts';
import type { TransportRequest } from './transport.ts';

/**
 * The body for the platform's fetch. Deno's fetch sends text, bytes and an absent body again when a reused
 * connection ends before the response: the service acts twice. It sends a Blob only once. A stream would do
 * too, but has no `content-length`.
 */
export function fetchBody(method: string, body: TransportRequest['body']): BodyInit | null {
  // POST, PUT and PATCH. Other methods may be repeated (RFC 9110 §9.2.2), and mostly have no body.
  const isWrite = method.startsWith('P');
  if ('Deno' in globalThis && isWrite && !isMade(body)) return new Blob([(body ?? '') as BlobPart]);
  return (body as BodyInit | undefined) ?? null;
}
