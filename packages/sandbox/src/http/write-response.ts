import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxResponse } from './exchange.ts';

const defaultHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/**
 * Sends the whole response, or cuts the connection for `drop`. Also resolves when the client disconnects.
 * `linger` keeps a connection that is to be closed open after the last byte, until it resolves.
 */
export async function writeResponse(
  response: ServerResponse,
  answer: SandboxResponse,
  linger?: () => Promise<void>,
): Promise<void> {
  if (answer.drop) return cut(response, answer.drop);
  const type = answer.json !== undefined ? { 'content-type': 'application/json; charset=utf-8' } : undefined;
  const headers = { ...defaultHeaders, ...type, ...lowerCased(answer.headers) };
  const bytes = wholeBody(answer);
  if (bytes !== undefined) {
    const hasBody = answer.status !== 204 && answer.status !== 304;
    const length = hasBody ? { 'content-length': String(bytes.byteLength) } : undefined;
    response.writeHead(answer.status, { ...length, ...headers });
    if (answer.halves && hasBody) return writeHalves(response, bytes, answer.halves);
    if (linger && hasBody && answer.headers?.['connection'] === 'close') {
      response.write(bytes);
      await linger();
      response.end();
      return;
    }
    // Node writes a text together with the headers.
    response.end(hasBody ? (textOf(answer) ?? bytes) : undefined);
    return;
  }
  response.writeHead(answer.status, headers);
  await pipeline(Readable.from(answer.body as AsyncIterable<Uint8Array>), response).catch(
    (error: unknown) => {
      if (!response.destroyed) throw error;
    },
  );
}

/** The body as bytes; `undefined` for one that is a stream. */
export function wholeBody(answer: SandboxResponse): Uint8Array | undefined {
  const text = textOf(answer);
  if (text !== undefined) return Buffer.from(text);
  return answer.body instanceof Uint8Array ? answer.body : undefined;
}

function textOf({ json, body }: SandboxResponse): string | undefined {
  if (json !== undefined) return JSON.stringify(json);
  return body === undefined || typeof body === 'string' ? (body ?? '') : undefined;
}

async function writeHalves(
  response: ServerResponse,
  bytes: Uint8Array,
  { delayMs = 0, cut: how = false }: NonNullable<SandboxResponse['halves']>,
): Promise<void> {
  const middle = bytes.byteLength >> 1;
  // Written, and on its way, before the wait: a client must see half of a body.
  await new Promise<unknown>((resolve) => {
    response.once('close', resolve);
    response.write(bytes.subarray(0, middle), resolve);
  });
  await sleep(delayMs, undefined, { ref: false });
  if (how) cut(response, how);
  else response.end(bytes.subarray(middle));
}

function cut(response: ServerResponse, how: true | 'reset'): void {
  if (how === 'reset') response.socket?.resetAndDestroy();
  response.destroy();
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
