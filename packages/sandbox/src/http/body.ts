import type { IncomingMessage } from 'node:http';
import type { ByteLease } from '../byte-budget.ts';

/** What became of a request's body. */
export type BodyOutcome =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /**
   * Larger than allowed. `drained` when the client has finished sending, so that it will surely see the
   * answer.
   */
  | { readonly kind: 'too-large'; readonly drained: boolean }
  /** The server's budget for bodies is used up. */
  | { readonly kind: 'no-room' }
  /** The client went away in the middle. */
  | { readonly kind: 'aborted' };

// A client that is still sending when the connection closes sees a reset instead of the 413. So a little more
// than the limit is read and thrown away; whoever sends much more than that has to live with the reset.
const drainBytes = 16 * 1024 * 1024;

/**
 * Reads a body of at most `maxBodyBytes`; never keeps more than that in memory, nor more than the lease
 * allows.
 */
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
      else if (lease?.take(chunk.byteLength) === false) return { kind: 'no-room' };
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
