import type { ClientRequest } from 'node:http';

/**
 * Sends the stream as fast as the connection accepts it. A failing stream fails the request: the request
 * never ends with a short body.
 */
export async function pour(
  body: ReadableStream<Uint8Array>,
  outgoing: ClientRequest,
  fail: (error: unknown) => void,
): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (outgoing.destroyed) return;
      if (done) break;
      if (!outgoing.write(value)) await drainedOrClosed(outgoing);
    }
    outgoing.end();
  } catch (error) {
    fail(error);
  }
}

function drainedOrClosed(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      outgoing.off('drain', end);
      outgoing.off('close', end);
      resolve();
    };
    outgoing.on('drain', end);
    outgoing.on('close', end);
  });
}
