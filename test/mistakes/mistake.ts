import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A mistake of a program without types, and the words that its answer must have. */
export interface Mistake {
  /** Somebody who made it: the address of the thread. */
  readonly source: `https://${string}` | typeof noneFound;
  readonly what: string;
  readonly call: () => unknown;
  readonly answer: RegExp;
}

/** A mistake of somebody who tried, without a thread of its own. */
export const noneFound = 'none found';

/** As a program without types gives it. */
export const given = (value: unknown) => value as never;

/** Runs a call against a server on loopback that gives this answer to each request. */
export async function withAnswer(
  { status, body }: { readonly status: number; readonly body: unknown },
  call: (url: string) => Promise<unknown>,
): Promise<unknown> {
  const isText = typeof body === 'string';
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
    response.end(isText ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    return await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
