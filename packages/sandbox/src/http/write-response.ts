import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SandboxResponse } from './exchange.ts';

const defaultHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Sends the whole response, or cuts the connection for `drop`. Also resolves when the client disconnects. */
export async function writeResponse(response: ServerResponse, answer: SandboxResponse): Promise<void> {
  if (answer.drop) return void response.destroy();
  const isJson = answer.json !== undefined;
  const body = isJson ? JSON.stringify(answer.json) : answer.body;
  const type = isJson ? { 'content-type': 'application/json; charset=utf-8' } : undefined;
  const headers = { ...defaultHeaders, ...type, ...lowerCased(answer.headers) };
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const hasBody = answer.status !== 204 && answer.status !== 304;
    const length = hasBody ? { 'content-length': String(bytes?.byteLength ?? 0) } : undefined;
    response.writeHead(answer.status, { ...length, ...headers });
    response.end(hasBody ? bytes : undefined);
    return;
  }
  response.writeHead(answer.status, headers);
  await pipeline(Readable.from(body), response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
