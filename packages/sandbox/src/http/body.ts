import type { IncomingMessage } from 'node:http';
import type { ByteLease } from '../byte-budget.ts';

/** The outcome of reading a request's body. */
export type BodyOutcome =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  /** Larger than allowed; the rest is unread. */
  | { readonly kind: 'too-large' }
  /** The server's budget for bodies is used up; the rest is unread. */
  | { readonly kind: 'over-budget' }
  /** The client closed the connection. */
  | { readonly kind: 'aborted' };

/** Reads a body of at most `maxBodyBytes`. Memory never exceeds that, or the lease. */
export async function readBody(
  request: IncomingMessage,
  maxBodyBytes: number,
  lease?: ByteLease,
): Promise<BodyOutcome> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBodyBytes) return { kind: 'too-large' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) return { kind: 'too-large' };
      if (lease?.take(chunk.byteLength) === false) return { kind: 'over-budget' };
      chunks.push(chunk);
    }
  } catch {
    return { kind: 'aborted' };
  }
  return { kind: 'read', bytes: concatBytes(chunks, size) };
}

const idleMs = 1000;

/**
 * Drops the rest of a body. Resolves when the client has sent it, sends nothing for a second, or leaves: a
 * client that still sends when the connection closes sees a reset, and not the response.
 */
export function drainBody(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(settle, idleMs);
    request.on('data', () => timer.refresh());
    for (const event of ['end', 'close', 'error']) request.once(event, settle);
    request.resume();
  });
}

/** Joins chunks into a new array. A small `Buffer` would keep the memory that it shares with others. */
export function concatBytes(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
