import type { HeaderLines, ServiceResponse } from '../http/response.ts';
import { createServiceResponse } from '../http/response.ts';
import { contentCodings, decodeContent } from './decode-content.ts';

/** An answer as it came over the wire: its body is complete and not yet decoded. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly bytes: Uint8Array;
}

/** The answer with its body decoded, at once if nothing has to be. */
export function answerOf(raw: RawAnswer, maxBytes: number): ServiceResponse | Promise<ServiceResponse> {
  const { status, headers, bytes } = raw;
  const codings = contentCodings(headers);
  if (codings.length === 0 || bytes.byteLength === 0) return createServiceResponse(status, headers, bytes);
  return decodeContent(raw, codings, maxBytes).then((decoded) =>
    createServiceResponse(status, headers, decoded),
  );
}

// Compressing may lengthen what cannot be compressed: a head, a trailer and a little per block.
const codingRoom = 1_024;

/** How many bytes of such an answer may come over the wire. */
export function largestBody(headers: HeaderLines, maxBytes: number): number {
  return contentCodings(headers).length === 0 ? maxBytes : maxBytes + codingRoom;
}
