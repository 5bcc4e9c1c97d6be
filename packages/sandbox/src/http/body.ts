import type { IncomingMessage } from 'node:http';
import type { ByteLease } from '../byte-budget.ts';

/** The outcome of reading a request's body. */
export type BodyOutcome =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** Larger than allowed. `drained`: the client has sent all of it, so it will read the response. */
  | { readonly kind: 'too-large'; readonly drained: boolean }
  /** The server's budget for bodies is used up. */
  | { readonly kind: 'over-budget' }
  /** The client closed the connection. */
  | { readonly kind: 'aborted' };

// A client that still sends when the connection closes sees a reset, not the 413. So the server reads and
// drops a little more than the limit.
const drainBytes = 16 * 1024 * 1024;

/** Reads a body of at most `maxBodyBytes`. Memory never exceeds that, or the lease. */
export async function readBody(
  request: IncomingMessage,
  maxBodyBytes: number,
  lease?: ByteLease,
): Promise<BodyOutcome> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBodyBytes + drainBytes) return { kind: 'too-large', drained: false };
  let chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBodyBytes + drainBytes) return { kind: 'too-large', drained: false };
      if (size > maxBodyBytes) chunks = [];
      else if (lease?.take(chunk.byteLength) === false) return { kind: 'over-budget' };
      else chunks.push(chunk);
    }
  } catch {
    return { kind: 'aborted' };
  }
  return size > maxBodyBytes
    ? { kind: 'too-large', drained: true }
    : { kind: 'read', bytes: concat(chunks, size) };
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
