import type { Runtime } from '../time/runtime.ts';
import { fetchBody } from './fetch-body.ts';
import { readResponse } from './read-response.ts';
import { headerRecord } from './request.ts';
import type { Transport, TransportRequest } from './transport.ts';

/**
 * Sends one attempt with the `fetch` of the runtime: no redirects, no retries, no time limits. The pipeline
 * has its own.
 */
export function createFetchTransport(): Transport {
  const defaults = fetchDefaults();
  return async (request) => {
    const response = await fetchOnce(request, request.runtime.fetch, defaults);
    request.onHeaders?.(response.status);
    return readResponse(response, request.maxResponseBytes, request.isStreamed);
  };
}

/** One request of the platform's `fetch`. */
export function fetchOnce(
  { url, method, headers, body, signal }: TransportRequest,
  fetch: Runtime['fetch'],
  defaults: RequestInit | undefined,
): Promise<Response> {
  const init = {
    method,
    headers: headerRecord(headers),
    // Required for a body that is a stream.
    duplex: 'half',
    body: fetchBody(method, body),
    signal,
    redirect: 'manual' as const,
  };
  return fetch(url.href, { ...init, ...defaults });
}

/**
 * fetch's own defaults: absent options would be read from a polluted `Object.prototype`. Nothing on platforms
 * that reject them: Cloudflare's workers reject `cache` and `credentials`.
 */
export function fetchDefaults(): RequestInit | undefined {
  const defaults: RequestInit = {
    mode: 'cors',
    credentials: 'same-origin',
    cache: 'default',
    referrer: 'about:client',
    referrerPolicy: '',
    integrity: '',
    // On Bun it is another option: without it, each request opens a connection.
    keepalive: 'Bun' in globalThis,
  };
  try {
    new Request('https://platform.example/', defaults);
    return defaults;
  } catch {
    return undefined;
  }
}
